import type { Principal } from '../../domain/model/agent.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { policyOfTask } from '../../domain/policy/policy-of-task.js';
import type { Progress, ReviewRequest } from '../application.js';
import { tick } from '../deadlines/tick.js';
import { identify } from '../identify.js';
import type { ReviewDocument } from '../queries/document.js';
import { toDocument } from '../queries/to-document.js';
import { handOut } from '../awaited/hand-out.js';
import { runAwaited } from '../awaited/run-awaited.js';
import { askSeats } from './ask-seats.js';
import { weighed } from '../weigh.js';
import { withTaskContext } from '../task/gather.js';
import { claimedCreator, creatorOfRole } from './claimed-creator.js';
import { concluded } from './conclude.js';
import { tellOfKilledApply } from './fix/applied-before.js';
import { mend } from './fix/mend.js';
import { openAhead } from './fix/open-ahead.js';
import { objectedBefore } from './objected-before.js';
import {
  leaseMinutes,
  planReview,
  protocolFor,
  type Planned,
  type Protocol,
  type ReviewDependencies,
} from './plan-review.js';
import { prepare, type Prepared } from './prepare.js';
import { recorder } from './recorder.js';

const minute = 60_000;

/**
 * THE MAIN JOB (SPEC 4): freeze the change, ask the policy of its base revision, seat reviewers, let them work side by side,
 * decide and record. Two transactions: the review opened, and its opinions with the decision.
 */
export async function reviewChange(
  on: ReviewDependencies,
  request: ReviewRequest,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<ReviewDocument | Refusal> {
  // A token that proves nobody is a mistake of whoever set it; going on without it would hide that.
  const by = await identify(on, on.caller);
  if (isRefusal(by)) return by;
  const reserved = creatorOfRole(request.creator, on.embeddedRoles);
  if (reserved !== undefined) return reserved;
  await tick(on);
  const prepared = await prepare(on, request, progress);
  if (isRefusal(prepared)) return prepared;
  try {
    const other = await claimedCreator(on.store, by, prepared, 'option');
    if (other !== undefined) return other;
    const protocol = protocolFor(prepared, request);
    if (isRefusal(protocol)) return protocol;
    const planned = await planReview(on, forTask(prepared, request, protocol), request, protocol);
    if (isRefusal(planned)) return planned;
    const opening = openAhead(on, planned);
    try {
      const head = prepared.frozen.change.headCommit;
      if (request.fix?.apply === true && head !== undefined) {
        const fixing = await on.fixing();
        if (!isRefusal(fixing)) await tellOfKilledApply(on, { head, workspaces: fixing.workspaces }, progress);
      }
      const review = await run(on, { planned, by, request }, progress, signal);
      if (request.fix === undefined || review.fix === undefined) return toDocument(review);
      return toDocument(await mend({ ...on, progress, signal }, { planned, request, first: review }, opening));
    } finally {
      await opening.close();
    }
  } finally {
    await prepared.frozen.close();
  }
}

/** Of a panel the policy names every model itself. */
function forTask(prepared: Prepared, { task }: ReviewRequest, protocol: Protocol): Prepared {
  return task === undefined || protocol === 'panel' ? prepared : { ...prepared, policy: policyOfTask(prepared.policy) };
}

interface Running {
  readonly planned: Planned;
  /** Whoever asks, where a token proves it. */
  readonly by: Principal | undefined;
  readonly request: ReviewRequest;
}

async function run(
  on: ReviewDependencies,
  { planned, by, request }: Running,
  progress: (step: Progress) => void,
  signal: AbortSignal,
): Promise<Review> {
  const { prepared, id, opening, fixer, handed } = planned;
  const requested: ReviewEvent = { type: 'review_requested', data: opening.requested };
  const record = recorder(on, id, prepared.creator);
  if (opening.skipped !== undefined)
    return record([requested, { type: 'review_skipped', data: { decision: opening.skipped } }]);
  const leaseUntil = on.clock.now() + leaseMinutes(prepared.policy, [...planned.agents, ...handed]) * minute;
  const reviewer = opening.reviewer ?? 'nobody';
  const { maxFixIterations: cap, fixTimeoutTurns: turns } = prepared.policy.panel;
  const loop: readonly ReviewEvent[] =
    fixer === undefined
      ? []
      : [
          {
            type: 'fix_loop_started',
            data: { author: fixer.name, cap, turns, minutes: leaseMinutes(prepared.policy, [fixer]) },
          },
        ];
  const before = await objectedBefore(on, id, opening.requested);
  const began = await record([
    requested,
    ...before,
    ...loop,
    { type: 'review_started', data: { reviewer, leaseUntil } },
  ]);
  const { packet, seats } = planned;
  const { task, scope } = request;
  const asking = { ...on, progress, signal };
  const { reviewer: asked, context } =
    task === undefined
      ? { reviewer: on.reviewer, context: [] }
      : await withTaskContext({ ...asking, blobs: on.store.blobs }, { packet, seats, task });
  if (handed.length > 0) {
    const handing = { prepared, by, context: await on.context(), scope, handed, asked: seats, told: context };
    const data = await handOut(on.store, handing, on.clock.now());
    const started = await record([{ type: 'seats_handed_out', data }]);
    return runAwaited({ ...asking, reviewer: asked }, { started, packet, seats }, record);
  }
  const opinions = await weighed(on.store, began, await askSeats({ ...asking, reviewer: asked }, began, planned));
  progress({ who: 'decision', step: 'deciding' });
  return record((review) =>
    concluded(review, opinions, { digest: on.digest, now: on.clock.now(), stopped: signal.aborted }),
  );
}
