import type { ReadFinding } from '../reading.js';
import { cellsOf, isRule, type Marked, markOf, plain } from '../text/inline.js';
import type { Fence, Layout, Line } from '../text/layout.js';
import { wordsOf } from '../text/words.js';
import { readAbsence } from '../verdict/absence.js';
import { judgeWholeLine } from '../verdict/judge.js';
import { type Draft, type FieldName, fieldOf, finished, newDraft } from './draft.js';
import { type Item, readItem } from './item.js';
import { mainPlace, placesIn } from './place.js';
import { sectionOf } from './section.js';
import { SectionStack } from './sections.js';
import { knownDegree, tagOf } from './severity.js';
import { findingOfBars, findingOfRow, type FindingTable, findingTable } from './table.js';

export interface Collected {
  readonly findings: readonly ReadFinding[];
  /** Lines that only say how to mend something: a verdict word in them is no verdict. */
  readonly advice: ReadonlySet<number>;
}

/** Level of a section that a line with a colon opens: inside of every heading. */
const labelLevel = 8;
/** Everyday words that grade a list item or a tag, but not a free line ("Note: I ran the tests"). */
const everyday = /^(?:note|info|informational|error|warning|suggestion|optional)$/i;

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
    this.#close();
    for (const draft of this.#sections.close(0)) this.#keep(draft);
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
    draft.to = line.number;
    const text = line.raw.replace(/```$/, '');
    if (fence.language === 'suggestion')
      draft.suggestion = draft.suggestion === undefined ? text : `${draft.suggestion}\n${text}`;
    else draft.quote = draft.quote === undefined ? text : `${draft.quote}\n${text}`;
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
    const title = this.#title;
    this.#title = undefined;
    if (
      title !== undefined &&
      section.degree !== undefined &&
      level > title.level &&
      /severity|priority|risk/i.test(text)
    ) {
      title.degree = section.degree;
      this.#open(title);
      return;
    }
    this.#decide(false);
    this.#close();
    for (const draft of this.#sections.close(level)) this.#keep(draft);
    if (item.placedFirst && item.place.line !== undefined)
      this.#open(this.#draft('heading', line.number, 0, item, level));
    else if (judgeWholeLine(text).kind !== 'none') this.#sections.push(level, { kind: 'verdict' });
    else if (section.kind === 'other') this.#titled(line, level, text, item);
    else this.#sections.push(level, section);
  }

  #titled(line: Line, level: number, text: string, item: Item): void {
    const parent = this.#sections.kind;
    if (item.text === '' && item.place.file !== undefined && item.place.line === undefined) {
      this.#sections.push(level, { kind: parent === 'none' ? 'other' : parent }, item.place.file);
      return;
    }
    const draft = this.#draft('heading', line.number, 0, item, level);
    const numbered = unnumbered(text) !== text;
    const graded = item.degree !== undefined && (item.gradedFirst || parent === 'findings' || level <= 6);
    if (
      graded ||
      (item.placedFirst && item.place.line !== undefined) ||
      (numbered && parent !== 'aside' && parent !== 'verdict')
    )
      this.#open(draft);
    else if (parent === 'findings' && level < 7) this.#undecided = draft;
    else {
      this.#title = draft;
      this.#sections.push(level, { kind: parent === 'findings' && level === 7 ? 'findings' : 'other' });
    }
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
    if (current !== undefined && this.#continues(current, mark, item, text)) this.#detail(line, text, item);
    else this.#start(line, mark, item, text);
  }

  #start(line: Line, mark: Marked, item: Item, text: string): void {
    this.#close();
    const kind = this.#sections.kind;
    if (kind === 'aside' || saysNothing(text) || judgeWholeLine(text).kind !== 'none') return;
    const image = /^!\[[^[\]]{1,40}\]\(/.test(mark.rest) && item.gradedFirst;
    const placed = item.placedFirst && item.place.line !== undefined;
    const graded = item.gradedFirst && (kind === 'findings' || !isEveryday(text, item));
    if (kind === 'verdict' && !(placed && item.text !== '')) return;
    if (image || placed || graded) this.#open(this.#draft(image ? 'sign' : 'line', line.number, mark.indent, item));
    else if (kind === 'findings' && this.#blank && wordsOf(text).length > 2)
      this.#sections.top?.loose.push(this.#draft('line', line.number, mark.indent, item));
  }

  #continues(current: Draft, mark: Marked, item: Item, text: string): boolean {
    if (current.origin === 'heading' || current.origin === 'sign')
      return !(current.origin === 'sign' && /^!\[/.test(mark.rest) && item.gradedFirst);
    const placed = item.placedFirst && item.place.line !== undefined;
    if (placed && item.text === '') return current.place.line === undefined || item.place.file !== undefined;
    if (mark.indent > current.indent) return true;
    if (placed || (item.gradedFirst && !isEveryday(text, item))) return false;
    if (!this.#blank) return judgeWholeLine(text).kind === 'none';
    return (
      current.origin === 'number' &&
      wordsOf(text).length > 6 &&
      !/^[\p{L} ]{1,24}:/u.test(text) &&
      judgeWholeLine(text).kind === 'none'
    );
  }

  /** "FINDINGS:", "Found 2 issues:", "OUTPUT:". */
  #opensSection(text: string, current: Draft | undefined): boolean {
    if (/^END\b/.test(text) && wordsOf(text).length <= 4) {
      this.#close();
      for (const draft of this.#sections.close(labelLevel)) this.#keep(draft);
      return true;
    }
    if (!/[:：]\s*$/u.test(text) || text.length > 120) return false;
    const shouted = text === text.toUpperCase() && /[A-Z]{2}/.test(text);
    if ((current?.origin === 'heading' || (current !== undefined && !this.#blank)) && !shouted) return false;
    const section = sectionOf(text);
    if (section.kind === 'other' && !shouted) return false;
    this.#close();
    for (const draft of this.#sections.close(labelLevel)) this.#keep(draft);
    this.#sections.push(labelLevel, section.kind === 'other' ? { kind: 'aside' } : section);
    return true;
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
    const draft = newDraft(origin, line, indent, level);
    const degree = item.degree ?? this.#sections.degree;
    if (degree !== undefined) draft.degree = degree;
    if (item.category !== undefined) draft.category = item.category;
    const file = item.place.file ?? this.#sections.file;
    draft.place = { ...item.place, ...(file === undefined ? {} : { file }) };
    draft.title = item.text;
    return draft;
  }

  #detail(line: Line, text: string, item: Item): void {
    const draft = this.#current;
    if (draft === undefined) return;
    draft.to = line.number;
    if (draft.degree === undefined && item.gradedFirst && item.degree !== undefined) draft.degree = item.degree;
    if (draft.category === undefined && item.category !== undefined && draft.title === '')
      draft.category = item.category;
    this.#place(draft, item);
    if (item.text === '' && item.placedFirst) return;
    if (draft.title === '') draft.title = item.text === '' ? text : item.text;
    else draft.details.push(text);
  }

  /** The first place that is named at the head of a line completes what the title left open. */
  #place(draft: Draft, item: Item): void {
    const open = draft.place.file === undefined || draft.place.line === undefined;
    const fits =
      item.place.file === undefined || draft.place.file === undefined || item.place.file.endsWith(draft.place.file);
    if (
      open &&
      fits &&
      (item.placedFirst ||
        (draft.place.file === undefined && item.place.line !== undefined && item.place.file !== undefined))
    )
      draft.place = { ...draft.place, ...item.place };
  }

  #fill(line: Line, mark: Marked, name: FieldName, value: string): boolean {
    this.#waiting = undefined;
    const inAside = this.#sections.kind === 'aside' || this.#sections.kind === 'verdict';
    let draft = this.#current;
    const again =
      draft !== undefined &&
      (draft.filled.has(name) ||
        (draft.origin !== 'heading' && draft.origin !== 'fields' && mark.indent <= draft.indent && this.#blank));
    if (draft === undefined || (again && name !== 'detail' && draft.origin !== 'heading')) {
      if (inAside || !startsFinding(name, value)) return false;
      this.#close();
      draft = newDraft('fields', line.number, mark.indent);
      const degree = this.#sections.degree;
      if (degree !== undefined) draft.degree = degree;
      this.#open(draft);
    }
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

function setField(draft: Draft, name: FieldName, value: string, whole: string): void {
  if (name === 'severity') {
    const degree = tagOf(`${value}:`)?.degree ?? knownDegree(value);
    draft.degree = degree ?? { severity: 'important', stated: value };
  } else if (name === 'place') draft.place = { ...draft.place, ...placeOfField(value) };
  else if (name === 'suggestion') draft.suggestion = value;
  else if (name === 'category') draft.category = value;
  else if (name === 'quote') draft.quote = value;
  else if (name === 'title' && draft.title !== '') draft.details.unshift(value);
  else if (draft.title === '' && name !== 'detail') draft.title = value;
  else draft.details.push(name === 'detail' ? whole : value);
}

function placeOfField(value: string): Draft['place'] {
  const place = mainPlace(placesIn(value));
  if (place.file !== undefined || place.line !== undefined) return place;
  const range = /^\W*(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?\W*$/.exec(value);
  if (range?.[1] === undefined) return /\s/.test(value) ? {} : { file: value.replace(/^`|`$/g, '') };
  return mainPlace(placesIn(`lines ${range[1]}${range[2] === undefined ? '' : `-${range[2]}`}`));
}

function startsFinding(name: FieldName, value: string): boolean {
  return (
    (name === 'severity' && knownDegree(value.replace(/^[^\p{L}\p{N}]+/u, '')) !== undefined) ||
    (name === 'place' && placesIn(value).length > 0)
  );
}

function labelled(text: string): { field: FieldName; value: string } | undefined {
  const match = /^([^:：]{1,32})[:：]\s*(.*)$/su.exec(text) ?? /^([\p{L} ]{1,24}?)\s+[-–—]\s+(.*)$/su.exec(text);
  const field = match?.[1] === undefined ? undefined : fieldOf(match[1]);
  return field === undefined ? undefined : { field, value: (match?.[2] ?? '').trim() };
}

function unnumbered(text: string): string {
  return text.replace(
    /^[\s*_]*(?:#?\d{1,3}[.):]\s+|(?:issue|finding|problem|bug|comment|suggestion|befund|问题|問題|指摘|문제)\s*#?\d{1,3}\s*(?:[:：.)—–-]\s*|$))/iu,
    '',
  );
}

function saysNothing(text: string): boolean {
  return (
    readAbsence(text) !== undefined ||
    /^(?:none|n\/a|nothing|keine|aucune?|ninguno|nessuno|nenhum|нет|无|なし|없음)(?:\s+(?:found|identified|at this time|noted|to report))?[.!]?$/iu.test(
      text.trim(),
    )
  );
}

/** "Error: …" on a free line may be a log line, "Note: …" an aside; a bracket or a list item grades. */
function isEveryday(text: string, item: Item): boolean {
  const stated = item.degree?.stated ?? '';
  return everyday.test(stated) && !/^\W*[[(]/.test(text) && !item.placedFirst;
}
