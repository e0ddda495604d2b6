import type { ReviewDocument } from '../../application/queries/document.js';
import type { Outcome } from '../../domain/model/decision.js';
import type { Refusal } from '../../domain/model/refusal.js';

/** Exit codes of every command (SPEC 4). */
export const exit = {
  /** Approved, skipped by rule, or flagged and continuing; of other commands: done. */
  ok: 0,
  /** Changes requested or rejected; of other commands: what was checked does not hold. */
  negative: 1,
  /** Wrong usage or config; nothing was changed. */
  usage: 2,
  /** Waiting for a person. */
  waiting: 3,
  /** The review did not happen or did not cover the change. */
  inconclusive: 4,
  /** Fault of Countersign or of the machine it runs on, an unusable store included. */
  fault: 5,
  /** Ctrl-C: 128 + SIGINT, as shells report it. */
  interrupted: 130,
} as const;

const byOutcome: Readonly<Record<Outcome, number>> = {
  approved: exit.ok,
  skipped: exit.ok,
  flagged: exit.ok,
  changes_requested: exit.negative,
  rejected: exit.negative,
  escalated: exit.waiting,
  paused: exit.waiting,
  inconclusive: exit.inconclusive,
};

/** Exit code of `review` and `show`. A review without a decision has not happened, unless a person is to decide it. */
export function exitCode(document: Pick<ReviewDocument, 'decision' | 'review'>): number {
  if (document.review.status === 'escalated') return exit.waiting;
  return document.decision === null ? exit.inconclusive : byOutcome[document.decision.outcome];
}

/** What was kept because the store did not answer may count later: the review did not happen, and the command was right. */
export function refusalExit({ code }: Pick<Refusal, 'code'>): number {
  return code === 'spooled' ? exit.inconclusive : exit.usage;
}
