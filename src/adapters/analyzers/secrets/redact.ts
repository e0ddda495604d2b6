import { findSecrets } from './search.js';

/** The text with everything that looks like a credential replaced, for what is kept as evidence. */
export async function redact(text: string): Promise<string> {
  const found = await findSecrets('output.txt', text);
  let redacted = text;
  for (const { from, to } of [...found].sort((a, b) => b.from - a.from)) {
    redacted = `${redacted.slice(0, from)}[redacted]${redacted.slice(to)}`;
  }
  return redacted;
}
