import { newlines } from '../text/clean.js';
import type { RepairJson } from '../reading.js';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** One JSON document found in the text. */
export interface Document {
  /** Offsets in the scanned text. */
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly source: string;
  readonly value: JsonValue;
  readonly repaired: boolean;
}

export interface Scan {
  readonly documents: readonly Document[];
  /** Line where an object starts that looks like an answer and never ends, or can't be read. */
  readonly broken?: { readonly line: number; readonly why: string };
}

/** Keys by which an unreadable object is recognised as somebody's answer. */
const answerKey =
  /["'](?:verdict|decision|approved?|passed|findings|issues|blocking_issues|recommendation|overall_correctness|result|status|valid|nonce)["']\s*:/;
const opener = /\{(?=\s*["'}{[])|\[(?=\s*\{)/g;

/**
 * Finds complete JSON documents by a balanced scan that knows strings. An object without an end stops the scan: what is
 * nested in it is not an answer (FAULTS: unbalanced openers). Each character is looked at a bounded number of times.
 */
export function scanDocuments(text: string, repair: RepairJson | undefined): Scan {
  const found: Document[] = [];
  let line = 1;
  let counted = 0;
  opener.lastIndex = 0;
  let broken: Scan['broken'];
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const start = match.index;
    line += newlines(text.slice(counted, start));
    counted = start;
    const end = balancedEnd(text, start);
    if (end === undefined) {
      if (answerKey.test(text.slice(start))) broken = { line, why: 'an object that looks like an answer never ends' };
      break;
    }
    const source = text.slice(start, end);
    const read = parse(source) ?? mended(text, start, end, repair);
    if (read !== undefined && answerKey.test(source) && saysTwice(read.json, read.value))
      broken ??= { line, why: 'an object that looks like an answer says the same key twice' };
    else if (read === undefined) {
      if (answerKey.test(source))
        broken ??= { line, why: 'an object that looks like an answer is not readable as JSON' };
      else {
        opener.lastIndex = start + 1;
        if (end - start > 200) opener.lastIndex = end;
        continue;
      }
    } else {
      const { value, repaired } = read;
      found.push({ start, end, from: line, to: line + newlines(source), source, value, repaired });
    }
    opener.lastIndex = end;
  }
  return broken === undefined ? { documents: found } : { documents: found, broken };
}

/** An object as it was read, and the text that it was read from. */
interface Parsed {
  readonly value: JsonValue;
  readonly json: string;
  readonly repaired: boolean;
}

function parse(source: string): Parsed | undefined {
  try {
    return { value: JSON.parse(source) as JsonValue, json: source, repaired: false };
  } catch {
    // Not JSON: the caller tries to repair it, and keeps the text otherwise.
    return undefined;
  }
}

/** Only a complete object that stands alone is repaired, and only where its verdict is written in it as a whole word. */
function mended(text: string, start: number, end: number, repair: RepairJson | undefined): Parsed | undefined {
  const alone = !/["']\s*:/.test(text.slice(0, start).slice(-2000)) && !/[{}]/.test(text.slice(end).slice(0, 2000));
  if (repair === undefined || !alone) return undefined;
  const repaired = repair(text.slice(start, end));
  const read = repaired === undefined ? undefined : parse(repaired);
  return read === undefined || typeof read.value !== 'object' ? undefined : { ...read, repaired: true };
}

/**
 * Whether a key stands twice in one object. JSON keeps the last of them, so that an objection and its findings would be gone without a
 * trace (SPEC 2, rules 1 and 8).
 */
function saysTwice(json: string, value: JsonValue): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"\s*(:)?/gsu)) if (colon !== undefined) written += 1;
  return written > keysIn(value);
}

function keysIn(value: JsonValue): number {
  const open: JsonValue[] = [value];
  let keys = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isObject(next)) keys += Object.keys(next).length;
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) open.push(each);
  }
  return keys;
}

/** Offset after the bracket that closes the one at `start`; undefined when there is none. */
function balancedEnd(text: string, start: number): number | undefined {
  const closers: string[] = [];
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{') closers.push('}');
    else if (sign === '[') closers.push(']');
    else if (sign === '}' || sign === ']') {
      if (closers.pop() !== sign) return undefined;
      if (closers.length === 0) return at + 1;
    }
  }
  return undefined;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
