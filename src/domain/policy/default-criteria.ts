import type { Criterion } from '../model/review.js';

const required: readonly (readonly [string, string])[] = [
  ['syntax_valid', 'Every changed file parses, without conflict markers or invisible characters'],
  ['no_secrets', 'No password, key or token is added'],
  ['tests_not_weakened', 'No test is deleted, skipped, focused or made unable to fail'],
  ['tests_accompany_source', 'Changed behaviour comes with changed or added tests'],
  ['no_placeholders', 'No stub, placeholder or hard-coded result stands where logic was asked for'],
  ['no_swallowed_errors', 'No error is caught and silently dropped'],
  ['checks_not_disabled', 'No lint, type or coverage rule is switched off or lowered'],
  ['no_debug_leftovers', 'No debug output is left behind'],
  ['dependencies_declared', 'Each new dependency is used, declared, locked and installs without scripts'],
  ['no_breaking_changes', 'Nothing that others import is removed without saying so'],
  ['no_new_cycles', 'No new import cycle appears'],
];

const optional: readonly (readonly [string, string])[] = [
  ['no_lint_errors', 'No linter reports something new'],
  ['no_duplicate_logic', 'No existing code is repeated'],
  ['types_not_hidden', 'No cast hides a type'],
  ['no_commented_out_code', 'No code is left behind in comments'],
  ['size_appropriate', 'Files and functions stay small enough to review'],
  ['documentation_complete', 'What is public is documented as its neighbours are'],
  ['performance_acceptable', 'No blocking call in asynchronous code, no await in a loop without need'],
  ['stays_in_scope', 'Nothing outside the declared scope is touched'],
  ['generated_files_marked', 'Generated and vendored files are marked as such'],
];

/** Asked, and then required, only where the policy names a test command: nobody could answer it otherwise. */
const testsPass = ['tests_pass', 'The test command of the policy succeeds'] as const;

/** What every type is asked that has no criteria of its own: only what embedded analyzers can answer. */
export function defaultCriteria(hasTestCommand: boolean): readonly Criterion[] {
  return [
    ...required.map((pair) => criterion(pair, true)),
    ...(hasTestCommand ? [criterion(testsPass, true)] : []),
    ...optional.map((pair) => criterion(pair, false)),
  ];
}

function criterion([name, description]: readonly [string, string], isRequired: boolean): Criterion {
  return { name, required: isRequired, description, checks: [] };
}
