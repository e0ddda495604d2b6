import { describe, expect, it } from 'vitest';
import { peerRequested, peerReview, peerTerms } from '../../../test/kit/peer.js';
import { change, changedFile, opinion, raised, requested } from '../../../test/kit/review.js';
import type { Decision, Outcome } from '../model/decision.js';
import type { EscalationRules } from '../model/escalation.js';
import type { ReviewEvent, ReviewRequested } from '../model/event.js';
import type { Opinion } from '../model/opinion.js';
import type { PeerRequest } from '../model/peer.js';
import type { Review } from '../model/review.js';
import { pulledBy, withTriggers } from './triggers.js';

interface Case {
  readonly type?: string;
  readonly rules?: Partial<EscalationRules>;
  readonly creator?: number;
  readonly revision?: number;
  readonly outcome?: Outcome;
  readonly confidence?: number;
  readonly opinions?: readonly Opinion[];
}

const peer: Opinion['seat'] = { role: 'grace', driver: 'mcp' };

function review(given: Case): Review {
  const request: Partial<PeerRequest> = { confidence: given.creator ?? null };
  const over: Partial<ReviewRequested> = { reviewType: given.type ?? 'feature' };
  const terms = { escalation: { ...peerTerms().escalation, ...given.rules } };
  const at = peerReview([1, { type: 'review_requested', data: peerRequested({ request, terms }, over) }]);
  return { ...at, revision: given.revision ?? 0, opinions: given.opinions ?? [opinion({ seat: peer })] };
}

function decide(given: Case): Decision {
  const { outcome = 'approved', confidence = 95 } = given;
  return withTriggers(review(given), { outcome, confidence, rules: [] });
}

const options = (...validOptions: string[]) => [opinion({ seat: peer, validOptions })];

/** SPEC 5.6, row by row, each with the case beside it that must not pull. */
const rows: readonly (readonly [what: string, given: Case, trigger: string | undefined])[] = [
  ['nothing unusual', {}, undefined],
  ['a negative decision at the cap', { revision: 3, outcome: 'changes_requested' }, 'revision_cap'],
  ['a rejection at the cap', { revision: 3, outcome: 'rejected' }, 'revision_cap'],
  ['a negative decision below the cap', { revision: 2, outcome: 'changes_requested' }, undefined],
  ['an approval at the cap', { revision: 3 }, undefined],
  ['a cap of one', { revision: 1, outcome: 'changes_requested', rules: { maxRevisions: 1 } }, 'revision_cap'],
  ['creator 41 points above', { creator: 90, confidence: 49, outcome: 'changes_requested' }, 'confidence_gap'],
  ['creator 40 points above', { creator: 90, confidence: 50, outcome: 'changes_requested' }, undefined],
  ['creator far below', { creator: 10, confidence: 95 }, undefined],
  [
    'a gap with the rule off',
    { creator: 90, confidence: 20, outcome: 'rejected', rules: { maxConfidenceGap: null } },
    undefined,
  ],
  ['a security change at 89', { type: 'security_change', confidence: 89 }, 'critical_type_unsure'],
  ['a breaking change at 89', { type: 'breaking_change', confidence: 89 }, 'critical_type_unsure'],
  ['a security change at 90', { type: 'security_change', confidence: 90 }, undefined],
  [
    'changes to a security change at 85',
    { type: 'security_change', confidence: 85, outcome: 'changes_requested' },
    'critical_type_unsure',
  ],
  ['another type at 89', { confidence: 89 }, undefined],
  [
    'a security change with the rule off',
    { type: 'security_change', confidence: 80, rules: { minCriticalTypeConfidence: null } },
    undefined,
  ],
  [
    'two valid approaches',
    { type: 'architecture_decision', opinions: options('REST', 'gRPC') },
    'several_valid_options',
  ],
  ['one valid approach', { type: 'architecture_decision', opinions: options('REST') }, undefined],
  ['the same approach twice', { type: 'architecture_decision', opinions: options('REST', 'REST') }, undefined],
  ['approaches of something else', { opinions: options('REST', 'gRPC') }, undefined],
  ['both at 59', { creator: 59, confidence: 59, outcome: 'changes_requested' }, 'mutual_uncertainty'],
  ['the creator at 60', { creator: 60, confidence: 59, outcome: 'changes_requested' }, undefined],
  ['the reviewer at 60', { creator: 59, confidence: 60, outcome: 'changes_requested' }, undefined],
  ['an unsure reviewer of a silent creator', { confidence: 10, outcome: 'changes_requested' }, undefined],
  [
    'a round that came to nothing at the cap',
    { revision: 3, creator: 90, confidence: 0, outcome: 'inconclusive' },
    undefined,
  ],
];

