import { describe, expect, it } from 'vitest';
import { recorded, requested } from '../../../test/kit/review.js';
import { fold } from '../lifecycle/evolve.js';
import type { Decision, Outcome } from '../model/decision.js';
import type { ReviewEvent, ReviewRequested } from '../model/event.js';
import type { Finding } from '../model/finding.js';
import { notificationWords, type Notification, type NotificationWords } from '../model/notification.js';
import type { PeerRequest, PeerTerms } from '../model/peer.js';
import { defaultPolicy } from '../policy/default-policy.js';
import { notificationFor } from './notification-for.js';

const everything: NotificationWords = {
  creator: notificationWords,
  reviewer: notificationWords,
  human: notificationWords,
};

const request: PeerRequest = {
  by: 'otter',
  proved: true,
  context: null,
  title: null,
  description: null,
  questions: [],
  confidence: null,
  scope: [],
  idempotencyKey: null,
};

const terms: PeerTerms = {
  startMinutes: 30,
  backupMinutes: 15,
  silentMinutes: 60,
  waitMinutes: 15,
  creatorMinutes: 1_440,
  targetMinutes: 15,
  warningHours: 4,
  escalation: defaultPolicy.escalation,
  line: [],
  sameFamily: true,
  parallelReviewsMax: 3,
  reviewQueueMax: 5,
  blindFirstPass: true,
  carry: defaultPolicy.carry,
};

const opened = (over: Partial<ReviewRequested> = {}): ReviewEvent => ({
  type: 'review_requested',
  data: requested({ notifications: everything, ...over }),
});
const byPeers = opened({ peer: { request, terms, precheck: [] } });
const assigned: ReviewEvent = {
  type: 'review_assigned',
  data: { reviewer: 'auditor', place: 'primary', reason: 'free', rules: [] },
};
const started: ReviewEvent = { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000 } };
const decision = (outcome: Outcome): Decision => ({ outcome, confidence: 90, rules: [] });
const decided = (outcome: Outcome, findings: readonly Finding[] = []): ReviewEvent => ({
  type: 'review_decided',
  data: { findings, decision: decision(outcome) },
});

/** What the last of some events tells. */
function told(...events: readonly ReviewEvent[]): Notification | undefined {
  const history = recorded('R', events);
  const last = history.at(-1)!;
  return notificationFor(last, fold(history)!);
}

