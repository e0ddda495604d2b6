import { posix } from 'node:path';
import type { FrozenChange, TreeEntry } from '../../../application/ports/repository.js';
import { decode } from '../frame/decode.js';

/** Texts of the head searched for a name, at most; beyond it the answer is unknown. */
const maxFiles = 3_000;
const maxBytes = 1_000_000;

/** The head tree as the dependency rules ask about it; every answer is computed once. */
export class ProjectTree {
  private readonly frozen: FrozenChange;
  private listed: Promise<readonly TreeEntry[]> | undefined;
  private readonly texts = new Map<string, Promise<string | undefined>>();

  constructor(frozen: FrozenChange) {
    this.frozen = frozen;
  }

  entries(): Promise<readonly TreeEntry[]> {
    this.listed ??= this.frozen.listTree('head');
    return this.listed;
  }

  text(path: string): Promise<string | undefined> {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const read = this.frozen.readFile('head', path).then((bytes) => {
      const source = bytes === undefined ? undefined : decode(bytes);
      return source !== undefined && 'text' in source ? source.text : undefined;
    });
    this.texts.set(path, read);
    return read;
  }

  async has(path: string): Promise<boolean> {
    return (await this.entries()).some((entry) => entry.path === path);
  }

  /** The first of `names` in the folder of `path` or a folder above it. */
  async nearest(path: string, names: readonly string[]): Promise<string | undefined> {
    const paths = new Set((await this.entries()).map((entry) => entry.path));
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const found = names.map((name) => posix.join(folder, name)).find((each) => paths.has(each));
      if (found !== undefined || folder === '.') return found;
    }
  }

  /** Whether any text that `searched` admits satisfies `test`; undefined when the tree is too large to know. */
  async mentions(searched: (path: string) => boolean, test: (text: string) => boolean): Promise<boolean | undefined> {
    const entries = (await this.entries()).filter(({ path, mode }) => mode !== '120000' && searched(path));
    const sizes = await this.frozen.blobSizes(entries.map(({ blob }) => blob));
    const small = entries.filter(({ blob }) => (sizes.get(blob) ?? Infinity) <= maxBytes);
    for (const { path } of small.slice(0, maxFiles)) {
      const text = await this.text(path);
      if (text !== undefined && test(text)) return true;
    }
    return small.length > maxFiles ? undefined : false;
  }
}

/** A JSON object, undefined for anything else. */
export function jsonObject(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}
