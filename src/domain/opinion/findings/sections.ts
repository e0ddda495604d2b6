import type { Draft } from './draft.js';
import { fileSection, type Section } from './section.js';
import type { Degree } from './severity.js';

export interface OpenSection extends Section {
  level: number;
  /** File that the items under it are about. */
  readonly file?: string;
  /** Items taken so far, and paragraphs that are findings only where no item follows. */
  taken: number;
  /** Something other than headings stands in it. */
  filled: boolean;
  /** It says that there is nothing to find. */
  empty: boolean;
  readonly loose: Draft[];
}

/** Sections that are open, outermost first. */
export class SectionStack {
  readonly #open: OpenSection[] = [];
  #fileIndent: number | undefined;

  get top(): OpenSection | undefined {
    return this.#open.at(-1);
  }

  get degree(): Degree | undefined {
    return this.#open.findLast(({ degree }) => degree !== undefined)?.degree;
  }

  get file(): string | undefined {
    return this.#open.findLast(({ file }) => file !== undefined)?.file;
  }

  /** What the lines here are; directly under the title of the review they are in no section. */
  get kind(): Exclude<Section['kind'], 'title'> | 'none' {
    const kind = this.top?.kind ?? 'none';
    return kind === 'title' ? 'none' : kind;
  }

  /** Closes what a heading of this level ends; gives back the paragraphs of sections without items. */
  close(level: number): readonly Draft[] {
    const loose: Draft[] = [];
    while (this.top !== undefined && this.top.level >= level) {
      const closed = this.#open.pop();
      if (closed?.taken === 0) loose.push(...closed.loose);
    }
    return loose;
  }

  push(level: number, section: Section, file?: string): void {
    this.#open.push({
      ...section,
      level,
      ...(file === undefined ? {} : { file }),
      taken: 0,
      filled: false,
      empty: false,
      loose: [],
    });
  }

  /** A list of findings that is empty when another heading of its level follows was announced for what that one opens. */
  adopt(level: number): void {
    const { top } = this;
    if (top?.kind === 'findings' && !top.filled && top.level >= level) top.level = level - 0.5;
  }

  /** Opens what the name of a file heads. `indent`: of the list item that names it. */
  pushFile(level: number, file: string, indent?: number): void {
    this.push(level, { kind: fileSection(this.kind) }, file);
    this.#fileIndent = indent;
  }

  /** Whether a list item of this indent is no longer under the one that names a file. */
  leavesFile(indent: number): boolean {
    if (this.#fileIndent === undefined || indent > this.#fileIndent) return false;
    this.#fileIndent = undefined;
    return true;
  }

  /** Notes that the section says there is nothing. */
  none(): void {
    if (this.top !== undefined) this.top.empty = true;
  }

  /** Notes a line that is no heading. */
  fill(): void {
    if (this.top !== undefined) this.top.filled = true;
  }

  count(): void {
    for (const section of this.#open) section.taken += 1;
  }
}
