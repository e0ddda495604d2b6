import type { EmbeddedRole } from './analyzer.js';

/** The roles that the embedded reviewers play (SPEC 9), in the order in which they report. */
export const embeddedRoles: readonly EmbeddedRole[] = [
  'auditor',
  'tester',
  'architect',
  'optimizer',
  'core-developer',
  'spec',
];
