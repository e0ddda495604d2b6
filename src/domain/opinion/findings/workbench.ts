import type { ReadFinding } from '../reading.js';
import { type Draft, type FieldName, finished } from './draft.js';
import { addDetail } from './growth.js';
import type { Item } from './item.js';
import { SectionStack } from './sections.js';

/** The finding that is being read, those that are done, and the sections they stand in. */
export class Workbench {
  readonly found: ReadFinding[] = [];
  readonly sections = new SectionStack();
  /** Label of the open finding that waits for its value on the next line. */
  waiting: FieldName | undefined;
  #current: Draft | undefined;

  get current(): Draft | undefined {
    return this.#current;
  }

  open(draft: Draft): void {
    this.close();
    this.#current = draft;
  }

  close(): void {
    const draft = this.#current;
    this.drop();
    if (draft !== undefined) this.#keep(draft);
  }

  /** Forgets the open finding, which turned out to be none. */
  drop(): void {
    this.#current = undefined;
    this.waiting = undefined;
  }

  /** Takes a finding that one line tells whole. */
  add(finding: ReadFinding): void {
    this.close();
    this.#count(finding);
  }

  /** Adds a line to the open finding. */
  detail(line: number, text: string, item: Item): void {
    if (this.#current !== undefined) addDetail(this.#current, line, text, item);
  }

  /** Closes the open finding and the sections that a heading of this level ends. */
  leave(level: number): void {
    this.close();
    for (const draft of this.sections.close(level)) this.#keep(draft);
  }

  #keep(draft: Draft): void {
    const finding = finished(draft);
    if (finding !== undefined) this.#count(finding);
  }

  #count(finding: ReadFinding): void {
    this.found.push(finding);
    this.sections.count();
  }
}
