import type { ReadFinding } from '../reading.js';
import { cellsOf, isRule, type Marked, markOf, plain } from '../text/inline.js';
import type { Fence, Layout, Line } from '../text/layout.js';
import { statesVerdict } from '../verdict/statements.js';
import { type Draft, type FieldName, finished, newDraft } from './draft.js';
import { addCode, addDetail, draftOf, fieldsDraft } from './growth.js';
import { type Item, readItem } from './item.js';
import { isPlaced, labelled, readCoded, saysNothing, setField, startsFinding, unnumbered } from './line-words.js';
import {
  type BareList,
  continuesDraft,
  isBodyHeading,
  isSibling,
  isTitle,
  itemRaises,
  lineRaises,
  namesFile,
  takesField,
  withLineNumber,
} from './rules.js';
import { type Section, sectionOf, sectionOfLine } from './section.js';
import { SectionStack } from './sections.js';
import { findingOfBars, TableRows } from './table.js';

export interface Collected {
  readonly findings: readonly ReadFinding[];
  /** List items of parts that hold no findings: praise, what was read. */
  readonly asides: ReadonlySet<number>;
  /** Lines that only say how to mend something: a verdict word in them is no verdict. */
  readonly advice: ReadonlySet<number>;
}

/** Level of a section that a line with a colon opens: inside of every heading. */
const labelLevel = 8;
/** Fields that only a finding has. */
const confirming: ReadonlySet<FieldName> = new Set(['severity', 'place', 'line', 'suggestion']);

/** Collects findings from the reviewer's own lines. */
export function collectFindings(layout: Layout, list: BareList): Collected {
  const reader = new FindingReader(layout.fences, list);
  for (const line of layout.lines) reader.take(line);
  return reader.end();
}

class FindingReader {
  readonly #fences: readonly Fence[];
  readonly #list: BareList;
  readonly #found: ReadFinding[] = [];
  readonly #advice = new Set<number>();
  readonly #asides = new Set<number>();
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
  #table: TableRows | undefined;

