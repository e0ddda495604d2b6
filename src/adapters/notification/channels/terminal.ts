import type { Channel } from '../../../application/ports/notifier.js';
import type { Message } from '../../../domain/notification/message.js';

/** Lines printed at once; a terminal that was away for long is not flooded. */
const shownAtMost = 10;

const bell = '\u0007';

/** Where a terminal channel prints. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Prints on standard error of whichever process has a terminal there; others leave it to them. */
export function terminalSender(output: TerminalOutput, wantsBell: boolean): Pick<Channel, 'available' | 'send'> {
  return {
    available: output.isTTY === true,
    send: (messages) => {
      const lines = messages.slice(0, shownAtMost).map(line);
      const rest = messages.length - lines.length;
      if (rest > 0) lines.push(`countersign: and ${rest} more, see: countersign notifications`);
      output.write(`${lines.join('\n')}\n${wantsBell ? bell : ''}`);
      return Promise.resolve(messages.map(() => ({ outcome: 'delivered' })));
    },
  };
}

function line({ summary, detail, next }: Message): string {
  return `countersign: ${summary}${detail === null ? '' : ` (${detail})`}, see: ${next}`;
}