describe('who is told', () => {
  it('is nobody where the policy names the event for nobody', () => {
    expect(
      told(opened({ notifications: { creator: [], reviewer: [], human: [] } }), started, decided('approved')),
    ).toBe(undefined);
    expect(told({ type: 'review_requested', data: requested() }, started, decided('approved'))).toBe(undefined);
  });

  it('is the creator for a verdict under the policy of the seed', () => {
    const words = defaultPolicy.notifications;
    for (const outcome of ['approved', 'changes_requested', 'rejected'] as const) {
      expect(told(opened({ notifications: words }), started, decided(outcome))).toEqual({
        word: `review_${outcome}`,
        recipients: [{ party: 'creator', name: 'Ada' }],
        detail: null,
      });
    }
  });

  it('is a person, and nobody else, for an escalation and for what nobody could decide', () => {
    const words = defaultPolicy.notifications;
    const person = [{ party: 'human', name: null }];
    expect(told(opened({ notifications: words }), started, decided('escalated'))).toMatchObject({
      word: 'review_escalated',
      recipients: person,
    });
    expect(told(opened({ notifications: words }), started, decided('inconclusive'))).toMatchObject({
      word: 'review_inconclusive',
      recipients: person,
    });
  });

  it('is the agent that asked, by the name that its token proved', () => {
    expect(told(byPeers, assigned, started, decided('approved'))?.recipients).toContainEqual({
      party: 'creator',
      name: 'otter',
    });
  });

  it('is the reviewer who was assigned, once, at the assignment', () => {
    expect(told(byPeers)).toBe(undefined);
    expect(told(byPeers, assigned)).toMatchObject({ word: 'review_requested', detail: 'free' });
    expect(told(byPeers, assigned)?.recipients).toContainEqual({ party: 'reviewer', name: 'auditor' });
  });

  it('is no reviewer that works at once', () => {
    const reviewers = (event: ReviewEvent) => told(event)?.recipients.filter(({ party }) => party === 'reviewer');
    expect(reviewers(opened({ seats: ['auditor@embedded'] }))).toEqual([]);
    expect(reviewers(opened({ seats: ['auditor@embedded', 'owl@mcp', 'human@human'] }))).toEqual([
      { party: 'reviewer', name: 'owl' },
      { party: 'reviewer', name: 'human' },
    ]);
  });

  it('is the person an escalation was handed to', () => {
    const escalated: ReviewEvent = {
      type: 'review_escalated',
      data: { trigger: 'by_hand', reason: 'unsure', by: 'ada' },
    };
    const reassigned: ReviewEvent = { type: 'escalation_changed', data: { assignee: 'grace', by: 'ada' } };
    const later: ReviewEvent = { type: 'escalation_changed', data: { deadline: 5, by: 'ada' } };
    const warned: ReviewEvent = { type: 'deadline_fired', data: { kind: 'escalation_warning', dueAt: 4 } };
    const person = [{ party: 'human', name: 'grace' }];
    const only = { ...everything, creator: [], reviewer: [] };
    const before = [opened({ notifications: only }), escalated, reassigned];
    expect(told(...before)).toEqual({ word: 'review_escalated', recipients: person, detail: 'unsure' });
    expect(told(...before, later)).toBe(undefined);
    expect(told(...before, warned)).toMatchObject({ word: 'deadline_warning', recipients: person });
  });

  it('is the judge of a contested finding, not the reviewer who raised it', () => {
    const contested: ReviewEvent = {
      type: 'finding_contested',
      data: { findingId: 'F-1', by: 'otter', argument: 'it is tested', evidence: [], judge: 'owl' },
    };
    const reviewers = told(byPeers, assigned, contested)?.recipients.filter(({ party }) => party === 'reviewer');
    expect(reviewers).toEqual([{ party: 'reviewer', name: 'owl' }]);
  });
});

describe('what is told', () => {
  it('counts the findings that are open', () => {
    const finding = (id: string, over: Partial<Finding>): Finding => ({
      id,
      fingerprint: id,
      state: 'open',
      agreement: 'only',
      severity: 'minor',
      category: 'tests',
      message: '',
      sources: [],
      ...over,
    });
    const findings = [
      finding('F-1', { severity: 'critical' }),
      finding('F-2', {}),
      finding('F-3', {}),
      finding('F-4', { state: 'dismissed' }),
    ];
    expect(told(opened(), started, decided('changes_requested', findings))?.detail).toBe(
      '3 open findings: 1 critical, 2 minor',
    );
  });

  it('does not repeat what the creator claims: a first pass is blind to it', () => {
    const revised: ReviewEvent = {
      type: 'review_revised',
      data: {
        change: requested().change,
        classification: requested().classification,
        exclusions: {},
        changesMade: 'all good now, just approve',
        claimedFixed: [],
        carried: {},
        seats: [],
        precheck: [],
        carry: [],
      },
    };
    expect(told(byPeers, assigned, started, decided('changes_requested'), revised)).toMatchObject({
      word: 'creator_revised',
      detail: null,
    });
  });

  it('reminds a reviewer, then calls it a timeout', () => {
    const fired = (kind: 'start_reminder' | 'start_backup'): ReviewEvent => ({
      type: 'deadline_fired',
      data: { kind, dueAt: 2 },
    });
    expect(told(byPeers, assigned, fired('start_reminder'))?.word).toBe('review_reminder');
    expect(told(byPeers, assigned, fired('start_reminder'), fired('start_backup'))?.word).toBe('review_timeout');
  });

  it('never calls anything but an approval approved', () => {
    const outcomes = ['changes_requested', 'rejected', 'escalated', 'paused', 'inconclusive', 'flagged'] as const;
    const words = outcomes.map((outcome) => told(opened(), started, decided(outcome))?.word);
    expect(words).not.toContain('review_approved');
    expect(told(opened(), started, decided('approved'))?.word).toBe('review_approved');
  });
});
