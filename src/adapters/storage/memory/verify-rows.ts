import type { Verification } from '../../../application/ports/store.js';
import { chainHash, eventHash, GENESIS, type EventRow } from '../journal/hash-chain.js';

/** Walks the chain of a journal in memory and names the first event that does not fit. */
export function verifyRows(rows: readonly EventRow[]): Verification {
  const heads = new Map<string, EventRow>();
  let chain = GENESIS;
  for (const [index, row] of rows.entries()) {
    const head = heads.get(row.stream);
    chain = chainHash(chain, index + 1, row.hash);
    const fits = row.previous === (head?.hash ?? GENESIS) && row.hash === eventHash(row) && row.chain === chain;
    const { stream, version, position } = row;
    if (!fits) return { intact: false, stream, version, position, reason: 'it does not match its hashes' };
    heads.set(stream, row);
  }
  return { intact: true, streams: heads.size, events: rows.length };
}