describe('triggers of a decided round (SPEC 5.6)', () => {
  it.each(rows)('%s', (_, given, trigger) => {
    expect(pulledBy(decide(given))?.trigger).toBe(trigger);
  });

  it('an approval that pulls one is escalated, an objection stays the position of the reviewer', () => {
    expect(decide({ type: 'security_change', confidence: 85 }).outcome).toBe('escalated');
    expect(decide({ revision: 3, outcome: 'rejected' }).outcome).toBe('rejected');
    expect(decide({ revision: 3, outcome: 'changes_requested' }).outcome).toBe('changes_requested');
  });

  it('every trigger is on record, pulled or not', () => {
    expect(decide({}).rules.map(({ id }) => id)).toEqual([
      'escalation.contradictory_reviews',
      'escalation.revision_cap',
      'escalation.mutual_uncertainty',
      'escalation.several_valid_options',
      'escalation.critical_type_unsure',
      'escalation.confidence_gap',
    ]);
  });

  it('of several the strongest is the reason', () => {
    const all: Case = { type: 'breaking_change', revision: 3, creator: 95, confidence: 40, outcome: 'rejected' };
    expect(pulledBy(decide(all))?.trigger).toBe('revision_cap');
  });

  it('a review whose reviewers work at once has no triggers', () => {
    const alone = peerReview([1, { type: 'review_requested', data: requested() }]);
    const decision: Decision = { outcome: 'approved', confidence: 95, rules: [] };
    expect(withTriggers(alone, decision)).toBe(decision);
  });
});

describe('a re-review that contradicts the first one', () => {
  const decided = (opinions: readonly Opinion[], outcome: Outcome): readonly (readonly [number, ReviewEvent])[] => [
    [2, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: 9, nonceDigest: 'n' } }],
    ...opinions.map((each): [number, ReviewEvent] => [3, { type: 'opinion_submitted', data: { opinion: each } }]),
    [4, { type: 'review_decided', data: { findings: [], decision: { outcome, confidence: 70, rules: [] } } }],
  ];
  const revise = (data: Partial<ReviewRequested>): readonly [number, ReviewEvent] => [
    5,
    {
      type: 'review_revised',
      data: {
        change: data.change ?? change(),
        classification: peerRequested().classification,
        exclusions: {},
        changesMade: 'the finding was refuted',
        claimedFixed: [],
        carried: {},
        seats: [],
        precheck: [],
        carry: [],
      },
    },
  ];
  const request: ReviewEvent = { type: 'review_requested', data: peerRequested() };
  const first = opinion({
    seat: peer,
    verdict: 'changes_requested',
    checklist: { sound: { answer: true } },
    findings: [raised()],
  });
  const asked: readonly [number, ReviewEvent] = [
    7,
    { type: 'clarification_asked', data: { reviewer: 'grace', contradictions: ['…'] } },
  ];
  const again = (now: Opinion, clarified = true, next: Partial<ReviewRequested> = {}) => {
    const state = peerReview(
      [1, request],
      ...decided([first], 'changes_requested'),
      revise(next),
      [6, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: 9, nonceDigest: 'm' } }],
      ...(clarified ? [asked] : []),
    );
    return pulledBy(
      withTriggers({ ...state, opinions: [now] }, { outcome: 'changes_requested', confidence: 80, rules: [] }),
    );
  };
  const flipped = opinion({ ...first, checklist: { sound: { answer: false, reason: 'it is not' } } });

  it('goes to a person when it still does after clarification', () => {
    expect(again(flipped)).toEqual({
      trigger: 'contradictory_reviews',
      reason: 'after clarification the opinion still has criterion sound false where it was true, on the same content',
    });
  });

  it('does not before clarification was asked', () => {
    expect(again(flipped, false)).toBeUndefined();
  });

  it('does not where the content changed', () => {
    expect(
      again(flipped, true, { change: change([changedFile('a.ts')], { headTree: '5'.repeat(40) }) }),
    ).toBeUndefined();
  });

  it('does not where an explained opinion sees what it passed over before', () => {
    const more = opinion({ ...first, findings: [...first.findings, raised({ line: 40 })] });
    expect(again(more)).toBeUndefined();
  });
});
