import type { ReadFinding } from '../reading.js';
import { cellsOf, isRule, type Marked, markOf, plain } from '../text/inline.js';
import type { Fence, Layout, Line } from '../text/layout.js';
import { wordsOf } from '../text/words.js';
import { judgeWholeLine } from '../verdict/judge.js';
import { type Draft, type FieldName, finished, newDraft } from './draft.js';
import { addCode, addDetail, continuesDraft, draftOf, fieldsDraft, opensFinding } from './growth.js';
import { type Item, readItem } from './item.js';
import {
  isPlaced,
  isShouted,
  labelled,
  raisesNothing,
  saysNothing,
  setField,
  startsFinding,
  unnumbered,
} from './line-words.js';
import { type Section, sectionOf } from './section.js';
import { SectionStack } from './sections.js';
import { findingOfBars, findingOfRow, type FindingTable, findingTable } from './table.js';

export interface Collected {
  readonly findings: readonly ReadFinding[];
  /** Lines that only say how to mend something: a verdict word in them is no verdict. */
  readonly advice: ReadonlySet<number>;
}

/** Level of a section that a line with a colon opens: inside of every heading. */
const labelLevel = 8;
/**
 * Collects findings from the reviewer's own lines. `objecting`: the answer objects, so that a list without a heading is a list
 * of reasons.
 */
export function collectFindings(layout: Layout, objecting: boolean): Collected {
  const reader = new FindingReader(layout.fences, objecting);
  for (const line of layout.lines) reader.take(line);
  return reader.end();
}

class FindingReader {
  readonly #fences: readonly Fence[];
  readonly #objecting: boolean;
  readonly #found: ReadFinding[] = [];
  readonly #advice = new Set<number>();
  readonly #sections = new SectionStack();
  #current: Draft | undefined;
  /** A heading under "Findings" that is a title when prose follows, and a group when a list does. */
  #undecided: Draft | undefined;
  /** The heading before this line; a line with its severity makes it a finding. */
  #title: Draft | undefined;
  /** A list item that becomes a finding when a place follows it. */
  #maybe: Draft | undefined;
  #waiting: FieldName | undefined;
  #blank = true;
  #table: FindingTable | 'other' | undefined;

  constructor(fences: readonly Fence[], objecting: boolean) {
    this.#fences = fences;
    this.#objecting = objecting;
  }

  take(line: Line): void {
    if (line.kind === 'code') this.#code(line);
    else if (line.kind === 'blank') {
      this.#blank = true;
      this.#table = undefined;
    } else if (line.kind === 'text') {
      this.#text(line);
      this.#blank = false;
    }
  }

  end(): Collected {
    this.#decide(false);
    this.#leave(0);
    return { findings: this.#found, advice: this.#advice };
  }

  #text(line: Line): void {
    const cells = cellsOf(line.raw);
    if (cells !== undefined) {
      this.#decide(true);
      this.#row(line.number, cells);
      return;
    }
    const mark = markOf(line.raw);
    if (mark.heading === undefined) this.#title = undefined;
    if (mark.heading !== undefined) this.#heading(line, mark, mark.heading);
    else if (mark.bullet !== undefined) {
      this.#decide(true);
      this.#bullet(line, mark);
    } else {
      this.#decide(false);
      this.#free(line, mark);
    }
  }