  constructor(fences: readonly Fence[], list: BareList) {
    this.#fences = fences;
    this.#list = list;
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
    return { findings: this.#found, advice: this.#advice, asides: this.#asides };
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
    const item = readItem(unnumbered(mark.rest));
    if (this.#current !== undefined && isBodyHeading(this.#current, { mark, level, section, item, text })) {
      this.#detail(line, text, item);
      return;
    }
    if (this.#gradesTitle(text, section, level)) return;
    this.#decide(false);
    if (section.kind === 'other' || section.degree !== undefined) this.#sections.adopt(level);
    this.#leave(level);
    if (isPlaced(item)) this.#open(this.#draft('heading', line.number, 0, item, level));
    else if (section.degree === undefined && statesVerdict(text)) this.#sections.push(level, { kind: 'verdict' });
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
    if (item.text === '' && namesFile(item.place)) {
      this.#sections.pushFile(level, item.place.file);
      return;
    }
    const draft = this.#draft('heading', line.number, 0, item, level);
    if (isTitle(item, text, parent, level)) this.#open(draft);
    else if (parent === 'findings') this.#undecided = draft;
    else {
      this.#title = draft;
      this.#sections.push(level, { kind: 'other' });
    }
  }

  #bullet(line: Line, mark: Marked): void {
    if (this.#sections.leavesFile(mark.indent)) this.#leave(labelLevel + 1);
    this.#sections.fill();
    if (this.#sections.kind === 'aside') this.#asides.add(line.number);
    const text = plain(mark.rest);
    const item = withLineNumber(readCoded(mark.rest), mark, this.#sections.file);
    if (this.#fillsField(line, mark, text, item)) return;
    const current = this.#current;
    if (current !== undefined && this.#isDetail(current, mark, item)) {
      this.#detail(line, text, item);
      return;
    }
    this.#close();
    const draft = this.#draft(mark.bullet === 'number' ? 'number' : 'point', line.number, mark.indent, item);
    if (saysNothing(text)) this.#sections.none();
    if (itemRaises({ mark, item, text, kind: this.#sections.kind, list: this.#list })) this.#open(draft);
    else if (this.#sections.kind !== 'aside' && !saysNothing(text)) this.#maybe = draft;
  }

  /** A list item that is a field of the open finding, or of the item above it, which becomes one by that. */
  #fillsField(line: Line, mark: Marked, text: string, item: Item): boolean {
    const current = this.#current;
    const label = labelled(text, current, isSibling(current, mark, this.#sections.degree));
    this.#confirm(label?.field);
    const maybe = this.#maybe;
    this.#maybe = undefined;
    if (label !== undefined && this.#fill(line, mark, label.field, label.value)) return true;
    if (maybe !== undefined && mark.indent > maybe.indent && item.placedFirst) this.#opensList(maybe);
    return false;
  }

  /** A field of a finding right after a line or paragraph shows that this was one. */
  #confirm(field: FieldName | undefined): void {
    const maybe = this.#maybe;
    if (maybe === undefined || this.#blank || field === undefined || !confirming.has(field)) return;
    const loose = this.#sections.top?.loose;
    if (loose?.at(-1) === maybe) loose.pop();
    this.#open(maybe);
  }

  #isDetail(current: Draft, mark: Marked, item: Item): boolean {
    if (current.origin === 'heading' || current.origin === 'sign') return !(item.gradedFirst && item.placedFirst);
    if (mark.indent <= current.indent) return false;
    if (item.placedFirst && this.#opensList(current)) {
      this.#current = undefined;
      return false;
    }
    return true;
  }

  /** "- `a.ts`" with "  - L12: …" below names a file for several findings. */
  #opensList({ title, details, place, indent }: Draft): boolean {
    if (title !== '' || details.length > 0 || !namesFile(place)) return false;
    this.#sections.pushFile(labelLevel + 1, place.file, indent);
    return true;
  }

  #free(line: Line, mark: Marked): void {
    const text = plain(mark.rest);
    const current = this.#current;
    const maybe = this.#maybe;
    if (this.#waiting !== undefined && this.#fill(line, mark, this.#waiting, text)) return;
    const label = labelled(text, current);
    this.#confirm(label?.field);
    this.#maybe = undefined;
    if (label !== undefined && this.#fill(line, mark, label.field, label.value)) return;
    if (this.#opensSection(mark, text)) return;
    this.#sections.fill();
    const bars = findingOfBars(text, line.number);
    if (bars !== undefined) {
      this.#close();
      this.#found.push(bars);
      this.#sections.count();
      return;
    }
    const item = readCoded(mark.rest);
    if (maybe !== undefined && item.text === '' && item.place.line !== undefined) {
      this.#open(maybe);
      this.#detail(line, text, item);
      return;
    }
    if (statesVerdict(text)) this.#close();
    else if (current !== undefined && continuesDraft(current, { mark, item, text, blank: this.#blank }))
      this.#detail(line, text, item);
    else this.#start(line, mark, item, text);
  }

  #start(line: Line, mark: Marked, item: Item, text: string): void {
    this.#close();
    const kind = this.#sections.kind;
    if (saysNothing(text)) this.#sections.none();
    const image = mark.rest.startsWith('![') && item.gradedFirst;
    const draft = this.#draft(image ? 'sign' : 'line', line.number, mark.indent, item);
    const paragraph = this.#blank && this.#sections.top?.empty !== true;
    const raised = image ? 'finding' : lineRaises({ item, text, kind, paragraph });
    if (raised === 'finding') this.#open(draft);
    else if (raised === 'maybe') {
      this.#maybe = draft;
      this.#sections.top?.loose.push(draft);
    }
  }

  /** "FINDINGS:", "Found 2 issues:", "OUTPUT:". */
  #opensSection(mark: Marked, text: string): boolean {
    const current = this.#current;
    const heads = /[:：]\s*$/u.test(text) || current === undefined || (this.#blank && current.place.file !== undefined);
    if (heads && this.#opensFile(readItem(mark.rest))) return true;
    const inBody = current?.origin === 'heading' || (current !== undefined && !this.#blank);
    const section = sectionOfLine(text, inBody, this.#blank);
    if (section === undefined) return false;
    this.#leave(labelLevel);
    if (section !== 'end') this.#sections.push(labelLevel, section);
    return true;
  }

  /** "`src/a.ts`:" over a list of what is wrong in it. */
  #opensFile({ text, place, degree }: Item): boolean {
    if (text !== '' || degree !== undefined || !namesFile(place)) return false;
    this.#leave(labelLevel + 1);
    this.#sections.pushFile(labelLevel + 1, place.file);
    return true;
  }

  #leave(level: number): void {
    this.#close();
    for (const draft of this.#sections.close(level)) this.#keep(draft);
  }

  #row(line: number, cells: readonly string[]): void {
    if (this.#table === undefined && !isRule(cells)) this.#close();
    this.#table ??= new TableRows(this.#sections.kind !== 'aside');
    const finding = this.#table.take(cells, line, this.#sections.degree);
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
    if (current !== undefined && takesField(current, name, mark, this.#blank)) return current;
    const kind = this.#sections.kind;
    if (kind === 'aside' || !startsFinding(name, value)) return undefined;
    const draft = fieldsDraft(newDraft('fields', line.number, mark.indent), this.#sections);
    // "Risk: low" under a verdict is about the whole, unless a place follows it.
    if (kind === 'verdict' && name === 'severity') this.#maybe = draft;
    else this.#open(draft);
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
