import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asides } from '../../../test/kit/composed-answer/answer.js';
import { composedAnswer, faultsOf } from '../../../test/kit/composed-answer/index.js';
import { readOpinion } from './read-opinion.js';

describe('an answer composed of independent choices', () => {
  // One seed: the law holds for nearly all combinations (docs/opinions.md names those that are ambiguous), so that a failure
  // of this sample is a change of the grammar and not of the dice.
  it('is read back: every finding with its place, degree and words, none doubled or invented, and the verdict', () => {
    const answers = fc.sample(composedAnswer, { numRuns: 2000, seed: 11 });
    const failed = answers
      .map((answer) => ({ text: answer.text, faults: faultsOf(answer, readOpinion(answer.text)) }))
      .filter(({ faults }) => faults.length > 0);
    expect(failed.slice(0, 3)).toEqual([]);
    expect(answers.length).toBe(2000);
  });

  it('never approves where it objects, whatever else stands in it', () => {
    fc.assert(
      fc.property(composedAnswer, ({ text, statement }) => {
        fc.pre(statement.says !== 'approve');
        expect(readOpinion(text).verdict).not.toBe('approved');
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is no finding', () => {
  it.each(asides.filter((aside) => aside !== ''))('%s', (aside) => {
    for (const text of [aside, `${aside}\n\nVERDICT: APPROVE`, `# Review\n\n${aside}\n\nLGTM`, `Approved.\n\n${aside}`])
      expect(readOpinion(text).findings).toEqual([]);
  });
});
