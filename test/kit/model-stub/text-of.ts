/** The texts in a message's content: a string, a list of parts with `text`, or anything else as JSON. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(partText).join('\n');
  return JSON.stringify(content ?? '');
}

function partText(part: unknown): string {
  if (typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string') return part.text;
  return textOf(part);
}
