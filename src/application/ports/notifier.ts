import type { Message } from '../../domain/notification/message.js';
import type { NotificationRow } from './outbox.js';

export type SendResult =
  | { readonly outcome: 'delivered' }
  | {
      readonly outcome: 'failed';
      /** For a person to read; holds no secret. */
      readonly error: string;
      /** Wait that the receiver asked for, in milliseconds. */
      readonly waitMs?: number;
      /** Another attempt would be pointless. */
      readonly final?: boolean;
    }
  /** It was not begun. */
  | { readonly outcome: 'released' };

/** A way to tell somebody something, as the user of this machine set it up. */
export interface Channel {
  /** Kebab-case; its own among the channels of a configuration. */
  readonly name: string;
  readonly kind: 'terminal' | 'desktop' | 'file' | 'command' | 'webhook';
  /** Whether this process can use it: a terminal must be there. */
  readonly available: boolean;
  /** Whether a notification goes this way. */
  wants(notification: Pick<NotificationRow, 'word' | 'recipients'>): boolean;
  /** One result for each message, in their order. Once `signal` aborts it returns soon. */
  send(messages: readonly Message[], signal: AbortSignal): Promise<readonly SendResult[]>;
}
