import type { Change } from '../../model/change.js';
import type { Recorded, ReviewEvent } from '../../model/event.js';
import type { Finding } from '../../model/finding.js';
import type { Opinion } from '../../model/opinion.js';
import { seatName } from '../../model/seat.js';
import { carries, carryRules } from '../revision/carry.js';

const everyRule = { identicalTree: true, rebase: true, messageOnly: true } as const;

/** What of the history of a review says on which contents a finding stood. */
type Happened = Pick<Recorded, 'type' | 'data'>;

/**
 * Contents of a review on which somebody said that a finding stands: where it was raised, and where a later round found it still open. It may be one that
 * another review inherited from this one.
 */
export function stoodOn(history: readonly Happened[], finding: Finding): readonly Change[] {
  const contents: Change[] = [];
  let change: Change | undefined;
  for (const event of history as readonly ReviewEvent[]) {
    if (event.type === 'review_requested' || event.type === 'review_revised') change = event.data.change;
    if (change !== undefined && saysIt(event, finding)) contents.push(change);
  }
  return contents;
}

/** Whether `now` is what it was: as for an approval, by object ids and never by likeness (SPEC 2, rule 3). */
export function isUnchanged(before: Change, now: Change): boolean {
  return carries(carryRules(before, now, everyRule));
}

function saysIt(event: ReviewEvent, finding: Finding): boolean {
  switch (event.type) {
    case 'opinion_submitted':
      return raises(event.data.opinion, finding);
    case 'finding_verified':
      return event.data.findingId === finding.id && event.data.outcome === 'still_open';
    case 'objections_inherited':
      return event.data.findings.some(
        ({ id, from }) => id === finding.id && from?.finding.startsWith('late ') === true,
      );
    case 'person_decided':
      return finding.from?.finding === `verdict of ${event.data.person}`;
    default:
      return false;
  }
}

function raises({ seat, findings, verdict }: Opinion, finding: Finding): boolean {
  const name = seatName(seat);
  if (finding.from?.finding === `verdict of ${name}`) return verdict === 'rejected' || verdict === 'changes_requested';
  const words = finding.sources.filter((source) => source.seat === name).map(({ message }) => message);
  return findings.some(({ message }) => words.includes(message));
}
