import { describe, expect, it } from 'vitest';
import { hostileTitle, message } from '../../../test/kit/message.js';

describe('a message', () => {
  it('says what happened, of what, why, and what to do', () => {
    expect(message()).toEqual({
      id: 'msg_01KABCDEFGHJKMNPQRSTVWXYZ0_4',
      type: 'review_changes_requested',
      timestamp: '2026-03-04T12:00:00.000Z',
      summary: 'Changes requested: feat: add a parser',
      detail: '2 open findings: 1 critical, 1 minor',
      next: 'countersign show 01KABCDEFGHJKMNPQRSTVWXYZ0',
      recipients: [{ party: 'creator', name: 'otter' }],
      review: {
        id: '01KABCDEFGHJKMNPQRSTVWXYZ0',
        title: 'feat: add a parser',
        type: 'feature',
        status: 'changes_requested',
        creator: 'otter',
        reviewer: 'owl',
        revision: 0,
      },
    });
  });

  it('sends a person to the inbox', () => {
    expect(message({ word: 'review_escalated' }).next).toBe('countersign inbox');
  });

  it('makes every text of others one short plain line', () => {
    const hostile = message(
      { detail: hostileTitle, recipients: [{ party: 'creator', name: hostileTitle }] },
      { title: hostileTitle, creator: hostileTitle, reviewer: hostileTitle, type: hostileTitle },
    );
    const texts = JSON.stringify(hostile);
    expect(texts).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|\\[unrtb]/u);
    expect(texts.length).toBeLessThan(1_500);
    expect(hostile.summary.startsWith('Changes requested: ]0;owned [2J')).toBe(true);
  });
});
