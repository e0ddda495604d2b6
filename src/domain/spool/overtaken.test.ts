import { describe, expect, it } from 'vitest';
import { sealed } from '../../../test/kit/spool.js';
import type { Recorded, ReviewEvent } from '../model/event.js';
import { overtaken } from './overtaken.js';

const happened = (type: ReviewEvent['type'], at: number): Recorded =>
  ({ type, at, data: {}, stream: 'review/R1', version: 1, position: 1, actor: 'x', hash: '' }) as unknown as Recorded;
const { entry } = sealed({ verb: 'decide', at: 1_000 });

describe('the word of a person that waited', () => {
  it('falls when the content changed after it was given', () => {
    expect(overtaken(entry, [happened('review_revised', 1_001)])).toMatchObject({ code: 'content_changed' });
    const settled = sealed({ verb: 'dispose', at: 1_000 }).entry;
    expect(overtaken(settled, [happened('review_revised', 1_001)])).toMatchObject({ code: 'content_changed' });
  });

  it('falls when the question or the answer is another one since', () => {
    for (const type of ['opinion_submitted', 'review_decided', 'review_escalated', 'person_decided'] as const)
      expect(overtaken(entry, [happened(type, 1_001)]), type).toMatchObject({ code: 'overtaken' });
  });

  it('stands when nothing happened but what changes neither', () => {
    expect(overtaken(entry, [happened('review_revised', 1_000), happened('attempt_refused', 2_000)])).toBeUndefined();
    expect(overtaken(entry, [happened('reviewer_seen', 2_000)])).toBeUndefined();
  });

  it('what agents hand in names its content itself', () => {
    expect(overtaken(sealed({ verb: 'submit', at: 0 }).entry, [happened('review_revised', 5)])).toBeUndefined();
  });
});
