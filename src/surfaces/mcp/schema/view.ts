import type { ReviewState } from '../../../application/peer-review.js';
import type { ReviewRow } from '../../../application/ports/store.js';
import type {
  ContestDocument,
  FindingDocument,
  MendingDocument,
  ReviewDocument,
} from '../../../application/queries/document.js';
import { findingLines, fixRequest } from '../../../domain/fix-loop/words.js';
import { nextStep } from '../next-steps.js';
import type { FindingView, FixLoopView, ReviewStateView } from './review.js';
import type * as z from 'zod';
import type { reviewRow } from './review.js';
import { given } from './given.js';

export function findingView(finding: FindingDocument): FindingView {
  const { id, state, severity, category, file, line, message, suggestion } = finding;
  return {
    ...{ id, state, severity, category, message },
    ...given({ file, line, suggestion }),
  };
}

function contestText(contest: ContestDocument | undefined): string | undefined {
  if (contest === undefined) return undefined;
  const { judge, judgement } = contest;
  return judgement === null
    ? `${judge} is to judge it`
    : `${judgement.outcome} by ${judgement.by}: ${judgement.reason}`;
}

/** A review as `get_review` tells it. */
export function reviewStateView({ version, document, rejectedBefore }: ReviewState): ReviewStateView {
  const { review, change, decision, findings, request } = document;
  const last = document.opinions.at(-1);
  return {
    next: nextStep(document, version),
    review_id: review.id,
    version,
    status: review.status,
    outcome: decision?.outcome ?? null,
    title: request?.title ?? change.title,
    type: review.type,
    creator: review.creator,
    reviewer: review.reviewer,
    revision_count: review.revision,
    head_tree: change.headTree,
    confidence: decision?.confidence ?? null,
    summary: last?.summary ?? '',
    checklist: Object.fromEntries(document.checklist.map(({ name, answer }) => [name, answer])),
    ...(last?.answers === undefined ? {} : { answers: [...last.answers] }),
    findings: findings.map((finding) => ({
      ...findingView(finding),
      ...given({ contest: contestText(finding.contests?.at(-1)) }),
    })),
    unmet_rules: unmetRules(document),
    ...sinceThen(document),
    ...given({ rejected_before: rejectedBefore && [...rejectedBefore] }),
    created_at: review.createdAt,
    started_at: review.startedAt,
    completed_at: review.completedAt,
  };
}

/** What was added to a review on its way. */
function sinceThen({ request, mending, escalation }: ReviewDocument) {
  return given({
    criteria_changed: request?.policyChanged && [...request.policyChanged.criteria],
    fix: mending && fixLoopView(mending),
    escalation: escalation && escalationView(escalation),
  });
}

/** What an agent that mends is told, as one that Countersign starts is told it (SPEC 6.3). */
export function fixLoopView({ state, attempt, of, turns, findings, reason, why }: MendingDocument): FixLoopView {
  const standing = findings.map(({ finding: key, ...rest }) => ({ key, ...rest }));
  const remaining = standing.length === 0 ? [] : ['Remaining:', ...findingLines(standing)];
  const request = {
    asked: () => fixRequest({ attempt, of, turns, findings: standing }),
    handed_in: () => undefined,
    stopped: () => [`Stopped: ${why ?? ''}`, ...remaining].join('\n'),
  }[state]();
  return { state, attempt, of, turns, ...given({ request, reason }) };
}

/** `RULE: REASON` of what keeps it from being approved. */
export function unmetRules({ decision }: ReviewDocument): string[] {
  const open = (decision?.rules ?? []).filter(({ result }) => result === 'unsatisfied' || result === 'error');
  return open.map(({ id, reason }) => `${id}: ${reason}`);
}

function escalationView({ reason, state, deadline, options }: NonNullable<ReviewDocument['escalation']>) {
  return { reason, state, deadline, options: options.map(({ number, title }) => `${number}. ${title}`) };
}

export function rowView(row: ReviewRow): z.infer<typeof reviewRow> {
  const { id, title, type, status, outcome, creator, reviewer, revision, createdAt } = row;
  return {
    ...{ review_id: id, title, type, status, outcome, creator, reviewer },
    revision_count: revision,
    created_at: new Date(createdAt).toISOString(),
  };
}

/** What became of a command on a review, with `next`. */
export function settledView(document: ReviewDocument) {
  return {
    next: nextStep(document),
    success: true as const,
    review_id: document.review.id,
    status: document.review.status,
    outcome: document.decision?.outcome ?? null,
  };
}
