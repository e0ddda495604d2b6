import { describe, expect, it } from 'vitest';
import { change, changedFile, opinion, raised, recorded, requested } from '../../../test/kit/review.js';
import { evaluateCondition } from '../../adapters/policy-file/conditions.js';
import { matches } from '../../adapters/policy-file/glob.js';
import { classify } from '../../domain/classification/classify.js';
import { BrokenHistory } from '../../domain/model/broken-history.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import type { Recorded, ReviewEvent } from '../../domain/model/event.js';
import type { Policy } from '../../domain/model/policy.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { pathFacts } from '../../domain/policy/path-facts.js';
import { digest } from '../../main/digest.js';
import { decideRound } from '../decide.js';
import { rested } from './rested.js';
import { simulate } from './simulate.js';

const tools = { digest, evaluate: evaluateCondition, matches, embeddedRoles: new Set(['auditor']) };
const bare: Policy = { ...defaultPolicy, criteria: { '*': [] } };
const asking = (minConfidence: number): Policy => ({ ...bare, standards: { ...bare.standards, minConfidence } });
const seats = ['auditor@embedded'];
/** One more than the policy allows. */
const found = ['x', 'y', 'z'].map((message) => raised({ severity: 'minor', message }));

/** A round over one file: approved where nothing is found. */
function round(before: readonly ReviewEvent[], path: string, findings: typeof found = []): ReviewEvent[] {
  const given = opinion({ findings, shown: [{ path, coverage: 'reviewed' }] });
  const events: ReviewEvent[] = [
    ...before,
    { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9e12 } },
    { type: 'opinion_submitted', data: { opinion: given } },
  ];
  const review = fold(recorded('r', events));
  if (review === undefined) throw new Error('no review');
  return [...events, { type: 'review_decided', data: decideRound(review, digest) }];
}

const { standards, embedded, rejectGrounds } = bare;
const of = change();
const classification = classify({ change: of, proofs: [], pathFacts: pathFacts(bare, ['a.ts'], matches) });
const terms = { standards, embedded, rejectGrounds, criteria: [], seats };
const basis = requested({ ...terms, reviewType: classification.type, classification, change: of });
const approved = round([{ type: 'review_requested', data: basis }], 'a.ts');
const revised: ReviewEvent = {
  type: 'review_revised',
  data: {
    ...{ change: change([changedFile('b.ts')]), classification, exclusions: {}, seats, carry: [], carried: {} },
    ...{ changesMade: 'b', claimedFixed: [], precheck: [] },
  },
};
const twice = round([...approved, revised], 'b.ts', found);
const thrice = round([...twice, revised], 'b.ts');

async function resting(events: readonly Recorded[], policy: Policy) {
  const asked: string[] = [];
  const historyOf = (stream: string) => {
    asked.push(stream);
    return Promise.resolve(events);
  };
  const other = { policy, digest: 'b'.repeat(64) };
  const [whole, rest] = [await simulate(events, other, tools), await simulate(events, other, tools, { historyOf })];
  return { whole, rest, asked };
}

describe('a review that was put to rest', () => {
  it.each<[string, readonly ReviewEvent[], Policy, string[], { same: number; flipped: number }]>([
    ['is not read again where nothing follows', approved, asking(80), [], { same: 1, flipped: 0 }],
    ['comes out the same again', twice, asking(80), ['review/r'], { same: 1, flipped: 0 }],
    ['is read again once', thrice, asking(80), ['review/r'], { same: 1, flipped: 0 }],
    [
      'flips in a later round',
      twice,
      { ...bare, embedded: { ...embedded, maxMinor: 3, minorConfidence: 90 } },
      ['review/r'],
      { same: 0, flipped: 1 },
    ],
  ])('%s', async (_name, events, policy, reads, counts) => {
    const { whole, rest, asked } = await resting(recorded('r', events), policy);
    expect(rest).toEqual(whole);
    expect(rest).toMatchObject(counts);
    expect(asked).toEqual(reads);
  });

  it('still refuses what can not follow', async () => {
    const events = recorded('r', [...approved, { type: 'review_started', data: { reviewer: 'x', leaseUntil: 1 } }]);
    await expect(resting(events, asking(80))).rejects.toThrow(BrokenHistory);
  });

  it('keeps nothing of what was changed, said and found, and stands where it stood', () => {
    const whole = fold(recorded('r', approved));
    if (whole === undefined) throw new Error('no review');
    const { change: kept, opinions, findings, decision, status } = rested(whole);
    expect([kept.files, opinions, findings, decision?.rules]).toEqual([[], [], [], []]);
    expect([status, decision?.outcome]).toEqual([whole.status, 'approved']);
  });
});
