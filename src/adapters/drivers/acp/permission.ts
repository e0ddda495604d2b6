import { resolve } from 'node:path';
import type { PermissionOption, RequestPermissionResponse, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk';
import { leadsBelow } from './read-file.js';

/** What a permission rests on of what an agent said of a call of a tool: not the texts that it read or wrote, which are long. */
export interface ToolCallSaid {
  readonly kind: ToolKind | undefined;
  /** Places that it named, as it named them. */
  readonly paths: readonly string[];
  /** Whether it showed a change of a file, or a terminal. */
  readonly acts: boolean;
}

export function saidOf({
  kind,
  locations,
  rawInput,
  content,
}: Pick<ToolCallUpdate, 'kind' | 'locations' | 'rawInput' | 'content'>): ToolCallSaid {
  return {
    kind: kind ?? undefined,
    paths: [...(locations ?? []).map(({ path }) => path), ...pathsIn(rawInput)],
    acts: content?.some(({ type }) => type !== 'content') === true,
  };
}

/** What looks at files and changes nothing. Everything else writes, runs something, calls out, or does not say what it does. */
const reading: readonly ToolKind[] = ['read', 'search'];

/**
 * Why a call of a tool is not allowed; undefined for what only reads below the checkout. It has to say so itself: a kind and a place,
 * and nothing it said of this call before may differ.
 */
export function whyRefused(said: readonly ToolCallSaid[], directory: string): string | undefined {
  const kinds = said.flatMap(({ kind }) => kind ?? []);
  const other = kinds.find((kind) => !reading.includes(kind));
  if (kinds.length === 0) return 'it does not say what it does';
  if (other !== undefined) return `a reviewer only reads, and this is of kind ${other}`;
  if (said.some(({ acts }) => acts)) return 'a reviewer changes and runs nothing';
  const paths = said.flatMap((each) => each.paths);
  const outside = paths.find((path) => !leadsBelow(directory, resolve(directory, path)));
  if (outside !== undefined) return `${outside} is outside of the checkout`;
  return paths.length === 0 && kinds.includes('read') ? 'it does not say what it reads' : undefined;
}

/** Answers once and for this call alone; the next one is asked about again. */
export function answerTo(options: readonly PermissionOption[], allowed: boolean): RequestPermissionResponse {
  const kinds = allowed ? (['allow_once'] as const) : (['reject_once', 'reject_always'] as const);
  const [option] = kinds.flatMap((kind) => options.filter((each) => each.kind === kind));
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option.optionId } };
}

/** Texts of a tool's input that name a place: absolute, from the home directory, upwards, or by an address. */
function pathsIn(input: unknown, depth = 0): readonly string[] {
  if (typeof input === 'string') return /^(?:\/|~|[a-z]+:\/\/)|(?:^|\/)\.\.(?:\/|$)/iu.test(input) ? [input] : [];
  if (typeof input !== 'object' || input === null || depth > 4) return [];
  return Object.values(input).flatMap((each) => pathsIn(each, depth + 1));
}
