import type { Person } from '../model/change.js';

/** One line, so that no part of it can take long; an address is what stands in the last angle brackets. */
const trailer = /^co-authored-by:[ \t]*(?<name>[^<\n]*)(?:<(?<email>[^>\n]*)>)?/gimu;

/** Whom a commit message names as having made it too: wherever the line stands, since one too many only costs a reviewer. */
export function coAuthors(message: string): readonly Person[] {
  return [...message.matchAll(trailer)].map(({ groups }) => ({
    name: (groups?.['name'] ?? '').trim(),
    email: (groups?.['email'] ?? '').trim(),
  }));
}
