import { judgedBy, unverified } from '../../../domain/fix-loop/unverified.js';
import type { Judged } from '../../../domain/fix-loop/loop.js';
import type { Decision } from '../../../domain/model/decision.js';
import { counts, type Finding } from '../../../domain/model/finding.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';
import { meaningOf } from '../../../domain/protocols/panel/rows.js';
import { keyOf, known as knownAfter, type Known } from './known.js';
import { standingOf } from '../../../domain/fix-loop/standing.js';

/** A decided round as the fix loop looks at it, and what is known after it. */
export function judgedOf(review: Review, known: Known): { readonly judged: Judged; readonly known: Known } {
  const { standing: findings, known: next } = knownAfter(toMend(review), known);
  const open = unverified(review).map((finding) => standingOf(finding, keyOf(finding, known)));
  const verdict = verdictOf(review.decision);
  const judged = { content: review.change.headTree, verdict, findings, ...(open.length > 0 && { unverified: open }) };
  return { judged, known: next };
}

/** What counts, without what a panel discarded. */
function toMend({ findings, panel, decision }: Review): readonly Finding[] {
  const counting = findings.filter(counts);
  const discarded =
    decision?.panel?.stages.filter(({ result }) => result === 'discarded').map(({ stage }) => stage) ?? [];
  if (panel === undefined || discarded.length === 0) return counting;
  const seats = new Set(panel.voices.filter(({ stage }) => !discarded.includes(stage)).flatMap((voice) => voice.seats));
  return counting.filter(({ sources }) => sources.some(({ seat }) => seats.has(seat)));
}

/** Whether a person has to agree or not: the author has nothing left to mend once all seats pass. */
function verdictOf(decision: Decision | null): Judged['verdict'] {
  switch (decision?.outcome) {
    case 'approved':
    case 'flagged':
      return 'passed';
    case 'changes_requested':
      return 'objected';
    case 'escalated':
      return meaningOf(decision.panel?.row ?? 0) === 'passed' ? 'passed' : 'undecided';
    case 'rejected':
      return 'undecided';
    default:
      return 'inconclusive';
  }
}

/**
 * Findings of earlier rounds that close: every seat that raised one has judged the new content, which the fixer did not, and
 * sees it no longer (SPEC 2, rule 4). What a seat did not judge again stays open.
 */
export function verified(review: Review, known: Known, now: Judged): readonly ReviewEvent[] {
  const standing = new Set(now.findings.map(({ key }) => key));
  const isJudged = judgedBy(review);
  const open = new Set((review.fix?.earlier ?? []).filter(({ state }) => state === 'open').map(({ id }) => id));
  const raisedAgain = new Set(review.findings.map(({ id }) => id));
  return [...known].flatMap(([key, findings]) => {
    if (standing.has(key)) return [];
    const ids = new Map(findings.map((finding) => [finding.id, finding]));
    return [...ids.values()].flatMap((finding): ReviewEvent[] => {
      const { id, sources } = finding;
      if (!open.has(id) || raisedAgain.has(id) || !isJudged(finding)) return [];
      return [
        { type: 'finding_verified', data: { findingId: id, outcome: 'fixed', by: sources[0]?.seat ?? 'nobody' } },
      ];
    });
  });
}
