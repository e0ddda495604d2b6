import { BrokenHistory } from '../../domain/model/broken-history.js';
import type { Ticked } from './ticked.js';

/** Looked up at once. */
const batch = 50;

/**
 * Fires what is due of one kind of thing, the earliest first; the deadlines of each thing once a call, however late it comes.
 * `fireOne` gives the number that it fired. A history that cannot be stops nobody else.
 */
export async function fireAll(
  lookUp: (limit: number) => Promise<readonly { readonly id: string }[]>,
  fireOne: (id: string) => Promise<number>,
): Promise<Ticked> {
  const seen = new Set<string>();
  const broken: string[] = [];
  let fired = 0;
  for (;;) {
    const due = (await lookUp(batch + seen.size)).filter(({ id }) => !seen.has(id));
    if (due.length === 0) return { fired, broken };
    for (const { id } of due) {
      seen.add(id);
      try {
        fired += await fireOne(id);
      } catch (error) {
        if (!(error instanceof BrokenHistory)) throw error;
        broken.push(id);
      }
    }
  }
}
