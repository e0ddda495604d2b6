import { describe, expect, it } from 'vitest';
import { readSubmission } from './submit-review.js';

describe('an answer that a file holds', () => {
  it.each([
    ['with fields missing', {}],
    [
      'that says nothing',
      { nonce: 'n', head_tree: 't', status: 'approved', confidence: 90, checklist: {}, summary: ' ' },
    ],
  ])('%s is refused in the words of the command line', (_, given) => {
    const refused = JSON.stringify(readSubmission('01R', given));
    expect(refused).toContain('invalid_arguments');
    expect(refused).toContain('countersign submit cannot be called like this');
    expect(refused).not.toContain('submit_review');
  });
});
