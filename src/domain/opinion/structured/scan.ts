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
    if (read === undefined) {
      if (answerKey.test(source))
        broken ??= { line, why: 'an object that looks like an answer is not readable as JSON' };
      else {
        opener.lastIndex = start + 1;
        if (end - start > 200) opener.lastIndex = end;
        continue;
      }
    } else found.push({ start, end, from: line, to: line + newlines(source), source, ...read });
    opener.lastIndex = end;
  }
  return broken === undefined ? { documents: found } : { documents: found, broken };
}

function parse(source: string): { value: JsonValue; repaired: boolean } | undefined {
  try {
    return { value: JSON.parse(source) as JsonValue, repaired: false };
  } catch {
    // Not JSON: the caller tries to repair it, and keeps the text otherwise.
    return undefined;
  }
}

/** Only a complete object that stands alone is repaired, and only where its verdict is written in it as a whole word. */
function mended(
  text: string,
  start: number,
  end: number,
  repair: RepairJson | undefined,
): { value: JsonValue; repaired: boolean } | undefined {
  const alone = !/["']\s*:/.test(text.slice(0, start).slice(-2000)) && !/[{}]/.test(text.slice(end).slice(0, 2000));
  if (repair === undefined || !alone) return undefined;
  const repaired = repair(text.slice(start, end));
  const read = repaired === undefined ? undefined : parse(repaired);
  return read === undefined || typeof read.value !== 'object' ? undefined : { value: read.value, repaired: true };
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
