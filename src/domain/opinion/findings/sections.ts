import type { Draft } from './draft.js';
import type { Section } from './section.js';
import type { Degree } from './severity.js';

export interface OpenSection extends Section {
  readonly level: number;
  /** File that the items under it are about. */
  readonly file?: string;
  /** Items taken so far, and paragraphs that are findings only where no item follows. */
  taken: number;
  readonly loose: Draft[];
}

/** Sections that are open, outermost first. */
export class SectionStack {
  readonly #open: OpenSection[] = [];

  get top(): OpenSection | undefined {
    return this.#open.at(-1);
  }

  get degree(): Degree | undefined {
    return this.#open.findLast(({ degree }) => degree !== undefined)?.degree;
  }

  get file(): string | undefined {
    return this.#open.findLast(({ file }) => file !== undefined)?.file;
  }

  get kind(): Section['kind'] | 'none' {
    return this.top?.kind ?? 'none';
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
    this.#open.push({ ...section, level, ...(file === undefined ? {} : { file }), taken: 0, loose: [] });
  }

  count(): void {
    for (const section of this.#open) section.taken += 1;
  }
}
