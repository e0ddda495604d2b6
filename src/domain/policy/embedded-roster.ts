import { defaultCriteria } from './default-criteria.js';
import type { Roster } from './satisfiable.js';

/** The embedded reviewers (SPEC 9) and the criteria they answer, those of the source documents included. */
export const embeddedRoster: Roster = {
  roles: ['auditor', 'tester', 'architect', 'optimizer', 'core-developer', 'spec'],
  criteria: [
    ...defaultCriteria(false).map((criterion) => criterion.name),
    'proper_error_handling',
    'has_comprehensive_tests',
    'has_integration_tests',
    'backwards_compatible',
    'no_scope_creep',
    'dependencies_justified',
  ],
  criteriaOfTestCommand: ['tests_pass', 'tests_still_pass'],
};
