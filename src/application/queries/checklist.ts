import { counts, type Finding } from '../../domain/model/finding.js';
import type { Review } from '../../domain/model/review.js';
import { answers } from '../../domain/protocols/standards/criteria.js';
import type { ChecklistEntry } from './document.js';

/**
 * Every criterion in force with the answer that the decision read: over all seats, and without the findings that a person
 * had settled by then. What was settled since counts from the next review on. Empty where no seat gave an opinion.
 */
export function checklist(review: Review): readonly ChecklistEntry[] {
  const { criteria, opinions, findings } = review;
  if (opinions.length === 0) return [];
  const stood = findings.filter((finding) => !settledBefore(finding, review));
  const settled = findings.filter((finding) => settledBefore(finding, review));
  return answers({ criteria, opinions, counting: stood, settled }).map((answered) => ({
    name: answered.criterion.name,
    required: answered.criterion.required,
    answer: answered.answer,
    ...(answered.reason === '' ? {} : { reason: answered.reason }),
    minorFindings: answered.minor.filter(counts).length,
    settledBy: answered.settled.flatMap(({ disposition }) => {
      if (disposition === undefined || disposition.state === 'open') return [];
      return [{ name: disposition.actor, state: disposition.state }];
    }),
  }));
}

/** Dispositions carried from an earlier review; those made on this one came after its decision. */
function settledBefore(finding: Finding, { carried }: Review): boolean {
  if (counts(finding)) return false;
  const { disposition, fingerprint } = finding;
  const before = Object.hasOwn(carried, fingerprint) ? carried[fingerprint] : undefined;
  return disposition === undefined || (before?.at === disposition.at && before.actor === disposition.actor);
}
