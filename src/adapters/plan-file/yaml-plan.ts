import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
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
const schema = z.strictObject({ tasks: z.array(task).min(1, { error: 'at least one task' }) });

/** The tasks of a plan that is YAML: a list under the key `tasks`. */
export function readYamlPlan(text: string): { readonly found: readonly Found[]; readonly problems: Problem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2' });
  if (document.errors.length > 0)
    return {
      found: [],
      problems: document.errors.map(({ pos, message }) => ({ ...at(lines, pos[0]), message: first(message) })),
    };
  const place = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length >= 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const range = hasRange(node) ? node.range : undefined;
      if (range) return at(lines, range[0]);
    }
    return { line: 1, column: 1 };
  };
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!parsed.success)
    return {
      found: [],
      problems: parsed.error.issues.map(({ path, message }) => ({
        ...place(path),
        ...(path.length === 0 ? {} : { key: dottedKey(path) }),
        message: first(message),
      })),
    };
  const found = parsed.data.tasks.map((each, index): Found => {
    const { line } = place(['tasks', index]);
    const dependsOn = (each.depends_on ?? []).map((key) => ({ key, ...place(['tasks', index, 'depends_on']) }));
    const { scope = null, acceptance = null, assignee = null, status = null } = each;
    return { line, task: { key: each.id, title: each.title, scope, acceptance, assignee, status }, dependsOn };
  });
  return { found, problems: [] };
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
