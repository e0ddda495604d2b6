import { describe, expect, it } from 'vitest';
import { change, opinion, raised } from '../../../test/kit/review.js';
import { peerRequested, peerReview } from '../../../test/kit/peer.js';
import type { Opinion } from '../model/opinion.js';
import type { Review } from '../model/review.js';
import { contradicted } from './contradicted.js';

const critic = { role: 'critic', driver: 'mcp' } as const;
const approves = opinion({ seat: critic });
const objects = opinion({ seat: critic, verdict: 'changes_requested', findings: [raised()] });
const explains = (said: Opinion): Opinion => ({ ...said, clarification: 'I read it again.' });

function after(before: Opinion, now: Opinion, headTree = change().headTree): readonly Opinion[] {
  const review = peerReview([0, { type: 'review_requested', data: peerRequested() }]);
  const { peer } = review;
  if (peer === null) throw new Error('no peers');
  const round = {
    ...{ revision: 0, reviewer: 'critic', headTree, outcome: before.verdict, confidence: 90, checklist: {} },
    ...{ change: change(), opinions: [before], standing: [], at: 1 },
  };
  const standing: Review = { ...review, peer: { ...peer, rounds: [round] }, opinions: [now] };
  return contradicted(standing);
}

describe('an opinion that its own seat contradicts', () => {
  it.each<[string, Opinion, Opinion]>([
    ['approved, then objected to', approves, explains(objects)],
    ['objected to, then approved', objects, explains(approves)],
  ])('is wrong: the same content %s', (_, before, now) => {
    expect(after(before, now)).toEqual([before]);
  });

  it.each<[string, Opinion, Opinion, string?]>([
    ['it agrees in the end', approves, explains(approves)],
    ['nobody asked it to explain', approves, objects],
    ['the content is another', approves, explains(objects), '9'.repeat(40)],
    ['another seat says the opposite', approves, explains({ ...objects, seat: { role: 'other', driver: 'mcp' } })],
    ['it came to no verdict before', { ...approves, verdict: 'inconclusive' }, explains(objects)],
  ])('is none where %s', (_, before, now, headTree) => {
    expect(after(before, now, headTree)).toEqual([]);
  });
});
