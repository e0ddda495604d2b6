import { ulid } from 'ulid';
import type { SealedEntry, SpooledEntry } from '../../src/domain/model/spool.js';

/** An entry as it would be kept, unsigned unless a signature is given. */
export function sealed(over: Partial<SpooledEntry> = {}, sign?: (text: string) => string): SealedEntry {
  const entry: SpooledEntry = {
    id: ulid(),
    at: 1_000,
    verb: 'withdraw',
    ask: { review: 'R0001', reason: 'done another way' },
    tokenHash: null,
    claimed: 'Ada',
    context: null,
    directory: '/project',
    content: null,
    ...over,
  };
  const text = JSON.stringify(entry);
  return { entry, text, signature: sign?.(text) ?? null };
}
