import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { dottedKey } from '../../domain/model/dotted-key.js';
import type { Problem } from '../../domain/model/refusal.js';
import type { YamlSource } from './yaml-source.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The nearest of the allowed words, where one is near enough to be meant. */
export function nearest(word: string, allowed: readonly string[]): string | undefined {
  if (allowed.length === 0) return undefined;
  const reordered = allowed.find((each) => inOrder(each) === inOrder(word.toLowerCase()));
  if (reordered !== undefined) return reordered;
  const best = closest(word.toLowerCase(), [...allowed]);
  return distance(word.toLowerCase(), best) <= Math.max(2, Math.floor(best.length / 3)) ? best : undefined;
}

/** The parts of a compound word in one order: `confidence_min` is meant for `min_confidence`. */
function inOrder(word: string): string {
  return word
    .split(/[_-]/u)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('_');
}

/** What the schema found, for people: each with its place, its key and what was expected. */
export function problemsOf(issues: readonly Issue[], schema: z.ZodType, source: YamlSource, file: string): Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(issue, [], schema, source, file));
}

function problemsOfIssue(issue: Issue, base: Path, schema: z.ZodType, source: YamlSource, file: string): Problem[] {
  const path = [...base, ...issue.path];
  const place = (at: 'key' | 'value', offset?: number) => ({
    file,
    ...source.placeOf(path, at, offset),
    ...keyOf(path),
  });
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownKey(name, path, schema, source, file));
    case 'invalid_union':
      return problemsOfUnion(issue, path, schema, source, file);
    case 'invalid_key':
      return [{ ...place('key'), message: 'is no name that can stand here', expected: expectedOf(issue.issues[0]) }];
    case 'custom':
      return [customProblem(issue, place)];
    default:
      return [{ ...place('value'), ...wordingOf(issue) }];
  }
}

function unknownKey(name: string, path: Path, schema: z.ZodType, source: YamlSource, file: string): Problem {
  const known = knownKeys(schema, path);
  const near = nearest(name, known);
  return {
    file,
    ...source.placeOf([...path, name], 'key'),
    ...keyOf([...path, name]),
    message: 'is no key that is known here',
    expected: `one of ${known.join(', ')}`,
    ...(near === undefined ? {} : { nearest: near }),
  };
}

/** The problems of the form that was evidently meant; where none was, what all of them would have taken. */
function problemsOfUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: Path,
  schema: z.ZodType,
  source: YamlSource,
  file: string,
): Problem[] {
  const meant = issue.errors.find((branch) => !branch.some((each) => each.path.length === 0 && isForm(each)));
  if (meant !== undefined && meant.length > 0) {
    return meant.flatMap((each) => problemsOfIssue(each, path, schema, source, file));
  }
  const at = { file, ...source.placeOf(path, 'value'), ...keyOf(path) };
  return [{ ...at, message: `is ${shown(issue.input)}`, expected: issue.message }];
}

/** Whether the issue says that the value has another form altogether. */
function isForm(issue: Issue): boolean {
  return issue.code !== 'unrecognized_keys' && issue.code !== 'custom';
}

function customProblem(
  issue: z.core.$ZodIssueCustom,
  place: (at: 'key' | 'value', offset?: number) => Partial<Problem>,
): Problem {
  const { message, offset, nearest: near } = issue.params ?? {};
  if (typeof message !== 'string' || typeof offset !== 'number') {
    return { ...place('value'), ...wordingOf(issue) };
  }
  const found: Problem = { ...place('value', offset), message, expected: 'a condition that is true or false' };
  return typeof near === 'string' ? { ...found, nearest: near } : found;
}

function wordingOf(issue: Issue): Pick<Problem, 'message' | 'expected' | 'nearest'> {
  if (issue.input === undefined) return { message: 'is missing', expected: expectedOf(issue) };
  const message = issue.input === null ? 'has no value' : `is ${shown(issue.input)}`;
  const expected = expectedOf(issue);
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof issue.input === 'string' ? nearest(issue.input, words) : undefined;
  return near === undefined ? { message, expected } : { message, expected, nearest: near };
}

function expectedOf(issue: Issue | undefined): string {
  if (issue === undefined) return 'another name';
  switch (issue.code) {
    case 'invalid_type':
      return formOf(issue.expected);
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${String(issue.minimum)}${unitOf(issue.origin)}`;
    case 'too_big':
      return `at most ${String(issue.maximum)}${unitOf(issue.origin)}`;
    default:
      return issue.message;
  }
}

function unitOf(origin: string): string {
  if (origin === 'array') return ' entry';
  return origin === 'string' ? ' character' : '';
}

const forms: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'a map of keys',
  record: 'a map of names',
};

function formOf(expected: string): string {
  return forms[expected] ?? expected;
}

/** The value as a person wrote it, short. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a map';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function keyOf(path: Path): { key?: string } {
  return path.length === 0 ? {} : { key: dottedKey(path) };
}

/** Keys that the schema has at the path; union branches count together. */
export function knownKeys(schema: z.ZodType, path: Path): string[] {
  const reached = path.reduce<z.core.$ZodType[]>(
    (schemas, step) => schemas.flatMap((each) => inside(each, step)),
    opened(schema),
  );
  return [...new Set(reached.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : [])))];
}

function inside(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) {
    const next = new Map<PropertyKey, z.core.$ZodType>(Object.entries(schema.shape)).get(step);
    return next === undefined ? [] : opened(next);
  }
  if (schema instanceof z.ZodRecord) return opened(schema.valueType);
  return schema instanceof z.ZodArray ? opened(schema.element) : [];
}

/** The schemas behind optional, nullable and union. */
function opened(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return opened(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(opened) : [schema];
}
