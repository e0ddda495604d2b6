import type { RuleResult } from '../model/decision.js';
import type { ReviewerLine } from '../model/policy.js';

export interface AssignmentInput {
  /** Creator as named by the change, kebab-case for a role. */
  readonly creator: string;
  /** Line of the reviewer matrix for the creator; undefined: the policy names nobody. */
  readonly line: ReviewerLine | undefined;
  /** Open reviews by reviewer. */
  readonly open: ReadonlyMap<string, number>;
  /** Reviewers that work at once and keep no queue: the embedded ones. Load never makes them busy. */
  readonly unqueued: ReadonlySet<string>;
  /** Why somebody may not review this change; undefined: they may. Absent: only the creator may not. */
  readonly barred?: (candidate: string) => string | undefined;
  /** More open reviews than this make a reviewer busy (SPEC 5.4: 3). */
  readonly parallelReviewsMax: number;
  /** More pending reviews than this pause new ones for a reviewer (SPEC 5.4: 5). */
  readonly reviewQueueMax: number;
}

export interface Assignment {
  /** Undefined: all are busy, the caller tries again later. */
  readonly reviewer: string | undefined;
  readonly rules: readonly RuleResult[];
}

const order = ['primary', 'backup', 'escalate'] as const;

/** Primary, then backup, then the escalation role (SPEC 5.4). The author is never picked, whatever the matrix says. */
export function assign(input: AssignmentInput): Assignment {
  const rules: RuleResult[] = [];
  for (const place of order) {
    const candidate = input.line?.[place];
    const id = `assignment.${place}`;
    if (candidate === undefined) {
      rules.push({ id, result: 'not_applicable', reason: 'the matrix names nobody' });
      continue;
    }
    const obstacle = obstacleFor(candidate, input);
    if (obstacle === undefined) {
      rules.push({ id, result: 'satisfied', reason: `${candidate} is free` });
      return { reviewer: candidate, rules };
    }
    rules.push({ id, result: 'unsatisfied', reason: obstacle });
  }
  return { reviewer: undefined, rules };
}

function obstacleFor(candidate: string, input: AssignmentInput): string | undefined {
  const barred =
    input.barred === undefined
      ? candidate === input.creator && !input.unqueued.has(candidate)
        ? `${candidate} made the change`
        : undefined
      : input.barred(candidate);
  if (barred !== undefined) return barred;
  if (input.unqueued.has(candidate)) return undefined;
  const open = input.open.get(candidate) ?? 0;
  if (open > input.reviewQueueMax) return `${candidate} has ${open} reviews waiting, new ones are paused`;
  if (open > input.parallelReviewsMax) return `${candidate} is busy with ${open} open reviews`;
  return undefined;
}
