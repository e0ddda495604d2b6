import { isAbsolute } from 'node:path';
import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { dottedKey } from '../../domain/model/dotted-key.js';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import { readTrusted } from './trusted-file.js';

/** What a user sets up outside of every repository: one file says all that a machine runs. */
const sections = z.strictObject({ agents: z.unknown().optional(), notifications: z.unknown().optional() });

type SectionName = keyof z.output<typeof sections>;

export interface Section<T> {
  /** Undefined where the file does not have the section. */
  readonly value: T | undefined;
  /** Whether the group or everybody may read the file. */
  readonly readByOthers: boolean;
}

/**
 * One section of the user's configuration; undefined where there is no file. Refused, with every mistake and its line, when it is
 * wrong, and when it may not be trusted.
 *
 * @param outside real paths of directories that must not hold the file: the repository under review
 */
export async function readSection<S extends z.ZodType>(
  file: string,
  name: SectionName,
  schema: S,
  outside: readonly string[],
): Promise<Section<z.output<S>> | undefined | Refusal> {
  if (!isAbsolute(file))
    return refuse('config_invalid', `COUNTERSIGN_CONFIG is ${file}`, 'Give it as an absolute path, or unset it.');
  const found = await readTrusted(file, outside);
  if (found === undefined || isRefusal(found)) return found;
  const value = parse(found.text, { file, name, schema });
  return isRefusal(value) ? value : { value, readByOthers: found.readByOthers };
}

function parse<S extends z.ZodType>(
  text: string,
  { file, name, schema }: { readonly file: string; readonly name: SectionName; readonly schema: S },
): z.output<S> | undefined | Refusal {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', prettyErrors: false });
  const at = (offset: number) => ({ line: lines.linePos(offset).line, column: lines.linePos(offset).col });
  const [fault] = document.errors;
  if (fault !== undefined) return invalid(file, [{ file, ...at(fault.pos[0]), message: fault.message }]);
  const whole = sections.extend({ [name]: schema.nullish() }).safeParse(document.toJS({ maxAliasCount: 20 }) ?? {});
  if (whole.success) return schema.nullish().parse(whole.data[name]) ?? undefined;
  return invalid(
    file,
    whole.error.issues.map((issue) => ({
      file,
      ...at(offsetOf(document, issue.path)),
      key: dottedKey(issue.path),
      message: wordsOf(issue),
    })),
  );
}

/** Never with the value that was found: it may be a secret. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message.replace(/, received .*$/u, '');
  return `${issue.keys.join(', ')}: no key that is known here`;
}

/** Of the value at a path, of the nearest thing around it where it is absent. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range !== undefined && node.range !== null) return node.range[0];
  }
  return 0;
}

/** What every mistake in a file of the user's configuration is told with. */
export function invalid(file: string, problems: readonly Problem[]): Refusal {
  return {
    refused: true,
    code: 'config_invalid',
    message: `the configuration ${file} cannot be used`,
    remedy: 'Mend what is listed; docs/notifications.md and docs/drivers.md describe every key.',
    problems,
  };
}
