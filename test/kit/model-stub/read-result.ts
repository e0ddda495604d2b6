import type { ToolResult } from './script.js';

/**
 * The value of a key in what a tool returned, at any depth, also inside JSON that is quoted in a string; clients wrap
 * results differently.
 * @throws Error that quotes the result when the key is not there.
 */
export function field(results: readonly ToolResult[], tool: string, key: string): unknown {
  const result = results.findLast((each) => each.tool === tool);
  if (result === undefined) throw new Error(`${tool} was not called`);
  const found = search(parsed(result.text), key);
  if (found === undefined) throw new Error(`no ${key} in the result of ${tool}: ${result.text.slice(0, 500)}`);
  return found;
}

function search(value: unknown, key: string): unknown {
  if (typeof value === 'string') return /[{[]/u.test(value) ? search(parsed(value), key) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && Object.hasOwn(value, key)) return new Map(Object.entries(value)).get(key);
  for (const each of Object.values(value) as readonly unknown[]) {
    const found = search(each, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The JSON in a text, words before and after it left out. */
function parsed(text: string): unknown {
  for (const candidate of [text, between(text, '{', '}'), between(text, '[', ']')]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object') return value;
    } catch {
      // Not JSON this way: the next one may be.
    }
  }
  return undefined;
}

function between(text: string, open: string, close: string): string {
  return text.slice(text.indexOf(open), text.lastIndexOf(close) + 1);
}
