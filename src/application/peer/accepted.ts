import type { Digest } from '../../domain/findings/fingerprint.js';
import { after } from '../../domain/lifecycle/after.js';
import { borneBy, goneFrom, marksOf, marksOfChange, type ShownContent } from '../../domain/objections/marks.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Opinion, Verified } from '../../domain/model/opinion.js';
import { everyFinding, type Review } from '../../domain/model/review.js';
import { concluded } from './conclude.js';
import type { People } from './roster.js';
import { secondSeat } from './second-seat.js';

/** An opinion that nothing stands against. */
export interface Given {
  readonly opinion: Opinion;
  readonly by: string;
  readonly nonceDigest: string;
  /** What it says of findings of earlier rounds. */
  readonly verified: readonly Verified[];
  readonly judgements: readonly ReviewEvent[];
}

interface Surroundings {
  readonly everybody: People;
  readonly digest: Digest;
  /** What whoever gave it was shown. */
  readonly shown: ShownContent;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The opinion with what it says of earlier findings, then another seat or the decision. */
export function accepted(
  review: Review,
  given: Given,
  { everybody, digest, shown, now }: Surroundings,
): readonly ReviewEvent[] {
  const { by, nonceDigest, judgements } = given;
  const opinion = marked(given.opinion, review.change, { shown, digest });
  const events: readonly ReviewEvent[] = [
    { type: 'opinion_submitted', data: { opinion, by, nonceDigest } },
    ...verifications(review, given, { shown, digest }),
    ...judgements,
  ];
  const state = after(review, events, now);
  // The person who was asked sees it with the others.
  if (state.status === 'escalated') return events;
  const second = secondSeat(state, everybody, digest);
  return [...events, ...(second === undefined ? concluded(state, digest, now, everybody) : [second])];
}

/** What is found fixed was changed or answered beside its lines: only what is gone can come back. */
function verifications(
  review: Review,
  { verified, by }: Given,
  { shown, digest }: Pick<Surroundings, 'shown' | 'digest'>,
): readonly ReviewEvent[] {
  const known = new Map(everyFinding(review).map((finding) => [finding.id, finding.marks]));
  const isFixed = verified.some(({ finding, outcome }) => outcome === 'fixed' && known.get(finding) !== undefined);
  const held = new Set(isFixed ? review.change.files.flatMap((file) => borneBy(file, shown[file.path], digest)) : []);
  return verified.map(({ finding: findingId, outcome }): ReviewEvent => {
    const marks = known.get(findingId);
    const gone = outcome !== 'fixed' || marks === undefined ? undefined : goneFrom(held, marks);
    return { type: 'finding_verified', data: { findingId, outcome, by, ...(gone !== undefined && { gone }) } };
  });
}

/** What was objected to is known again in other content, whoever asks for a review of it (SPEC 2, rules 3 and 5). */
export function marked(
  opinion: Opinion,
  change: Review['change'],
  { shown, digest }: Pick<Surroundings, 'shown' | 'digest'>,
): Opinion {
  const findings = opinion.findings.map((finding) =>
    finding.severity === 'minor' ? finding : { ...finding, marks: marksOf(finding, change, shown, digest) },
  );
  return { ...opinion, findings, marks: marksOfChange(change, shown, digest) };
}
