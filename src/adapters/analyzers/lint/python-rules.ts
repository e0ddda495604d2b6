import type { Severity } from '../../../domain/model/verdict.js';

interface Chosen {
  readonly severity: Severity;
  /** Id of the rule where it is not `lint/CODE`. */
  readonly id?: string;
  /** Why it matters, where the rule is about more than correctness. */
  readonly why?: string;
  /** When it is less than `severity`. */
  readonly lesser?: string;
}

const important: Chosen = { severity: 'important' };
const minor: Chosen = { severity: 'minor' };
const blocking: Chosen = { severity: 'minor', id: 'performance/blocking-call' };

/** Rules of ruff that are in force, chosen one by one; the titles are ruff's names of them. */
export const pythonRules: Readonly<Record<string, Chosen & { readonly title: string }>> = {
  F401: { ...minor, title: 'unused-import' },
  F402: { ...minor, title: 'import-shadowed-by-loop-var' },
  F501: { ...important, title: 'percent-format-invalid-format' },
  F502: { ...important, title: 'percent-format-expected-mapping' },
  F503: { ...important, title: 'percent-format-expected-sequence' },
  F505: { ...important, title: 'percent-format-missing-argument' },
  F506: { ...important, title: 'percent-format-mixed-positional-and-named' },
  F507: { ...important, title: 'percent-format-positional-count-mismatch' },
  F521: { ...important, title: 'string-dot-format-invalid-format' },
  F524: { ...important, title: 'string-dot-format-missing-arguments' },
  F601: { ...important, title: 'multi-value-repeated-key-literal' },
  F621: { ...important, title: 'expressions-in-star-assignment' },
  F622: { ...important, title: 'multiple-starred-expressions' },
  F631: { ...important, title: 'assert-tuple' },
  F632: { ...important, title: 'is-literal' },
  F633: { ...important, title: 'invalid-print-syntax' },
  F634: { ...important, title: 'if-tuple' },
  F701: { ...important, title: 'break-outside-loop' },
  F702: { ...important, title: 'continue-outside-loop' },
  F704: { ...important, title: 'yield-outside-function' },
  F706: { ...important, title: 'return-outside-function' },
  F707: { ...important, title: 'default-except-not-last' },
  F811: { ...minor, title: 'redefined-while-unused' },
  F821: { ...important, title: 'undefined-name' },
  F822: { ...important, title: 'undefined-export' },
  F823: { ...important, title: 'undefined-local' },
  F841: { ...minor, title: 'unused-variable' },
  F901: { ...important, title: 'raise-not-implemented' },
  B003: { ...important, title: 'assignment-to-os-environ' },
  B005: { ...minor, title: 'strip-with-multi-characters' },
  B006: { ...minor, title: 'mutable-argument-default' },
  B012: { ...minor, title: 'jump-statement-in-finally' },
  B016: { ...important, title: 'raise-literal' },
  B020: { ...minor, title: 'loop-variable-overrides-iterator' },
  B023: { ...minor, title: 'function-uses-loop-variable' },
  B025: { ...important, title: 'duplicate-try-block-exception' },
  B029: { ...minor, title: 'except-with-empty-tuple' },
  B030: { ...important, title: 'except-with-non-exception-classes' },
  S102: { ...important, title: 'exec-builtin', why: 'It runs whatever text reaches it as a program.' },
  S301: {
    ...important,
    title: 'suspicious-pickle-usage',
    lesser: 'Minor unless the line says that the bytes come from outside.',
    why: 'Whoever writes the bytes runs code in this process.',
  },
  S307: { ...important, title: 'suspicious-eval-usage', why: 'It runs whatever text reaches it as a program.' },
  S501: {
    ...important,
    title: 'request-with-no-cert-validation',
    why: 'Anybody on the way can read and change what is sent.',
  },
  S506: {
    ...important,
    title: 'unsafe-yaml-load',
    why: 'The document decides which objects are made, and code runs with them.',
  },
  S602: {
    ...important,
    title: 'subprocess-popen-with-shell-equals-true',
    why: 'A value that is pasted into the command can end it and begin another. Silent where the command is a literal.',
  },
  S605: {
    ...important,
    title: 'start-process-with-a-shell',
    why: 'A value that is pasted into the command can end it and begin another. Silent where the command is a literal.',
  },
  ASYNC210: { ...blocking, title: 'blocking-http-call-in-async-function' },
  ASYNC220: { ...blocking, title: 'create-subprocess-in-async-function' },
  ASYNC221: { ...blocking, title: 'run-process-in-async-function' },
  ASYNC222: { ...blocking, title: 'wait-for-process-in-async-function' },
  ASYNC251: { ...blocking, title: 'blocking-sleep-in-async-function' },
};
