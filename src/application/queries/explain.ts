import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Explanation, ExplainedDecisions } from '../application.js';
import { loadGate } from '../gate/record.js';
import type { Store } from '../ports/store.js';
import { loadRun } from '../run/record.js';
import { loadTask } from '../task/record.js';
import { findNamed } from './find-named.js';
import { findReviewRow, loadReview } from './find-review.js';
import { shownRules } from './shown-rules.js';

/** Why a review, a run, a gate or a task ended as it did, from the journal alone: every rule that was looked at. */
export async function explain(store: Store, id: string): Promise<Explanation | ExplainedDecisions | Refusal> {
  const named = await findNamed(store, id);
  if (isRefusal(named)) return named;
  if (named.of === 'run') return decisionsOfRun(store, named.id);
  if (named.of === 'gate') return decisionsOfGate(store, named.id);
  if (named.of === 'task') return decisionsOfTask(store, named.id);
  const row = await findReviewRow(store, named.id);
  if (isRefusal(row)) return row;
  const { review } = await loadReview(store, row.id);
  return {
    review: row,
    classification: review.classification,
    policy: review.policy,
    rules: shownRules(review),
    outcome: review.decision?.outcome ?? null,
  };
}

async function decisionsOfRun(store: Store, id: string): Promise<ExplainedDecisions> {
  const { run } = await loadRun(store, id);
  const decisions = run.cycles.flatMap(({ number, decision }) =>
    decision === null ? [] : [{ number, outcome: decision.outcome, rules: decision.rules }],
  );
  return { of: 'run', id, decisions };
}

async function decisionsOfGate(store: Store, id: string): Promise<ExplainedDecisions> {
  const { gate } = await loadGate(store, id);
  const decisions = gate.iterations.flatMap(({ iteration, decision }) =>
    decision === null ? [] : [{ number: iteration, outcome: decision.outcome, rules: decision.rules }],
  );
  return { of: 'gate', id, decisions };
}

async function decisionsOfTask(store: Store, id: string): Promise<ExplainedDecisions> {
  const { task } = await loadTask(store, id);
  const decisions = task.reviews.flatMap(({ decision }, index) =>
    decision === null ? [] : [{ number: index + 1, outcome: decision.status, rules: decision.rules }],
  );
  return { of: 'task', id, decisions };
}
