import type { RaisedFinding } from '../../model/finding.js';
import type { Opinion } from '../../model/opinion.js';
import type { Submission, SubmittedFinding } from './submission.js';

const statusOf = { approved: 'APPROVED', changes_requested: 'CHANGES_REQUESTED', rejected: 'REJECTED' } as const;

/** An opinion that was read from an answer, in the words of a submission, so that the same rules look at both. */
export function submissionOf(opinion: Opinion): Submission {
  const { verdict, summary, confidence, checklist, findings, ground, answers, verified } = opinion;
  return {
    // Whatever comes to no verdict is looked at before, and approves nothing here either.
    status: verdict === 'inconclusive' ? 'CHANGES_REQUESTED' : statusOf[verdict],
    summary,
    confidence,
    checklist: Object.fromEntries(Object.entries(checklist).map(([name, { answer }]) => [name, answer])),
    findings: findings.map(submitted),
    ...(ground === undefined ? {} : { ground }),
    ...(answers === undefined ? {} : { answers }),
    ...(verified === undefined ? {} : { verified }),
  };
}

/** Without its file: a finding that was read may point at any file of the head. */
function submitted({ severity, category, message }: RaisedFinding): SubmittedFinding {
  return { severity, category, message };
}
