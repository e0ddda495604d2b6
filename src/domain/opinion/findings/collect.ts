import type { ReadFinding } from '../reading.js';
import { cellsOf, isRule, type Marked, markOf, plain } from '../text/inline.js';
import type { Fence, Layout, Line } from '../text/layout.js';
import { statesVerdict } from '../verdict/statements.js';
import { type Draft, type FieldName, newDraft } from './draft.js';
import { addCode, draftOf, fieldsDraft } from './growth.js';
import { type Item, readItem } from './item.js';
import { isPlaced, labelled, readCoded, saysNothing, setField, startsFinding, unnumbered } from './line-words.js';
import {
  type BareList,
  canHead,
  confirming,
  continuesDraft,
  headedDegree,
  isBodyHeading,
  isDegreeLine,
  isSibling,
  isTitle,
  itemRaises,
  lineRaises,
  namesFile,
  startsList,
  takesField,
  withLineNumber,
} from './rules.js';
import { type Section, sectionOf, sectionOfLine } from './section.js';
import { findingOfBars, findingOfPairs, TableRows } from './table.js';
import { Workbench } from './workbench.js';

export interface Collected {
  readonly findings: readonly ReadFinding[];
  /** List items of parts that hold no findings: praise, what was read. */
  readonly asides: ReadonlySet<number>;
  /** Lines that only say how to mend something: a verdict word in them is no verdict. */
  readonly advice: ReadonlySet<number>;
}

/** Level of a section that a line with a colon opens: inside of every heading. */
const labelLevel = 8;
/** Collects findings from the reviewer's own lines. */
export function collectFindings({ fences, lines }: Layout, list: BareList): Collected {
  const reader = new FindingReader(fences, list);
  for (const line of lines) reader.take(line);
  return reader.end();
}

