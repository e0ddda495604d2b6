import type { AgentRow, FindingRow, ReviewRow } from '../../../application/ports/store.js';
import type { Agent } from '../../../domain/model/agent.js';
import { counts } from '../../../domain/model/finding.js';
import { everyFinding, type Review } from '../../../domain/model/review.js';

export function reviewRow(review: Review): ReviewRow {
  const { id, type, protocol, status, creator, reviewer, revision, change } = review;
  const { createdAt, startedAt, completedAt, leaseUntil } = review;
  return {
    ...{ id, type, protocol, status, creator, reviewer, revision, createdAt, startedAt, completedAt, leaseUntil },
    outcome: review.decision?.outcome ?? null,
    title: change.title,
    headTree: change.headTree,
    headCommit: change.headCommit ?? null,
    openFindings: everyFinding(review).filter(counts).length,
    decidedBy: review.personDecision?.person ?? null,
  };
}

export function agentRow({ name, kind, role, family, commitsAs, createdAt, revokedAt }: Agent): AgentRow {
  return { name, kind, role, family, commitsAs, createdAt, revokedAt };
}

export function findingRows(review: Review): FindingRow[] {
  return everyFinding(review).map((finding) => ({
    id: finding.id,
    fingerprint: finding.fingerprint,
    reviewId: review.id,
    state: finding.state,
    severity: finding.severity,
    category: finding.category,
    rule: finding.rule ?? null,
    file: finding.file ?? null,
    line: finding.line ?? null,
    message: finding.message,
    disposition: finding.disposition ?? null,
  }));
}

/** Ids are found by their beginning, whatever its case. */
export function startsWith(id: string, prefix: string): boolean {
  return id.toLowerCase().startsWith(prefix.toLowerCase());
}
