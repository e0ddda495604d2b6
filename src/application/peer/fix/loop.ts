import type { Attempt, Judged, Loop, LoopStep, StopReason } from '../../../domain/fix-loop/loop.js';
import { nextStep } from '../../../domain/fix-loop/next-step.js';
import { findingLines } from '../../../domain/fix-loop/words.js';
import type { LoopSeen } from '../../../domain/escalation/triggers.js';
import type { Change } from '../../../domain/model/change.js';
import type { Review } from '../../../domain/model/review.js';
import { known, type Known } from '../../commands/fix/known.js';
import { toMend } from '../../../domain/fix-loop/to-mend.js';
import { contentOf, countedRounds, type Deciding } from '../../commands/fix/rounds.js';

type Escalated = Extract<LoopStep, { readonly ended: 'escalated' }>;

/** Why the loop back to a creator that comes by itself stops; the rest is the protocol's to say. */
const ofDecision: readonly StopReason[] = ['same_finding', 'regression'];
const ofRevision: readonly StopReason[] = ['turn_limit', 'content_again', 'no_change'];

/** The loop of a review among peers before `deciding` is recorded; undefined where nobody looks at it (SPEC 6.3). */
export function loopSeen(review: Review, deciding: Deciding): LoopSeen | undefined {
  const loop = loopOf(review, deciding);
  if (loop === undefined) return undefined;
  return { attempts: loop.attempts.length, why: stopped(loop, ofDecision)?.why };
}

/** Why a decision on a round stopped the loop before its cap. */
export function stopOfDecision(review: Review, deciding: Deciding): StopReason | undefined {
  const loop = loopOf(review, deciding);
  return loop === undefined ? undefined : stopped(loop, ofDecision)?.reason;
}

export interface HandedIn {
  readonly change: Change;
  /** Turns that the creator says it took. */
  readonly turns: number | undefined;
  /** Whether the same content may be judged again, since something else changed. */
  readonly again: boolean;
}

/** Why what the creator hands in is no fix that a reviewer has to look at; undefined where one does. */
export function stopOfRevision(review: Review, { change, turns, again }: HandedIn): Escalated | undefined {
  const loop = loopOf(review);
  if (loop === undefined || loop.judged.length === 0 || review.status === 'approved') return undefined;
  const limit = loop.terms.turns;
  const tooLong = turns !== undefined && limit !== null && turns > limit;
  const content = contentOf(review, change);
  // What was passed before may come back.
  const isFree = again || loop.judged.some((round) => round.content === content && round.verdict === 'passed');
  if (isFree && !tooLong) return undefined;
  const attempt: Attempt = { ended: tooLong ? 'turn_limit' : 'done', content };
  return stopped({ ...loop, attempts: [...loop.attempts, attempt] }, ofRevision);
}

/** What a person is told of a loop that stopped: why, and what remains. */
export function stopWords(why: string, review: Review): string {
  const remaining = toMend(review);
  return remaining.length === 0 ? why : [why, 'Remaining:', ...findingLines(remaining)].join('\n');
}

function stopped(loop: Loop, reasons: readonly StopReason[]): Escalated | undefined {
  const step = nextStep(loop);
  return step.do === 'stop' && step.ended === 'escalated' && reasons.includes(step.reason) ? step : undefined;
}

function loopOf(review: Review, deciding?: Deciding): Loop | undefined {
  const { peer } = review;
  if (peer?.terms.fixTurns === undefined) return undefined;
  let seen: Known = new Map();
  const judged = countedRounds(review, deciding).map(({ content, outcome, findings }): Judged => {
    const { standing, known: next } = known(findings, seen);
    seen = next;
    return { content, verdict: verdictOf(outcome), findings: standing };
  });
  const attempts = judged.slice(1).map(({ content }): Attempt => ({ ended: 'done', content }));
  return { terms: { attempts: peer.terms.escalation.maxRevisions, turns: peer.terms.fixTurns }, judged, attempts };
}

function verdictOf(outcome: string): Judged['verdict'] {
  if (outcome === 'changes_requested') return 'objected';
  return outcome === 'rejected' ? 'undecided' : 'passed';
}
