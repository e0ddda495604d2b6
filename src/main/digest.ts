import { createHash } from 'node:crypto';

/** `sha256` hex of a UTF-8 text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
