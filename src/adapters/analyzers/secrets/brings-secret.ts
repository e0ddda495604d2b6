import { isPlaceholder } from './placeholder.js';
import { findSecrets } from './search.js';

/** What kind of credential stands in `head` and nowhere in `base`; undefined when none does. */
export async function bringsSecret(path: string, base: string, head: string): Promise<string | undefined> {
  if (base === head) return undefined;
  const found = await findSecrets(path, head);
  return found.find(({ from, to }) => {
    const secret = head.slice(from, to);
    return !isPlaceholder(secret) && !base.includes(secret);
  })?.kind;
}
