import { fold } from '../../../domain/lifecycle/evolve.js';
import type { Review } from '../../../domain/model/review.js';
import type { Progress } from '../../application.js';
import type { KeptFix, Workspaces } from '../../ports/workspaces.js';
import type { ReviewDependencies } from '../plan-review.js';
import { recorder } from '../recorder.js';

type On = Pick<ReviewDependencies, 'store' | 'clock'>;

/**
 * What an earlier run had come to that was killed before it said so: an approved fix that stands on the branch goes on record as
 * applied, one that does not is named. Nothing is moved: the user asked for a review of what stands there now.
 */
export async function tellOfKilledApply(
  on: On,
  { head, workspaces }: { readonly head: string; readonly workspaces: Pick<Workspaces, 'keptOver'> },
  progress: (step: Progress) => void,
): Promise<void> {
  const { branch, fixes } = await workspaces.keptOver(head);
  const tell = (step: string): void => progress({ who: 'note', step, lasting: true });
  for (const { id, commit } of fixes) {
    const review = await approvedFix(on, { id, commit });
    if (review === undefined) continue;
    if (commit !== head) {
      tell(`the fix that review ${id} approved is not on the branch: git merge --ff-only ${commit}`);
      continue;
    }
    const record = recorder(on, id, review.creator, () => true);
    await record((now) => (now?.fix?.applied === null ? [{ type: 'fix_applied', data: { branch, commit } }] : []));
    tell(
      `the fix that review ${id} approved stands on ${branch} already: the run that put it there ended before it said so`,
    );
  }
}

/** The review whose loop ended in an approval of exactly this commit, and nothing is on record of its being applied. */
async function approvedFix({ store }: On, { id, commit }: KeptFix): Promise<Review | undefined> {
  const review = fold(await store.readStream(`review/${id}`));
  const ended = review?.fix?.ended;
  if (review?.status !== 'approved' || review.fix?.applied !== null) return undefined;
  return ended?.ended === 'passed' && ended.commit === commit ? review : undefined;
}
