import type { ReviewerLine } from '../model/policy.js';

/** Who reviews whom (PRS sections 5 and 10); `*` is anybody else. */
export const defaultMatrix: Readonly<Record<string, ReviewerLine>> = {
  '*': line('auditor', 'core-developer', 'human', 'Nobody more fitting is named for this creator'),
  architect: line('optimizer', 'auditor', 'human', 'A design is checked for being practical'),
  'core-developer': line('auditor', 'tester', 'architect', 'Code is checked for quality and for being testable'),
  'app-developer': line('architect', 'core-developer', 'human', 'An application is checked against the design'),
  optimizer: line('architect', 'auditor', 'human', 'An optimization must be worth its complexity'),
  tester: line('core-developer', 'auditor', 'architect', 'Tests are checked by who knows the code'),
  'idea-refiner': line('architect', 'optimizer', 'human', 'An idea is checked for being feasible'),
};

function line(primary: string, backup: string, escalate: string, reason: string): ReviewerLine {
  return { primary, backup, escalate, reasons: [reason] };
}