class FindingReader {
  readonly #fences: readonly Fence[];
  readonly #list: BareList;
  readonly #bench = new Workbench();
  readonly #advice = new Set<number>();
  readonly #asides = new Set<number>();
  /** A heading under "Findings" that is a title when prose follows, and a group when a list does. */
  #undecided: Draft | undefined;
  /** The heading before this line; a line with its severity makes it a finding. */
  #title: Draft | undefined;
  /** A list item that becomes a finding when a place follows it. */
  #maybe: Draft | undefined;
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
    this.#bench.leave(0);
    return { findings: this.#bench.found, advice: this.#advice, asides: this.#asides };
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
      this.#decide(saysNothing(plain(mark.rest)));
      this.#free(line, mark);
    }
  }

  #decide(list: boolean): void {
    const title = this.#undecided;
    this.#undecided = undefined;
    if (title === undefined) return;
    if (list) this.#bench.sections.push(title.level, { kind: 'findings' });
    else this.#bench.open(title);
  }

  #code(line: Line): void {
    const draft = this.#bench.current;
    const fence = line.fence === undefined ? undefined : this.#fences[line.fence];
    if (draft === undefined || fence === undefined) return;
    addCode(draft, line, fence.language);
  }

  #heading(line: Line, mark: Marked, level: number): void {
    const text = plain(mark.rest);
    const section = sectionOf(text);
    const item = readItem(unnumbered(mark.rest));
    if (this.#bench.current !== undefined && isBodyHeading(this.#bench.current, { mark, level, section, item, text })) {
      this.#bench.detail(line.number, text, item);
      return;
    }
    if (this.#gradesTitle(text, section, level)) return;
    this.#decide(false);
    if (section.kind === 'other' || section.degree !== undefined) this.#bench.sections.adopt(level);
    this.#bench.leave(level);
    if (isPlaced(item)) this.#bench.open(this.#draft('heading', line.number, 0, item, level));
    else if (section.degree === undefined && statesVerdict(text)) this.#bench.sections.push(level, { kind: 'verdict' });
    else if (section.kind === 'other') this.#titled(line, level, text, item);
    else this.#bench.sections.push(level, section);
  }

  /** "**Medium severity**" under a heading makes that heading a finding. */
  #gradesTitle(text: string, { degree }: Section, level: number): boolean {
    const title = this.#title;
    this.#title = undefined;
    if (title === undefined || degree === undefined || !isDegreeLine(text, level, title)) return false;
    title.degree = degree;
    this.#bench.open(title);
    return true;
  }

  #titled(line: Line, level: number, text: string, item: Item): void {
    const parent = this.#bench.sections.kind;
    if (item.text === '' && namesFile(item.place)) {
      this.#bench.sections.pushFile(level, item.place.file);
      return;
    }
    const draft = this.#draft('heading', line.number, 0, item, level);
    if (isTitle(item, text, parent, level)) this.#bench.open(draft);
    else if (parent === 'findings') this.#undecided = draft;
    else {
      this.#title = draft;
      this.#bench.sections.push(level, { kind: 'other' });
    }
  }

  #bullet(line: Line, mark: Marked): void {
    if (this.#bench.sections.leavesFile(mark.indent)) this.#bench.leave(labelLevel + 1);
    const heads = headedDegree(this.#bench.current);
    if (heads !== undefined) {
      this.#bench.leave(labelLevel);
      this.#bench.sections.push(labelLevel, { kind: 'findings', degree: heads });
    }
    this.#bench.sections.fill();
    if (this.#bench.sections.kind === 'aside') this.#asides.add(line.number);
    const text = plain(mark.rest);
    const item = withLineNumber(readCoded(mark.rest), mark, this.#bench.sections.file);
    if (this.#fillsField(line, mark, text, item)) return;
    const current = this.#bench.current;
    if (current !== undefined && this.#isDetail(current, mark, item)) {
      this.#bench.detail(line.number, text, item);
      return;
    }
    this.#bench.close();
    const draft = this.#draft(mark.bullet === 'number' ? 'number' : 'point', line.number, mark.indent, item);
    if (saysNothing(text)) this.#bench.sections.none();
    if (itemRaises({ mark, item, text, kind: this.#bench.sections.kind, list: this.#list })) this.#bench.open(draft);
    else if (this.#bench.sections.kind !== 'aside' && !saysNothing(text)) this.#maybe = draft;
  }

  /** A line that is a field or the place of the open finding, or of the line above it, which becomes a finding by that. */
  #fillsField(line: Line, mark: Marked, text: string, item: Item): boolean {
    const current = this.#bench.current;
    const free = mark.bullet === undefined;
    if (free && this.#bench.waiting !== undefined && this.#fill(line, mark, this.#bench.waiting, text)) return true;
    const sibling = !free && isSibling(current, mark, this.#bench.sections.degree);
    const label = labelled(text, current, sibling);
    this.#confirm(label?.field);
    const maybe = this.#maybe;
    this.#maybe = undefined;
    if (label !== undefined && this.#fill(line, mark, label.field, label.value)) return true;
    if (maybe === undefined) return false;
    if (free && item.text === '' && item.place.line !== undefined) {
      this.#bench.open(maybe);
      this.#bench.detail(line.number, text, item);
      return true;
    }
    if (mark.indent > maybe.indent && item.placedFirst) this.#opensList(maybe);
    return false;
  }

  /** A field of a finding right after a line or paragraph shows that this was one. */
  #confirm(field: FieldName | undefined): void {
    const maybe = this.#maybe;
    if (maybe === undefined || this.#blank || field === undefined || !confirming.has(field)) return;
    const loose = this.#bench.sections.top?.loose;
    if (loose?.at(-1) === maybe) loose.pop();
    this.#bench.open(maybe);
  }

  #isDetail(current: Draft, mark: Marked, item: Item): boolean {
    if (current.origin === 'heading' || current.origin === 'sign') return !(item.gradedFirst && item.placedFirst);
    if (mark.indent <= current.indent) return false;
    if (item.placedFirst && this.#opensList(current)) {
      this.#bench.drop();
      return false;
    }
    return true;
  }

  /** "- `a.ts`" with "  - L12: …" below names a file for several findings. */
  #opensList({ title, details, place, indent }: Draft): boolean {
    if (title !== '' || details.length > 0 || !namesFile(place)) return false;
    this.#bench.sections.pushFile(labelLevel + 1, place.file, indent);
    return true;
  }

  #free(line: Line, mark: Marked): void {
    const text = plain(mark.rest);
    const item = readCoded(mark.rest);
    if (this.#fillsField(line, mark, text, item) || this.#opensSection(mark, text)) return;
    this.#bench.sections.fill();
    if (
      this.#bench.current !== undefined &&
      startsList(this.#bench.current, item) &&
      this.#opensList(this.#bench.current)
    )
      this.#bench.drop();
    const whole = findingOfBars(text, line.number) ?? findingOfPairs(text, line.number);
    if (whole !== undefined) this.#bench.add(whole);
    else if (statesVerdict(text)) this.#bench.close();
    else if (
      this.#bench.current !== undefined &&
      continuesDraft(this.#bench.current, { mark, item, text, blank: this.#blank })
    )
      this.#bench.detail(line.number, text, item);
    else this.#start(line, mark, item, text);
  }

  #start(line: Line, mark: Marked, item: Item, text: string): void {
    this.#bench.close();
    const kind = this.#bench.sections.kind;
    if (saysNothing(text)) this.#bench.sections.none();
    const image = mark.rest.startsWith('![') && item.gradedFirst;
    const draft = this.#draft(image ? 'sign' : 'line', line.number, mark.indent, item);
    const paragraph = this.#blank && this.#bench.sections.top?.empty !== true;
    const raised = image ? 'finding' : lineRaises({ item, text, kind, paragraph });
    if (raised === 'finding') this.#bench.open(draft);
    else if (raised === 'maybe') {
      this.#maybe = draft;
      this.#bench.sections.top?.loose.push(draft);
    }
  }

  /** "FINDINGS:", "Found 2 issues:", "OUTPUT:". */
  #opensSection(mark: Marked, text: string): boolean {
    const current = this.#bench.current;
    if (canHead(current, mark, text, this.#blank) && this.#opensFile(readItem(mark.rest))) return true;
    const inBody = current?.origin === 'heading' || (current !== undefined && !this.#blank);
    const section = sectionOfLine(text, inBody, this.#blank);
    if (section === undefined) return false;
    this.#bench.leave(labelLevel);
    if (section !== 'end') this.#bench.sections.push(labelLevel, section);
    return true;
  }

  /** "`src/a.ts`:" over a list of what is wrong in it. */
  #opensFile({ text, place, degree }: Item): boolean {
    if (text !== '' || degree !== undefined || !namesFile(place)) return false;
    this.#bench.leave(labelLevel + 1);
    this.#bench.sections.pushFile(labelLevel + 1, place.file);
    return true;
  }

  #row(line: number, cells: readonly string[]): void {
    if (this.#table === undefined && !isRule(cells)) this.#bench.close();
    this.#table ??= new TableRows(this.#bench.sections.kind !== 'aside');
    const finding = this.#table.take(cells, line, this.#bench.sections.degree);
    if (finding !== undefined) this.#bench.add(finding);
  }

  #draft(origin: Draft['origin'], line: number, indent: number, item: Item, level?: number): Draft {
    return draftOf(newDraft(origin, line, indent, level), item, this.#bench.sections);
  }

  #fill(line: Line, mark: Marked, name: FieldName, value: string): boolean {
    this.#bench.waiting = undefined;
    const draft = this.#draftFor(line, mark, name, value);
    if (draft === undefined) return false;
    draft.to = line.number;
    if (name === 'suggestion') this.#advice.add(line.number);
    if (value === '') {
      this.#bench.waiting = name === 'detail' ? undefined : name;
      return true;
    }
    draft.filled.add(name);
    setField(draft, name, value, plain(mark.rest));
    return true;
  }

  /** The finding that a field belongs to: the open one, or a new one where the field was filled already. */
  #draftFor(line: Line, mark: Marked, name: FieldName, value: string): Draft | undefined {
    const current = this.#bench.current;
    if (current !== undefined && takesField(current, name, mark, this.#blank)) return current;
    const kind = this.#bench.sections.kind;
    if (kind === 'aside' || !startsFinding(name, value)) return undefined;
    const draft = fieldsDraft(newDraft('fields', line.number, mark.indent), this.#bench.sections);
    // "Risk: low" under a verdict is about the whole, unless a place follows it.
    if (kind === 'verdict' && name === 'severity' && mark.bullet !== 'number') this.#maybe = draft;
    else this.#bench.open(draft);
    return draft;
  }
}
