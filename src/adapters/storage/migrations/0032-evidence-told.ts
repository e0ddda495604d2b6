/** What is never forgotten of a pattern, found by one step however much came after it: most evidence is clean or skipped and not in here. */
export const evidenceTold: readonly string[] = [
  `create index pattern_evidence_told on pattern_evidence (creator_agent, action_type, outcome, at, review_number)
   where outcome in ('failed', 'escaped', 'drawn')`,
];
