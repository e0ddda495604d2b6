import { fold } from '../../domain/lifecycle/evolve.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { fireDue } from '../deadlines/fire-due.js';
import type { Clock } from '../ports/clock.js';
import type { FoundRevert, RevertHistory, UndoneCommit } from '../ports/reverts.js';
import type { Store } from '../ports/store.js';

export interface TracedRevert {
  readonly review: string;
  /** The commit that reverts. */
  readonly revert: string;
  /** The commit that it reverts. */
  readonly commit: string;
}

/**
 * Reports a revert for each approved or skipped review whose content a commit of the default branch reverts, once for each such commit. It can only make
 * things stricter: a revert takes trust away and gives none, so a message that lies approves nothing.
 */
export async function scanReverts(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  history: RevertHistory,
): Promise<readonly TracedRevert[]> {
  const found = await history.since();
  if (found === undefined) return [];
  const traced: TracedRevert[] = [];
  for (const revert of found.reverts) {
    for (const undone of revert.undone) {
      for (const id of await store.settledWith(undone.objects)) {
        const event = { ref: found.ref, revert, undone };
        const reported = await fireDue(store, { stream: `review/${id}`, now: clock.now() }, (events) => {
          const known = events.some(
            ({ type, data }) => type === 'outcome_reported' && 'found' in data && data.found.commit === revert.commit,
          );
          const review = known ? undefined : fold(events);
          return review === undefined || !wasReverted(review, revert) ? undefined : [outcome(event)];
        });
        if (reported > 0) traced.push({ review: id, revert: revert.commit, commit: undone.commit });
      }
    }
  }
  await history.done();
  return traced;
}

/** A change that takes back a commit of its own was reviewed as a whole, however it came onto the branch. */
function wasReverted({ status, change }: Review, { commit, tree }: FoundRevert): boolean {
  if (status !== 'approved' && status !== 'skipped') return false;
  return change.headTree !== tree && change.commits.every(({ id }) => id !== commit);
}

function outcome(of: {
  readonly ref: string;
  readonly revert: FoundRevert;
  readonly undone: UndoneCommit;
}): ReviewEvent {
  const { ref, revert, undone } = of;
  const note = `found in git: commit ${revert.commit} of ${ref} says that it reverts commit ${undone.commit}`;
  const found = { ref, commit: revert.commit, reverts: undone.commit };
  return { type: 'outcome_reported', data: { kind: 'revert', note, by: 'countersign', found } };
}
