import { evolve } from '../../src/domain/lifecycle/evolve.js';
import type { Outcome } from '../../src/domain/model/decision.js';
import type { ReviewEvent, ReviewRequested } from '../../src/domain/model/event.js';
import type { Finding } from '../../src/domain/model/finding.js';
import type { Opinion } from '../../src/domain/model/opinion.js';
import type { Review } from '../../src/domain/model/review.js';
import { seatName } from '../../src/domain/model/seat.js';
import { opinion, raised, recorded, requested } from './review.js';

/** A review in which `haiku` raises a finding and `sonnet` and the embedded auditor see nothing. */
export interface Told {
  /** Of the round; undefined: it was not decided. */
  readonly outcome: Outcome | undefined;
  /** Default: `haiku` raises one. */
  readonly raised: boolean;
  /** Seat that raises it instead of haiku's own. */
  readonly seat: string;
  /** Another seat that raises the same. */
  readonly also: string;
  readonly failed: 'sonnet' | undefined;
  readonly basis: Partial<ReviewRequested>;
  readonly then: readonly ReviewEvent[];
}

const haiku = { role: 'quality', driver: 'cli', agent: 'h', model: 'haiku' } as const;
const sonnet = { role: 'quality', driver: 'cli', agent: 's', model: 'sonnet' } as const;

export function findingOf(seat: string, also?: string): Finding {
  return {
    ...{ ...raised(), id: 'F-1', fingerprint: 'p', state: 'open', agreement: 'only' },
    sources: [seat, ...(also === undefined ? [] : [also])].map((each) => ({
      ...{ seat: each, message: raised().message, severity: 'important' as const },
    })),
  };
}

export const changed = {
  fixed: { type: 'finding_verified', data: { findingId: 'F-1', outcome: 'fixed', by: 'other' } },
  dismissed: (authority: 'human' | 'claimed'): ReviewEvent => ({
    type: 'finding_disposed',
    data: {
      ...{ findingId: 'F-1', fingerprint: 'p', content: 'c' },
      disposition: { state: 'dismissed', actor: 'dana', reason: 'no', at: 1, authority },
    },
  }),
  reported: (kind: 'bug' | 'revert' | 'clean'): ReviewEvent => ({
    type: 'outcome_reported',
    data: { kind, note: 'n', by: 'ada' },
  }),
  person: (outcome: 'approved' | 'changes_requested' | 'rejected'): ReviewEvent => ({
    type: 'person_decided',
    data: { outcome, note: 'n', person: 'dana', decision: { outcome, confidence: 100, rules: [] } },
  }),
} satisfies Record<string, ReviewEvent | ((word: never) => ReviewEvent)>;

function eventsOf(told: Partial<Told>): readonly ReviewEvent[] {
  const { outcome, raised: raises = true, seat = seatName(haiku), also, failed, basis, then = [] } = told;
  const verdict: Partial<Opinion> = raises ? { verdict: 'changes_requested', findings: [raised()] } : {};
  const opinions = [
    opinion(),
    opinion({ seat: haiku, ...verdict }),
    opinion({ seat: sonnet, ...(failed && { failure: { kind: 'crashed', detail: 'gone' } }) }),
  ];
  return [
    { type: 'review_requested', data: requested(basis) },
    { type: 'review_started', data: { reviewer: 'panel', leaseUntil: 9 } },
    ...opinions.map((each): ReviewEvent => ({ type: 'opinion_submitted', data: { opinion: each } })),
    ...(outcome === undefined ? [] : [decided(outcome, raises ? [findingOf(seat, also)] : [])]),
    ...then,
  ];
}

function decided(outcome: Outcome, findings: readonly Finding[]): ReviewEvent {
  return { type: 'review_decided', data: { findings, decision: { outcome, confidence: 90, rules: [] } } };
}

/** The states that a review goes through, and what led to them. */
export function fold(told: Partial<Told>) {
  const events = recorded('R', eventsOf(told));
  const states: Review[] = [];
  for (const event of events) states.push(evolve(states.at(-1), event));
  return { events, states };
}

export function reviewOf(told: Partial<Told>): Review {
  const review = fold(told).states.at(-1);
  if (review === undefined) throw new Error('no review');
  return review;
}