  #decide(list: boolean): void {
    const title = this.#undecided;
    this.#undecided = undefined;
    if (title === undefined) return;
    if (list) this.#sections.push(title.level, { kind: 'findings' });
    else this.#open(title);
  }

  #code(line: Line): void {
    const draft = this.#current;
    const fence = line.fence === undefined ? undefined : this.#fences[line.fence];
    if (draft === undefined || fence === undefined) return;
    addCode(draft, line, fence.language);
  }

  #heading(line: Line, mark: Marked, level: number): void {
    const text = plain(mark.rest);
    const section = sectionOf(text);
    const inBody = this.#current?.origin === 'heading' && level === 7 && this.#current.level < 7;
    const item = readItem(unnumbered(mark.rest));
    if (inBody && section.kind !== 'findings' && !item.gradedFirst) {
      this.#detail(line, text, item);
      return;
    }
    if (this.#gradesTitle(text, section, level)) return;
    this.#decide(false);
    this.#leave(level);
    if (isPlaced(item)) this.#open(this.#draft('heading', line.number, 0, item, level));
    else if (judgeWholeLine(text).kind !== 'none') this.#sections.push(level, { kind: 'verdict' });
    else if (section.kind === 'other') this.#titled(line, level, text, item);
    else this.#sections.push(level, section);
  }

  /** "**Medium severity**" under a heading makes that heading a finding. */
  #gradesTitle(text: string, { degree }: Section, level: number): boolean {
    const title = this.#title;
    this.#title = undefined;
    if (title === undefined || degree === undefined || level <= title.level) return false;
    if (!/severity|priority|risk/i.test(text)) return false;
    title.degree = degree;
    this.#open(title);
    return true;
  }

  #titled(line: Line, level: number, text: string, item: Item): void {
    const parent = this.#sections.kind;
    if (item.text === '' && item.place.file !== undefined && item.place.line === undefined) {
      this.#sections.push(level, { kind: parent === 'none' ? 'other' : parent }, item.place.file);
      return;
    }
    const draft = this.#draft('heading', line.number, 0, item, level);
    if (this.#isTitle(level, text, item)) this.#open(draft);
    else if (parent === 'findings' && level < 7) this.#undecided = draft;
    else {
      this.#title = draft;
      this.#sections.push(level, { kind: parent === 'findings' && level === 7 ? 'findings' : 'other' });
    }
  }

  #isTitle(level: number, text: string, item: Item): boolean {
    const parent = this.#sections.kind;
    if (item.degree !== undefined && (item.gradedFirst || parent === 'findings' || level <= 6)) return true;
    return isPlaced(item) || (unnumbered(text) !== text && parent !== 'aside' && parent !== 'verdict');
  }

  #bullet(line: Line, mark: Marked): void {
    const text = plain(mark.rest);
    const item = readItem(mark.rest);
    const current = this.#current;
    const label = labelled(text);
    if (label !== undefined && this.#fill(line, mark, label.field, label.value)) return;
    if (current !== undefined && this.#isDetail(current, mark, item)) {
      this.#detail(line, text, item);
      return;
    }
    this.#close();
    const draft = this.#draft(mark.bullet === 'number' ? 'number' : 'point', line.number, mark.indent, item);
    if (this.#isFinding(mark, item, text)) this.#open(draft);
    else if (['none', 'other'].includes(this.#sections.kind) && !saysNothing(text)) this.#maybe = draft;
  }

  #isDetail(current: Draft, mark: Marked, item: Item): boolean {
    if (current.origin === 'heading' || current.origin === 'sign') return !(item.gradedFirst && item.placedFirst);
    if (mark.indent <= current.indent) return false;
    // "- `a.ts`" with "  - L12: …" below names a file for several findings.
    const namesFile =
      current.title === '' &&
      current.details.length === 0 &&
      current.place.file !== undefined &&
      current.place.line === undefined;
    if (namesFile && item.placedFirst) {
      this.#sections.push(
        labelLevel + 1,
        { kind: this.#sections.kind === 'none' ? 'findings' : this.#sections.kind },
        current.place.file,
      );
      this.#current = undefined;
      return false;
    }
    return true;
  }

  #isFinding(mark: Marked, item: Item, text: string): boolean {
    const kind = this.#sections.kind;
    if (kind === 'aside' || kind === 'verdict') return false;
    if (saysNothing(text) || judgeWholeLine(text).kind !== 'none') return false;
    if (kind === 'findings') return true;
    if (mark.checkbox !== undefined) return false;
    if (item.gradedFirst || (item.placedFirst && item.place.line !== undefined)) return true;
    return this.#objecting && (kind === 'none' || item.category !== undefined);
  }

  #free(line: Line, mark: Marked): void {
    const text = plain(mark.rest);
    const current = this.#current;
    const maybe = this.#maybe;
    this.#maybe = undefined;
    if (this.#waiting !== undefined && this.#fill(line, mark, this.#waiting, text)) return;
    const label = labelled(text);
    if (label !== undefined && this.#fill(line, mark, label.field, label.value)) return;
    if (this.#opensSection(text, current)) return;
    const bars = findingOfBars(text, line.number);
    if (bars !== undefined) {
      this.#close();
      this.#found.push(bars);
      this.#sections.count();
      return;
    }
    const item = readItem(mark.rest);
    if (maybe !== undefined && item.text === '' && item.place.line !== undefined) {
      this.#open(maybe);
      this.#detail(line, text, item);
      return;
    }
    if (current !== undefined && continuesDraft(current, { mark, item, text, blank: this.#blank }))
      this.#detail(line, text, item);
    else this.#start(line, mark, item, text);
  }

  #start(line: Line, mark: Marked, item: Item, text: string): void {
    this.#close();
    const kind = this.#sections.kind;
    if (kind === 'aside' || raisesNothing(text)) return;
    if (kind === 'verdict' && !(isPlaced(item) && item.text !== '')) return;
    const image = mark.rest.startsWith('![') && item.gradedFirst;
    const draft = this.#draft(image ? 'sign' : 'line', line.number, mark.indent, item);
    if (image || opensFinding(item, text, kind === 'findings')) this.#open(draft);
    else if (kind === 'findings' && this.#blank && wordsOf(text).length > 2) this.#sections.top?.loose.push(draft);
  }

  /** "FINDINGS:", "Found 2 issues:", "OUTPUT:". */
  #opensSection(text: string, current: Draft | undefined): boolean {
    if (/^END\b/.test(text) && wordsOf(text).length <= 4) {
      this.#leave(labelLevel);
      return true;
    }
    if (!/[:：]\s*$/u.test(text) || text.length > 120) return false;
    const shouted = isShouted(text);
    const inBody = current?.origin === 'heading' || (current !== undefined && !this.#blank);
    if (inBody && !shouted) return false;
    const section = sectionOf(text);
    if (section.kind === 'other' && !shouted) return false;
    this.#leave(labelLevel);
    this.#sections.push(labelLevel, section.kind === 'other' ? { kind: 'aside' } : section);
    return true;
  }

  #leave(level: number): void {
    this.#close();
    for (const draft of this.#sections.close(level)) this.#keep(draft);
  }

  #row(line: number, cells: readonly string[]): void {
    if (isRule(cells)) return;
    if (this.#table === undefined) {
      this.#close();
      this.#table = this.#sections.kind === 'aside' ? 'other' : (findingTable(cells) ?? 'other');
      return;
    }
    if (this.#table === 'other') return;
    const finding = findingOfRow(this.#table, cells, line, this.#sections.degree);
    if (finding === undefined) return;
    this.#found.push(finding);
    this.#sections.count();
  }

  #draft(origin: Draft['origin'], line: number, indent: number, item: Item, level?: number): Draft {
    return draftOf(newDraft(origin, line, indent, level), item, this.#sections);
  }

  #detail(line: Line, text: string, item: Item): void {
    if (this.#current !== undefined) addDetail(this.#current, line.number, text, item);
  }

  #fill(line: Line, mark: Marked, name: FieldName, value: string): boolean {
    this.#waiting = undefined;
    const draft = this.#draftFor(line, mark, name, value);
    if (draft === undefined) return false;
    draft.to = line.number;
    if (name === 'suggestion') this.#advice.add(line.number);
    if (value === '') {
      this.#waiting = name === 'detail' ? undefined : name;
      return true;
    }
    draft.filled.add(name);
    setField(draft, name, value, plain(mark.rest));
    return true;
  }

  /** The finding that a field belongs to: the open one, or a new one where the field was filled already. */
  #draftFor(line: Line, mark: Marked, name: FieldName, value: string): Draft | undefined {
    const current = this.#current;
    if (current?.origin === 'heading') return current;
    if (current !== undefined) {
      const apart = current.origin !== 'fields' && mark.indent <= current.indent && this.#blank;
      if (name === 'detail' || !(current.filled.has(name) || apart)) return current;
    }
    const kind = this.#sections.kind;
    if (kind === 'aside' || kind === 'verdict' || !startsFinding(name, value)) return undefined;
    const draft = fieldsDraft(newDraft('fields', line.number, mark.indent), this.#sections);
    this.#open(draft);
    return draft;
  }

  #open(draft: Draft): void {
    this.#close();
    this.#current = draft;
  }

  #close(): void {
    const draft = this.#current;
    this.#current = undefined;
    this.#waiting = undefined;
    if (draft !== undefined) this.#keep(draft);
  }

  #keep(draft: Draft): void {
    const finding = finished(draft);
    if (finding === undefined) return;
    this.#found.push(finding);
    this.#sections.count();
  }
}
