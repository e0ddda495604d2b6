import { closest, distance } from 'fastest-levenshtein';
import type * as z from 'zod';
import { isRefusal, type Problem, type Refusal } from '../../domain/model/refusal.js';

export interface Taken<T> {
  readonly value: T;
  /** Fields that the tool does not know; they were left out. */
  readonly ignored: readonly string[];
}

/**
 * Reads the arguments of a call. All mistakes come back at once, each with its dotted field, what was expected and the
 * nearest word. A field that is not known is ignored and named, unless it is a known one misspelt: a list of findings must
 * not get lost by a letter. `tool` is what the caller called: a tool, or the command that reads a file in its place.
 */
export function takeArguments<T extends z.ZodObject>(
  tool: string,
  schema: T,
  given: unknown,
): Taken<z.infer<T>> | Refusal {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return toCorrect(tool, [{ message: `the arguments are ${kindOf(given)}`, expected: 'an object' }]);
  }
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  const misspelt = unknown.flatMap((key) => misspelling(key, known, given));
  const parsed = schema.safeParse(given, { reportInput: true });
  const problems = [...misspelt, ...(parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue)))];
  if (problems.length > 0 || !parsed.success) return toCorrect(tool, problems);
  return { value: parsed.data, ignored: unknown };
}

/** The value of an earlier step, or its refusal. */
export function valueOf<T>(taken: Taken<T> | Refusal): T | Refusal {
  return isRefusal(taken) ? taken : taken.value;
}

/** Refuses a call with each field that has to be corrected. */
export function toCorrect(tool: string, problems: readonly Problem[]): Refusal {
  const count = problems.length === 1 ? '1 field' : `${problems.length} fields`;
  return {
    refused: true,
    code: 'invalid_arguments',
    message: `${tool} cannot be called like this: ${count} to correct`,
    remedy: `Correct the fields listed and call ${tool} again; nothing was changed.`,
    problems,
  };
}

function misspelling(key: string, known: readonly string[], given: object): Problem[] {
  const near = nearest(
    key,
    known.filter((name) => !(name in given)),
  );
  return near === undefined ? [] : [{ key, message: 'is no field that is known here', nearest: near }];
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  const key = issue.path.map(String).join('.');
  const place = key === '' ? {} : { key };
  switch (issue.code) {
    case 'invalid_type': {
      const message = issue.input === undefined ? 'is missing' : `is ${kindOf(issue.input)}`;
      return { ...place, message, expected: issue.expected };
    }
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      const near = typeof issue.input === 'string' ? nearest(issue.input, allowed) : undefined;
      const message = issue.input === undefined ? 'is missing' : `is ${shown(issue.input)}`;
      return { ...place, message, expected: allowed.join(', '), ...(near === undefined ? {} : { nearest: near }) };
    }
    case 'too_small':
      return { ...place, message: `is ${shown(issue.input)}`, expected: `at least ${issue.minimum}` };
    case 'too_big':
      return { ...place, message: `is ${shown(issue.input)}`, expected: `at most ${issue.maximum}` };
    case 'custom': {
      const expected: unknown = issue.params?.['expected'];
      return { ...place, message: issue.message, ...(typeof expected === 'string' ? { expected } : {}) };
    }
    default:
      return { ...place, message: issue.message };
  }
}

function nearest(word: string, allowed: readonly string[]): string | undefined {
  if (allowed.length === 0) return undefined;
  const near = closest(
    word.toLowerCase(),
    allowed.map((each) => each.toLowerCase()),
  );
  const found = allowed.find((each) => each.toLowerCase() === near);
  return found !== undefined && distance(word.toLowerCase(), near) <= Math.max(1, word.length / 4) ? found : undefined;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? `'${value.slice(0, 60)}'` : kindOf(value);
}
