import type { ReceiptResult } from '../../../application/ports/receipts.js';
import type { Append } from '../../../application/ports/store.js';
import type { AttemptRefused, JournalStream } from '../../../domain/model/event.js';

/** What an append by itself says came of an entry, for the case that nobody lives to say more. */
export function provisional<S extends JournalStream>({ events, stream }: Append<S>): ReceiptResult {
  const refused = events.find(({ type }) => type === 'attempt_refused');
  if (refused === undefined) return { outcome: 'recorded' };
  const { code } = refused.data as AttemptRefused;
  return { outcome: 'refused', code, message: `it stands in the record of ${stream}` };
}
