import { describe, expect, it } from 'vitest';
import type { UnreadSubmission } from '../../../application/peer-review.js';
import { isRefusal, type Problem } from '../../../domain/model/refusal.js';
import { readSubmission } from './submit-review.js';

const nothing = () => Promise.resolve([]);

describe('an answer that a file holds', () => {
  const whole = { nonce: 'n', head_tree: 't', status: 'APPROVED', confidence: 90, checklist: {}, summary: 'Fine.' };

  it.each([
    ['with fields missing', {}],
    ['that says nothing', { ...whole, summary: ' ' }],
  ])('%s is refused in the words of the command line', async (_, given) => {
    const refused = JSON.stringify(await readSubmission('01R', given, nothing));
    expect(refused).toContain('invalid_arguments');
    expect(refused).toContain('countersign submit cannot be called like this');
    expect(refused).not.toContain('submit_review');
  });

  it('is refused with every problem at once: of its fields, of its summary, and what the review finds in the rest', async () => {
    const asked: UnreadSubmission[] = [];
    const found: readonly Problem[] = [{ key: 'checklist.correct', message: 'is not answered' }];
    const given = { ...whole, summary: '', confidence: 900, not_read: 1, findngs: [], ground: 'taste' };
    const refused = await readSubmission('01R', given, (unread) => {
      asked.push(unread);
      return Promise.resolve(found);
    });
    if (!isRefusal(refused)) throw new Error('taken');
    expect(refused.problems?.map(({ key }) => key)).toEqual([
      ...['findngs', 'confidence', 'not_read', 'summary', 'checklist.correct'],
    ]);
    expect(refused.message).toContain('5 fields to correct');
    expect(asked).toMatchObject([{ submission: { review: '01R', status: 'APPROVED', ground: 'taste' } }]);
    expect(asked[0]?.unread).toEqual(['findings', 'confidence', 'notRead', 'summary']);
  });

  it('is taken as it is where nothing is wrong', async () => {
    expect(await readSubmission('01R', whole, nothing)).toMatchObject({
      review: '01R',
      summary: 'Fine.',
      findings: [],
    });
  });
});
