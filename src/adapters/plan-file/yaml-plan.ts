import { isMap, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { dottedKey } from '../../domain/model/dotted-key.js';
import type { Problem } from '../../domain/model/refusal.js';
import type { Found } from './check-plan.js';

const words = z.union([z.string(), z.number()], { error: 'a text' }).transform((value) => String(value).trim());
const wordsOrList = z
  .union([words, z.array(words)], { error: 'a text, or a list of texts' })
  .transform((value) => (Array.isArray(value) ? value.map((each) => `- ${each}`).join('\n') : value));
const keys = z
  .union([words, z.array(words)], { error: 'a task, or a list of tasks' })
  .transform((value) => (Array.isArray(value) ? value : [value]));

const task = z.strictObject({
  id: words,
  title: words,
  scope: wordsOrList.nullish(),
  acceptance: wordsOrList.nullish(),
  assignee: words.nullish(),
  depends_on: keys.nullish(),
  status: words.nullish(),
});
const schema = z.strictObject({ tasks: z.array(z.unknown()).min(1, { error: 'at least one task' }) });

/** Uses of anchors; a plan that unfolds to more than it can be meant to is refused. */
const mostAliases = 100;

interface Read {
  readonly found: readonly Found[];
  readonly problems: Problem[];
}

type Place = (path: readonly PropertyKey[]) => { readonly line: number; readonly column: number };

/** The tasks of a plan that is YAML: a list under the key `tasks`. */
export function readYamlPlan(text: string): Read {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2' });
  if (document.errors.length > 0)
    return {
      found: [],
      problems: document.errors.map(({ pos, message }) => ({ ...at(lines, pos[0]), message: first(message) })),
    };
  const place: Place = (path) => {
    for (let length = path.length; length >= 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const range = hasRange(node) ? node.range : undefined;
      if (range) return at(lines, range[0]);
    }
    return { line: 1, column: 1 };
  };
  const data = unfolded(document);
  if ('why' in data) return { found: [], problems: [{ line: 1, message: `cannot be unfolded: ${data.why}` }] };
  const parsed = schema.safeParse(data.value);
  if (!parsed.success) return { found: [], problems: problemsOf(parsed.error, [], place) };
  const read = parsed.data.tasks.map((each, index) => readTask(each, index, place));
  return { found: read.flatMap(({ found }) => found), problems: read.flatMap(({ problems }) => problems) };
}

function unfolded(document: Document): { readonly value: unknown } | { readonly why: string } {
  try {
    return { value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    return { why: first(error instanceof Error ? error.message : String(error)) };
  }
}

/** One task, or its mistakes; others may name it all the same. */
function readTask(written: unknown, index: number, place: Place): Read {
  const { line } = place(['tasks', index]);
  const parsed = task.safeParse(written);
  if (!parsed.success) {
    const named = z.looseObject({ id: words }).safeParse(written);
    const empty = { title: '-', scope: null, acceptance: null, assignee: null, status: null };
    const found = named.success ? [{ line, task: { ...empty, key: named.data.id }, dependsOn: [] }] : [];
    return { found, problems: problemsOf(parsed.error, ['tasks', index], place) };
  }
  const { id: key, title, scope = null, acceptance = null, assignee = null, status = null } = parsed.data;
  const dependsOn = (parsed.data.depends_on ?? []).map((each) => ({
    key: each,
    ...place(['tasks', index, 'depends_on']),
  }));
  return { found: [{ line, task: { key, title, scope, acceptance, assignee, status }, dependsOn }], problems: [] };
}

function problemsOf({ issues }: z.ZodError, above: readonly PropertyKey[], place: Place): Problem[] {
  return issues.map(({ path: own, message }) => {
    const path = [...above, ...own];
    return { ...place(path), ...(path.length === 0 ? {} : { key: dottedKey(path) }), message: first(message) };
  });
}

function hasRange(node: unknown): node is { readonly range?: readonly [number, number, number] | null } {
  return isMap(node) || isSeq(node) || (typeof node === 'object' && node !== null && 'range' in node);
}

function at(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function first(message: string): string {
  return message.split('\n')[0] ?? message;
}
