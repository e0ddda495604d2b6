import { messageOf, type Message, type Told } from '../../src/domain/notification/message.js';

/** A notification of a review that was sent back. */
export function told(over: Partial<Told> = {}, review: Partial<Told['review']> = {}): Told {
  return {
    position: 4,
    word: 'review_changes_requested',
    at: Date.UTC(2026, 2, 4, 12),
    recipients: [{ party: 'creator', name: 'otter' }],
    detail: '2 open findings: 1 critical, 1 minor',
    ...over,
    review: {
      id: '01KABCDEFGHJKMNPQRSTVWXYZ0',
      title: 'feat: add a parser',
      type: 'feature',
      status: 'changes_requested',
      creator: 'otter',
      reviewer: 'owl',
      revision: 0,
      ...review,
    },
  };
}

export function message(over: Partial<Told> = {}, review: Partial<Told['review']> = {}): Message {
  return messageOf(told(over, review));
}

/** What a repository can put into a title. */
export const hostileTitle =
  '\u001b]0;owned\u0007\u001b[2J$(touch /tmp/owned) `id` "; rm -rf ~ #\r\n<b>--urgency=critical</b>\u202e ' +
  'x'.repeat(5_000);
