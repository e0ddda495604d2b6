import { describe, expect, it } from 'vitest';
import { hostileTitle, message } from '../../../../test/kit/message.js';
import { terminalSender } from './terminal.js';

const never = new AbortController().signal;

function terminal(isTTY = true) {
  let text = '';
  return { output: { isTTY, write: (more: string) => (text += more) }, text: () => text };
}

describe('a terminal', () => {
  it('is one of the process that has it; the others leave the message to that', () => {
    expect(terminalSender(terminal(true).output, false).available).toBe(true);
    expect(terminalSender(terminal(false).output, false).available).toBe(false);
  });

  it('shows a line for each message, and rings once', async () => {
    const { output, text } = terminal();
    await terminalSender(output, true).send([message(), message({ word: 'review_escalated', detail: null })], never);
    expect(text()).toBe(
      'countersign: Changes requested: feat: add a parser (2 open findings: 1 critical, 1 minor), see: countersign show 01KABCDEFGHJKMNPQRSTVWXYZ0\n' +
        'countersign: A person is needed: feat: add a parser, see: countersign inbox\n\u0007',
    );
  });

  it('obeys nothing that a title says', async () => {
    const { output, text } = terminal();
    await terminalSender(output, false).send([message({ detail: hostileTitle }, { title: hostileTitle })], never);
    expect(text()).not.toMatch(/[^\P{C}\n]/u);
    expect(text().split('\n')).toHaveLength(2);
    expect(text().length).toBeLessThan(600);
  });

  it('is not flooded', async () => {
    const { output, text } = terminal();
    const messages = Array.from({ length: 200 }, (_, index) => message({ position: index }));
    expect(await terminalSender(output, false).send(messages, never)).toHaveLength(200);
    expect(text().split('\n')).toHaveLength(12);
    expect(text()).toContain('and 190 more');
  });
});
