import type { RuleDoc } from '../rule-catalogue.js';

export const testCommandRule: RuleDoc = {
  id: 'tests/command-failed',
  role: 'tester',
  severity: 'critical',
  languages: 'any',
  title: 'The test command of the policy failed',
  why:
    'The command that the policy of the base revision names was run in a checkout of the head and did not end with 0. Its output is ' +
    'kept as evidence. A command that could not start or ran out of time has answered nothing, and is no finding.',
  remedy: 'Read the output, mend what broke, and run the command once more.',
};
