import type { Change, ChangedFile } from '../../src/domain/model/change.js';
import type { Decision, Outcome } from '../../src/domain/model/decision.js';
import type { AgentAdded, AgentEvent, ReviewEvent, ReviewRequested } from '../../src/domain/model/event.js';
import type { Disposition, Finding } from '../../src/domain/model/finding.js';
import type { Opinion } from '../../src/domain/model/opinion.js';
import { requested as plainlyRequested } from '../kit/review.js';

const objectId = (seed: number) => seed.toString(16).padStart(40, '0');

export function changedFile(index: number): ChangedFile {
  return {
    path: `src/feature-${index}/module.ts`,
    status: 'M',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: objectId(index * 2 + 1),
    newBlob: objectId(index * 2 + 2),
    binary: false,
    added: 12,
    deleted: 3,
    addedLines: [
      [10, 15],
      [40, 45],
    ],
    deletedLines: [[10, 12]],
    newlineAtEof: { old: true, new: true },
  };
}

export function change(files = 8): Change {
  return {
    source: 'range',
    title: 'main..topic',
    baseCommit: objectId(11),
    headCommit: objectId(12),
    baseTree: objectId(13),
    headTree: objectId(14),
    patchId: objectId(15),
    commits: [
      {
        id: objectId(12),
        author: { name: 'Åse', email: 'ase@example.org' },
        committer: { name: 'Åse', email: 'ase@example.org' },
        message: 'Teach the parser about emoji 🦉\n\nAnd "quotes".',
      },
    ],
    files: Array.from({ length: files }, (_, index) => changedFile(index)),
    notes: [],
  };
}

export function requested(
  overrides: Partial<ReviewRequested> = {},
): Extract<ReviewEvent, { type: 'review_requested' }> {
  const criterion = {
    name: 'tests',
    required: true,
    description: 'Tests cover it',
    checks: ['a test fails without it'],
  };
  const data = { creator: 'builder', change: change(), criteria: [criterion], seats: ['code@embedded'], ...overrides };
  return { type: 'review_requested', data: plainlyRequested(data) };
}

export const started = (reviewer = 'embedded', leaseUntil = 5_000): ReviewEvent => ({
  type: 'review_started',
  data: { reviewer, leaseUntil },
});

export function opinion(overrides: Partial<Opinion> = {}): ReviewEvent {
  return {
    type: 'opinion_submitted',
    data: {
      opinion: {
        seat: { role: 'code', driver: 'embedded' },
        verdict: 'approved',
        confidence: 90,
        summary: 'Read all of it; one thing to mend.',
        checklist: { tests: { answer: true } },
        findings: [],
        shown: Array.from({ length: 8 }, (_, index) => ({
          path: changedFile(index).path,
          coverage: 'reviewed' as const,
        })),
        durationMs: 120,
        ...overrides,
      },
    },
  };
}

export function finding(index: number, overrides: Partial<Finding> = {}): Finding {
  return {
    id: `F-${index.toString(16).padStart(6, '0')}`,
    fingerprint: `fingerprint-${index}`,
    state: 'open',
    agreement: 'only',
    severity: 'important',
    category: 'tests',
    rule: 'tests/skipped',
    file: changedFile(index).path,
    side: 'head',
    line: 10 + index,
    message: 'The test is skipped, so a fault in this code would go unseen.',
    sources: [{ seat: 'code@embedded', message: 'The test is skipped.', severity: 'important' }],
    ...overrides,
  };
}

const decision = (outcome: Outcome, confidence = 90): Decision => ({
  outcome,
  confidence,
  rules: [{ id: 'standards/confidence', result: 'satisfied', reason: '90 is at least 80' }],
});

export const decided = (outcome: Outcome, findings: readonly Finding[] = []): ReviewEvent => ({
  type: 'review_decided',
  data: { findings, decision: decision(outcome) },
});

export const disposition = (overrides: Partial<Disposition> = {}): Disposition => ({
  state: 'dismissed',
  actor: 'ada',
  reason: 'generated code',
  at: 9_000,
  authority: 'human',
  ...overrides,
});

export const disposed = (of: Finding, content: string, how: Partial<Disposition> = {}): ReviewEvent => ({
  type: 'finding_disposed',
  data: { findingId: of.id, fingerprint: of.fingerprint, content, disposition: disposition(how) },
});

export const escalated = (by = 'ada', deadline?: number): ReviewEvent => ({
  type: 'review_escalated',
  data: {
    trigger: 'by_hand',
    reason: 'nobody else can read it',
    by,
    ...(deadline === undefined ? {} : { deadline }),
  },
});

export const personDecided = (
  outcome: 'approved' | 'changes_requested' | 'rejected',
  person = 'grace',
  option?: number,
): ReviewEvent => ({
  type: 'person_decided',
  data: {
    outcome,
    note: 'read it myself',
    person,
    ...(option === undefined ? {} : { option }),
    decision: decision(outcome),
  },
});

export const attemptRefused: ReviewEvent = {
  type: 'attempt_refused',
  data: { verb: 'approve', code: 'own_work', actor: 'ada' },
};

export const agentAdded = (tokenHash: string, over: Partial<AgentAdded> = {}): AgentEvent => ({
  type: 'agent_added',
  data: { kind: 'agent', role: 'tester', tokenHash, ...over },
});

export const tokenRotated = (tokenHash: string): AgentEvent => ({ type: 'token_rotated', data: { tokenHash } });

export const agentRevoked: AgentEvent = { type: 'agent_revoked', data: { reason: 'left' } };
