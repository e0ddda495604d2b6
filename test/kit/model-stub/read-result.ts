import type { ToolResult } from './script.js';

/**
 * The value of a key in what a tool returned, at any depth. Some clients hand their model the structured result, wrapped in
 * ways of their own, others only its text, where facts are a line of JSON outside of what is fenced as data.
 * @throws Error that quotes the result when the key is not there.
 */
export function field(results: readonly ToolResult[], tool: string, key: string): unknown {
  const text = textOf(results, tool);
  const found = inText(text, key);
  if (found === undefined) throw new Error(`no ${key} in the result of ${tool}: ${text.slice(0, 2000)}`);
  return found;
}

/** The same, undefined where it is not there. */
export function sought(results: readonly ToolResult[], tool: string, key: string): unknown {
  return results.some((each) => each.tool === tool) ? inText(textOf(results, tool), key) : undefined;
}

/**
 * Names or ids of a list in what a tool returned, under a key of the structured result or in a section of the text, where
 * each line begins with one; empty where there is none.
 */
export function names(
  results: readonly ToolResult[],
  tool: string,
  place: { readonly key: string; readonly section: string },
): readonly string[] {
  const text = textOf(results, tool);
  const list = inText(text, place.key);
  if (Array.isArray(list)) return list.map((each) => String(inValue(each, 'name') ?? inValue(each, 'id')));
  const [, section = ''] = unwrapped(text).split(`## ${place.section}`);
  const [lines = ''] = section.split('\n\n');
  return [...lines.matchAll(/^([\w-]+)[ :]/gmu)].map(([, name = '']) => name);
}

function textOf(results: readonly ToolResult[], tool: string): string {
  const result = results.findLast((each) => each.tool === tool);
  if (result === undefined) throw new Error(`${tool} was not called`);
  return result.text;
}

function inText(text: string, key: string): unknown {
  const plain = unwrapped(text);
  // What is fenced is data of others: it is looked into last.
  const outside = plain.replaceAll(/<untrusted-data (\w+)>[\s\S]*?<\/untrusted-data \1>/gu, '');
  for (const part of [plain, ...outside.split('\n'), ...plain.split('\n')]) {
    const found = inValue(json(part), key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Gemini CLI hands on a text as the only text of an object. */
function unwrapped(text: string): string {
  const value = json(text);
  const [only, ...others] = typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [];
  return typeof only === 'string' && others.length === 0 ? only : text;
}

function inValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && Object.hasOwn(value, key)) return new Map(Object.entries(value)).get(key);
  for (const each of Object.values(value) as readonly unknown[]) {
    const found = inValue(each, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
