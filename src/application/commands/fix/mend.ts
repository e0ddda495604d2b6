import type { Attempt } from '../../../domain/fix-loop/loop.js';
import { nextStep } from '../../../domain/fix-loop/next-step.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Review } from '../../../domain/model/review.js';
import { kindOf, rejectedFor, rejectedLine } from '../../memory/recall.js';
import type { Workspaces } from '../../ports/workspaces.js';
import { recorder, type RecordEvents } from '../recorder.js';
import { attempt } from './attempt.js';
import type { OpenAhead } from './open-ahead.js';
import type { Going, MendDependencies, Mending, State } from './mending.js';
import { judgeAgain } from './judge-again.js';
import { judgedOf } from './judged.js';
import { cutShort } from './cut-short.js';
import { loopEnd, type CutShort, type Stop } from './loop-end.js';

/**
 * The loop back to the author (SPEC 6.3): the author mends in a worktree of its own, the same seats judge the new content, and
 * so on until a round passes or the loop shows that it leads nowhere. The user's worktree, index and branch are not touched
 * but at the end, where the loop ended in an approval and the user asked for it.
 */
export async function mend(on: MendDependencies, mending: Mending, opening: OpenAhead): Promise<Review> {
  const { first } = mending;
  const record = recorder(on, first.id, first.creator, ({ status }) => writable.includes(status));
  const { judged, known } = judgedOf(first, new Map());
  const { cap = 0, turns = null } = first.fix ?? {};
  const commit = first.change.headCommit ?? '';
  const begun: State = {
    review: first,
    loop: { terms: { attempts: cap, turns }, judged: [judged], attempts: [] },
    known,
    commit,
  };
  const step = nextStep(begun.loop);
  const end = ({ loop, kept }: State, stop: Stop | CutShort): Promise<Review> =>
    record((review) => {
      if (review === undefined) throw new Error('a fix loop ends on a review');
      return loopEnd(review, { loop, stop, kept }, on.clock.now());
    });
  const cut = on.signal.aborted ? cutShort(begun.loop, step) : undefined;
  if (cut !== undefined) return end(begun, cut);
  if (step.do === 'stop') return end(begun, step);
  const { fixing, workspace } = await opening.opened();
  const rejected = (await rejectedFor(on.store, kindOf(first))).map(rejectedLine);
  const { state, stop } = await go(on, mending, { state: begun, fixing, workspace, rejected, record });
  const review = await end(state, stop);
  const { workspaces } = fixing;
  return applied(on, { ...mending, review, from: commit, to: state.commit, workspaces, record });
}

const writable: readonly Review['status'][] = [
  'in_progress',
  'changes_requested',
  'pending_re_review',
  'pending',
  'rejected',
  'escalated',
  'approved',
  'withdrawn',
];

async function go(
  on: MendDependencies,
  mending: Mending,
  { state: begun, ...tools }: Going,
): Promise<{ readonly state: State; readonly stop: Stop | CutShort }> {
  let state = begun;
  for (;;) {
    const step = nextStep(state.loop);
    const cut = on.signal.aborted ? cutShort(state.loop, step) : undefined;
    if (cut !== undefined) return { state, stop: cut };
    if (step.do === 'stop') return { state, stop: step };
    try {
      state =
        step.do === 'fix'
          ? await attempt(on, mending, { ...tools, state }, step)
          : await judge(on, mending, { ...tools, state });
    } catch (error) {
      // What it was reading through was ended with it, before the step was on record.
      const stopped = on.signal.aborted ? cutShort(state.loop, step) : undefined;
      if (stopped === undefined) throw error;
      return { state, stop: stopped };
    }
  }
}

async function judge(on: MendDependencies, mending: Mending, { state, record }: Going): Promise<State> {
  const { commit, known, review, loop } = state;
  const attempt = loop.attempts.length;
  const round = await judgeAgain(on, mending, { record, commit, known, review, attempt });
  // The author undid the whole change, or left a policy that nobody can use: what it made is no fix.
  if (isRefusal(round)) return withoutFix(state, { ended: 'failed', detail: round.message });
  if ('why' in round) return withoutFix(state, { halt: round });
  const { judged, ...now } = round;
  return { ...state, ...now, loop: { ...loop, judged: [...loop.judged, judged] } };
}

function withoutFix(state: State, how: Partial<Attempt>): State {
  const { loop } = state;
  const last = loop.attempts.at(-1);
  if (last === undefined) throw new Error('nothing is judged again before an attempt');
  return {
    ...state,
    loop: { ...loop, attempts: [...loop.attempts.slice(0, -1), { ...last, ...how }] },
  };
}

interface Applying extends Mending {
  readonly review: Review;
  readonly from: string;
  readonly to: string;
  readonly workspaces: Workspaces;
  readonly record: RecordEvents;
}

/** Moves the user's branch, only where the loop ended in an approval and the user asked for it. */
async function applied(on: MendDependencies, applying: Applying): Promise<Review> {
  const { request, review, from, to, workspaces, record } = applying;
  if (request.fix?.apply !== true || from === to || review.fix?.ended?.ended === 'stopped') return review;
  const tell = (why: string): void =>
    on.progress({ who: 'note', step: `the fix was not applied: ${why}`, lasting: true });
  // What was approved is that content and no other: a person may have approved another meanwhile.
  if (review.status !== 'approved' || review.change.headCommit !== to) {
    tell('the loop did not end in an approval');
    return review;
  }
  if (on.signal.aborted) {
    tell(`it was interrupted. It is approved: git merge --ff-only ${to}`);
    return review;
  }
  const done = await workspaces.apply(from, to);
  if (done.applied) return record([{ type: 'fix_applied', data: { branch: done.branch, commit: to } }]);
  tell(done.why);
  return review;
}
