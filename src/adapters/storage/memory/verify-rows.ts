import type { BlobStore, Verification } from '../../../application/ports/store.js';
import { namedBlobs } from '../../../domain/model/named-blobs.js';
import { chainHash, eventHash, GENESIS, type EventRow } from '../journal/hash-chain.js';
import { recorded } from '../journal/seal.js';

/** The chain of a journal in memory, then whether the blobs that its events name are there. */
export async function verifyRows(rows: readonly EventRow[], blobs: BlobStore): Promise<Verification> {
  const chain = verifyChain(rows);
  if (!chain.intact) return chain;
  for (const row of rows) {
    const { stream, version, position } = row;
    for (const { what, digest } of namedBlobs(recorded(row))) {
      if ((await blobs.get(digest)) !== undefined) continue;
      const reason = `the blob that it names is missing (${what}): ${digest}`;
      return { intact: false, stream, version, position, reason };
    }
  }
  return chain;
}

/** Walks the chain of a journal in memory and names the first event that does not fit. */
function verifyChain(rows: readonly EventRow[]): Verification {
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
