import type { EmbeddedRole } from './analyzer.js';
import type { Language } from './language.js';

/** What backs the answer to one criterion. */
export interface Backing {
  readonly role: EmbeddedRole;
  /** Rule ids, or `family/*`. */
  readonly rules: readonly string[];
  /** Languages of programs no rule of it reads; `unsupported` is one of them unless the rules work on any text. */
  readonly blind: readonly Language[];
  /** `facts` where its rules answer without reading texts: by paths, or by running the tests. */
  readonly reads?: 'facts';
}

const programs: readonly Language[] = ['unsupported'];

const backings: Readonly<Record<string, Backing>> = {
  syntax_valid: {
    role: 'core-developer',
    rules: ['syntax/error', 'syntax/conflict-marker', 'syntax/invisible-characters'],
    blind: programs,
  },
  no_secrets: { role: 'auditor', rules: ['secrets/*'], blind: [] },
  tests_not_weakened: {
    role: 'tester',
    rules: [
      'tests/deleted',
      'tests/skipped',
      'tests/focused',
      'tests/assertion-removed',
      'tests/trivial-assertion',
      'tests/weakened',
    ],
    blind: programs,
  },
  tests_accompany_source: { role: 'tester', rules: ['tests/missing'], blind: programs },
  no_placeholders: {
    role: 'core-developer',
    rules: ['stub/placeholder', 'stub/hard-coded-return', 'stub/early-return'],
    blind: programs,
  },
  no_swallowed_errors: { role: 'auditor', rules: ['errors/swallowed'], blind: programs },
  checks_not_disabled: {
    role: 'auditor',
    rules: ['checks/lint-disabled', 'checks/types-disabled', 'checks/coverage-lowered', 'checks/config-weakened'],
    blind: programs,
  },
  no_debug_leftovers: { role: 'auditor', rules: ['leftover/debug-output'], blind: programs },
  dependencies_declared: {
    role: 'architect',
    rules: ['deps/unused', 'deps/not-in-lock', 'deps/install-script', 'deps/undeclared', 'deps/lock-tampered'],
    blind: programs,
  },
  no_breaking_changes: { role: 'architect', rules: ['api/removed'], blind: programs },
  no_new_cycles: { role: 'architect', rules: ['cycles/new'], blind: programs },
  no_lint_errors: {
    role: 'auditor',
    rules: ['lint/*', 'workflow/*', 'security/*'],
    blind: ['unsupported', 'go', 'shell'],
  },
  no_duplicate_logic: { role: 'architect', rules: ['duplication/block'], blind: programs },
  types_not_hidden: { role: 'core-developer', rules: ['types/any-cast'], blind: programs },
  no_commented_out_code: { role: 'auditor', rules: ['leftover/commented-out-code'], blind: programs },
  size_appropriate: { role: 'auditor', rules: ['size/file', 'complexity/function'], blind: programs },
  documentation_complete: { role: 'auditor', rules: ['docs/missing'], blind: ['unsupported'] },
  performance_acceptable: {
    role: 'optimizer',
    rules: ['performance/await-in-loop', 'performance/blocking-call'],
    blind: ['unsupported', 'go', 'shell'],
  },
  stays_in_scope: { role: 'spec', rules: ['scope/outside'], blind: [], reads: 'facts' },
  generated_files_marked: { role: 'auditor', rules: ['blob/generated', 'blob/vendored'], blind: [] },
  tests_pass: { role: 'tester', rules: ['tests/command-failed'], blind: [], reads: 'facts' },
};

const testRules = backings['tests_not_weakened']?.rules ?? [];

/** Criteria that policies in the style of PRS name, by the rules that can answer them. */
const aliases: Readonly<Record<string, Backing>> = {
  proper_error_handling: { role: 'auditor', rules: ['errors/*'], blind: programs },
  has_comprehensive_tests: { role: 'tester', rules: [...testRules, 'tests/missing'], blind: programs },
  has_integration_tests: { role: 'tester', rules: [...testRules, 'tests/missing'], blind: programs },
  backwards_compatible: { role: 'architect', rules: ['api/*'], blind: programs },
  tests_still_pass: { role: 'tester', rules: ['tests/command-failed'], blind: [], reads: 'facts' },
  no_scope_creep: { role: 'spec', rules: ['scope/*'], blind: [], reads: 'facts' },
  dependencies_justified: { role: 'architect', rules: ['deps/*'], blind: programs },
};

/** What backs a criterion by its name in the policy; undefined when it needs judgement that no analyzer has. */
export function backingOf(criterion: string): Backing | undefined {
  return backings[criterion] ?? aliases[criterion];
}

/** Whether a rule id is one that backs the criterion. */
export function backs(backing: Backing, rule: string): boolean {
  return backing.rules.some((each) => each === rule || (each.endsWith('/*') && rule.startsWith(each.slice(0, -1))));
}
