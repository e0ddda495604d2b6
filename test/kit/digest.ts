import { createHash } from 'node:crypto';

/** `sha256` hex; of a text, of its UTF-8. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
