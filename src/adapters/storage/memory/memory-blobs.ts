import { createHash } from 'node:crypto';
import type { BlobStore } from '../../../application/ports/store.js';

/** Bytes that end with the process. */
export function memoryBlobs(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    put: (bytes) => {
      const digest = createHash('sha256').update(bytes).digest('hex');
      blobs.set(digest, bytes.slice());
      return Promise.resolve(digest);
    },
    get: (digest) => Promise.resolve(blobs.get(digest)?.slice()),
  };
}
