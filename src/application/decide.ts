import { coverageOf } from '../domain/coverage/coverage.js';
import type { Digest } from '../domain/findings/fingerprint.js';
import { mergeFindings } from '../domain/findings/merge.js';
import { refutedOn, repeatsRefuted } from '../domain/findings/refuted.js';
import { counts, type Finding } from '../domain/model/finding.js';
import type { Decision } from '../domain/model/decision.js';
import { suppressed } from '../domain/memory/known.js';
import type { ReviewDecided, ReviewInterrupted } from '../domain/model/event.js';
import type { Review } from '../domain/model/review.js';
import { unverified } from '../domain/fix-loop/unverified.js';
import { withTriggers } from '../domain/escalation/triggers.js';
import { toVerify } from '../domain/peer/verification/owed.js';
import { loopSeen } from './peer/fix/loop.js';
import { standingOnContent } from '../domain/objections/same-content.js';
import { decide as decidePanel, specPasses } from '../domain/protocols/panel/decide.js';
import type { Makers } from '../domain/protocols/own-opinion.js';
import type { PanelRound } from '../domain/protocols/panel/round.js';
import { decide } from '../domain/protocols/standards/decide.js';
import type { Round } from '../domain/protocols/standards/round.js';

/**
 * What the opinions of a round add up to: merged findings and the decision. A pure function of the journal, so `replay`
 * calls it again and compares (SPEC 2, rule 9).
 */
export function decideRound(review: Review, digest: Digest): ReviewDecided {
  const findings = findingsOf(review, digest);
  return { findings, decision: withObjections(review, findings, decisionOn(review, findings)) };
}

/** An agent that agrees when it is asked again takes no objection away (SPEC 2, rule 5). */
function withObjections(review: Review, findings: readonly Finding[], decision: Decision): Decision {
  const standing = standingOnContent(review, findings);
  if (standing.length === 0) return decision;
  const ids = standing.map(({ id }) => id).join(', ');
  const reason = `earlier reviews of exactly this content objected, and nobody settled it: ${ids}`;
  const outcome = decision.outcome === 'approved' ? 'changes_requested' : decision.outcome;
  return {
    ...decision,
    outcome,
    rules: [{ id: 'findings.same_content', result: 'unsatisfied', reason }, ...decision.rules],
  };
}

function decisionOn(review: Review, findings: readonly Finding[]): Decision {
  const panel = panelRound(review, findings);
  if (panel !== undefined) return decidePanel(panel);
  const decision = decide(standardsRound(review, findings));
  return withTriggers(review, decision, loopSeen(review, { findings, outcome: decision.outcome }));
}

/** What the protocol `standards` looks at. */
function standardsRound(review: Review, findings: readonly Finding[]): Round {
  return {
    ...plainRound(review, findings),
    ...(review.peer === null ? {} : { earlier: toVerify(review) }),
    unverified: unverified({ ...review, findings }),
    coverage: coverageOf(review.change, review.exclusions, review.opinions),
  };
}

/** The same where nothing is to be verified, without what was covered. */
export function plainRound(review: Review, findings: readonly Finding[]): Omit<Round, 'coverage'> {
  // Copied last: to add to a copy gives each copy a shape of its own (docs/performance.md).
  return {
    criteria: review.criteria,
    standards: review.standards,
    embedded: review.embedded,
    rejectGrounds: review.rejectGrounds,
    seats: review.seats,
    opinions: review.opinions,
    counting: findings.filter(counts),
    settled: findings.filter((finding) => !counts(finding)),
    ...makers(review),
  };
}

/** Whether the quality seats of a panel are to be asked, after its spec seats have answered (SPEC 6.1). */
export function passesSpec(review: Review, digest: Digest): boolean {
  const panel = panelRound(review, findingsOf(review, digest));
  return panel !== undefined && specPasses(panel);
}

function panelRound(review: Review, findings: readonly Finding[]): PanelRound | undefined {
  const { panel: terms, criteria, opinions, revision } = review;
  if (terms === undefined) return undefined;
  const coverage = coverageOf(review.change, review.exclusions, opinions);
  const standing = unverified({ ...review, findings });
  const counting = findings.filter(counts);
  return { ...makers(review), terms, criteria, opinions, counting, unverified: standing, coverage, revision };
}

function makers({ creator, fix }: Review): Makers {
  return { creator, ...(fix !== undefined && { fixer: fix.author }) };
}

function findingsOf(review: Review, digest: Digest): readonly Finding[] {
  const merged = mergeFindings({ reviewId: review.id, opinions: review.opinions, carried: review.carried, digest });
  const refuted = refutedOn(review);
  // Reviewers that cannot be told what is settled raise it again: it stays refuted for the same content.
  return merged.map((finding) =>
    repeatsRefuted(finding, refuted, review.change, digest) === undefined
      ? suppressed(finding, review)
      : { ...finding, state: 'refuted' as const },
  );
}

/**
 * Decision on a review that ended before it could decide, `stopped` by whoever ran it or with its process: it did not happen
 * (SPEC 2, rule 1).
 */
export function interrupted(review: Review, digest: Digest, stopped = false): ReviewInterrupted {
  const { findings, decision } = decideRound(review, digest);
  const [id, reason] = stopped
    ? ['review.interrupted', 'it was interrupted before every reviewer had answered']
    : ['review.completed', 'the process that ran the review ended before it decided'];
  const rules = [{ id, result: 'unsatisfied', reason } as const, ...decision.rules];
  return { findings, decision: { outcome: 'inconclusive', confidence: 0, rules }, ...(stopped && { stopped }) };
}
