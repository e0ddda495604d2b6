import type { Severity } from '../../../domain/model/verdict.js';

interface Chosen {
  readonly severity: Severity;
  /** Options as the rule takes them. */
  readonly options?: unknown;
  /** Why it matters, where the tool's own words do not say it. */
  readonly why?: string;
}

const important: Chosen = { severity: 'important' };
const minor: Chosen = { severity: 'minor' };

/**
 * Rules of oxlint that are in force, chosen one by one: what a competent reviewer would ask to change is important, what is
 * worth a word is minor, and taste is absent. None needs types.
 */
export const scriptRules: Readonly<Record<string, Chosen>> = {
  'constructor-super': important,
  'for-direction': important,
  'getter-return': important,
  'no-async-promise-executor': minor,
  'no-class-assign': important,
  'no-compare-neg-zero': important,
  'no-cond-assign': important,
  'no-const-assign': important,
  'no-constant-binary-expression': important,
  'no-constant-condition': { severity: 'minor', options: { checkLoops: 'none' } },
  'no-dupe-class-members': important,
  'no-dupe-else-if': important,
  'no-dupe-keys': important,
  'no-duplicate-case': important,
  'no-empty-character-class': important,
  'no-eval': { severity: 'important', why: 'It runs whatever text reaches it as a program.' },
  'no-ex-assign': minor,
  'no-func-assign': important,
  'no-global-assign': important,
  'no-import-assign': important,
  'no-invalid-regexp': important,
  'no-loss-of-precision': important,
  'no-new-func': { severity: 'important', why: 'It runs whatever text reaches it as a program.' },
  'no-obj-calls': important,
  'no-self-assign': minor,
  'no-self-compare': minor,
  'no-setter-return': minor,
  'no-sparse-arrays': minor,
  'no-this-before-super': important,
  'no-unreachable': important,
  'no-unsafe-finally': important,
  'no-unsafe-negation': important,
  'no-unsafe-optional-chaining': important,
  'no-unused-vars': {
    severity: 'minor',
    options: {
      vars: 'local',
      args: 'none',
      caughtErrors: 'none',
      ignoreRestSiblings: true,
      varsIgnorePattern: '^(_|React$|h$|jsx$|Fragment$)',
    },
    why: 'What nothing uses was forgotten, or its use was.',
  },
  'no-useless-backreference': minor,
  'require-yield': minor,
  'use-isnan': important,
  'valid-typeof': important,
  'oxc/bad-array-method-on-arguments': important,
  'oxc/bad-char-at-comparison': important,
  'oxc/bad-comparison-sequence': important,
  'oxc/bad-match-all-arg': important,
  'oxc/bad-min-max-func': important,
  'oxc/bad-object-literal-comparison': important,
  'oxc/bad-replace-all-arg': important,
  'oxc/const-comparisons': important,
  'oxc/double-comparisons': minor,
  'oxc/erasing-op': important,
  'oxc/missing-throw': important,
  'oxc/number-arg-out-of-range': important,
  'oxc/uninvoked-array-callback': important,
  'typescript/no-duplicate-enum-values': important,
  'typescript/no-misused-new': important,
  'typescript/no-non-null-asserted-optional-chain': minor,
  'typescript/no-unsafe-declaration-merging': minor,
  'unicorn/no-await-in-promise-methods': minor,
  'unicorn/no-invalid-fetch-options': important,
  'unicorn/no-invalid-remove-event-listener': important,
};

/** The whole of the configuration that oxlint may see. */
export function oxlintConfig(): string {
  const rules = Object.entries(scriptRules).map(([name, { severity, options }]): [string, unknown] => {
    const level = severity === 'minor' ? 'warn' : 'error';
    return [name, options === undefined ? level : [level, options]];
  });
  return JSON.stringify({
    plugins: ['typescript', 'oxc', 'unicorn'],
    categories: { correctness: 'off' },
    env: { builtin: true },
    rules: Object.fromEntries(rules),
  });
}

/** `eslint(no-eval)`, `typescript-eslint(no-misused-new)` or `oxc(…)` to the name in `scriptRules`. */
export function ruleName(code: string): string | undefined {
  const match = /^([\w-]+)\(([\w/-]+)\)$/.exec(code);
  if (match === null) return undefined;
  const plugin = match[1] === 'typescript-eslint' ? 'typescript' : match[1];
  const name = plugin === 'eslint' ? match[2] : `${plugin ?? ''}/${match[2] ?? ''}`;
  return name !== undefined && name in scriptRules ? name : undefined;
}
