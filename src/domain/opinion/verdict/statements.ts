import { cellsOf, isRule, type Marked, markOf, plain } from '../text/inline.js';
import { type Line, longestLine } from '../text/layout.js';
import { sentencesOf, wordsOf } from '../text/words.js';
import { type Caveat, caveatsOf } from './caveats.js';
import { type Judgement, judgeSentence, judgeValue, judgeWholeLine } from './judge.js';
import { readItem } from '../findings/item.js';
import { sectionOf } from '../findings/section.js';
import { tagOf } from '../findings/severity.js';
import { labelKind, type LabelKind } from './labels.js';

/** One place of the answer that speaks of the verdict. */
export interface Statement {
  readonly line: number;
  /** `stated`: under a label, in a heading, alone on a line, a checked box. `said`: in a running sentence. */
  readonly form: 'stated' | 'said';
  readonly judgement: Exclude<Judgement, { kind: 'none' }>;
}

export interface SaidCaveat {
  readonly line: number;
  readonly caveat: Caveat;
  readonly text: string;
}

export interface Spoken {
  readonly statements: readonly Statement[];
  readonly caveats: readonly SaidCaveat[];
}

/** A label that waits for its value on a following line. */
interface Pending {
  readonly kind: LabelKind;
  readonly line: number;
}

/** A table whose header names a verdict column. */
interface VerdictTable {
  readonly column: number;
  readonly kind: LabelKind;
  readonly rows: { readonly line: number; readonly value: string }[];
}

const legend =
  /^\W*(?:severity|severities|priority|risk)\s+(?:levels?|legend|scale|definitions?|guide|key)\s*[:：]?\s*$/i;
const groupLabel =
  /^\W*(?:review |code |key |overall )?(?:findings?|issues?|problems?|bugs?|results?|review|comments?)\s*[:：]\s*(?=\S)/iu;

/** Collects what the given lines, the reviewer's own, say of the verdict. */
export function collectStatements(lines: readonly Line[]): Spoken {
  const reader = new StatementReader();
  for (const line of unwrapped(lines)) reader.take(line);
  return reader.end();
}

/** Whether a line is nothing but a statement of the verdict: "Verdict: …", "REQUEST CHANGES". */
export function statesVerdict(text: string): boolean {
  if (judgeWholeLine(text).kind !== 'none') return true;
  const split = text.length > 300 ? undefined : splitLabel(text);
  return split !== undefined && split.value !== '' && judgeValue(split.value, split.kind).kind !== 'none';
}

/** Joins hard-wrapped prose: a line that goes on in lower case belongs to the sentence before it. */
function unwrapped(lines: readonly Line[]): readonly Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && continues(last, line) && last.raw.length + line.raw.length < longestLine)
      joined[joined.length - 1] = { ...last, raw: `${last.raw.trimEnd()} ${line.raw.trim()}`, number: last.number };
    else joined.push(line);
  }
  return joined;
}

function continues(last: Line, line: Line): boolean {
  if (last.raw.trim() === '' || /[.!?:;|。！？]\s*$/.test(last.raw)) return false;
  return (
    /^\s*[\p{Ll}(]/u.test(line.raw) &&
    markOf(line.raw).bullet === undefined &&
    !/^\s*[\w ]{1,30}[:=]/.test(line.raw) &&
    markOf(last.raw).heading === undefined &&
    !startsAsFinding(line.raw)
  );
}

/** A place or a degree at the front begins something new, also in lower case. */
function startsAsFinding(raw: string): boolean {
  const { gradedFirst, placedFirst, place } = readItem(raw);
  return gradedFirst || (placedFirst && place.line !== undefined);
}

class StatementReader {
  readonly #statements: Statement[] = [];
  readonly #caveats: SaidCaveat[] = [];
  #pending: Pending | undefined;
  #last = 0;
  #table: VerdictTable | undefined;
  #inTable = false;
  /** Under a heading of one degree, "no issues" speaks of that degree alone. */
  #inDegree = false;
  /** The lines explain the words for severities instead of using them. */
  #inLegend = false;

  take(line: Line): void {
    if (line.number > this.#last + 1) this.#inLegend = false;
    this.#last = line.number;
    const cells = cellsOf(line.raw);
    if (cells !== undefined) {
      this.#row(line.number, cells.map(plain));
      return;
    }
    this.#endTable();
    const mark = markOf(line.raw);
    // What is struck through was withdrawn.
    const text = plain(mark.rest.replace(/~~[^~]*~~/g, ' '));
    if (mark.heading !== undefined || /[:：]\s*$/u.test(text)) this.#inDegree = sectionOf(text).degree !== undefined;
    if (mark.checkbox !== undefined) this.#box(line.number, mark, text);
    else if (text !== '') this.#line(line.number, mark, text);
  }

  end(): Spoken {
    this.#endTable();
    return { statements: this.#statements, caveats: this.#caveats };
  }

  #add(line: number, form: Statement['form'], judgement: Judgement): boolean {
    if (judgement.kind === 'none') return false;
    if (this.#inDegree && judgement.kind === 'stance' && judgement.absence) return true;
    this.#statements.push({ line, form, judgement });
    return true;
  }

  #box(line: number, mark: Marked, text: string): void {
    const judgement = judgeWholeLine(text).kind === 'none' ? judgeValue(text, 'weak') : judgeWholeLine(text);
    if (mark.checkbox === 'checked') this.#add(line, 'stated', judgement);
  }

  #line(line: number, mark: Marked, text: string): void {
    const pending = this.#pending;
    this.#pending = undefined;
    // "### BLOCKER" over a list names a degree; under its label, or alone, the word is a verdict.
    if (mark.heading !== undefined && pending?.kind !== 'verdict' && sectionOf(text).degree !== undefined) return;
    const own = segmentsOf(text).map((segment) => this.#labelled(line, segment));
    if (own.includes('stated')) {
      this.#caveatsIn(line, text);
      return;
    }
    if (own.includes('waits')) return;
    // "Code review" over "blocking: …" is a title over a finding.
    const graded = pending?.kind === 'weak' && tagOf(text) !== undefined;
    if (pending !== undefined && !graded && this.#value(line, pending, text)) return;
    this.#free(line, mark, text);
  }

  /** A segment of the form "label: value", or a label alone. */
  #labelled(line: number, segment: string): 'stated' | 'waits' | 'no' {
    const split = splitLabel(segment);
    if (split === undefined) return 'no';
    if (split.value !== '') return this.#add(line, 'stated', judgeValue(split.value, split.kind)) ? 'stated' : 'no';
    this.#pending = { kind: split.kind, line };
    return 'waits';
  }

  #value(line: number, pending: Pending, text: string): boolean {
    const [first = ''] = sentencesOf(text);
    const short = wordsOf(first).length <= 8;
    const judgement = short || pending.kind === 'verdict' ? judgeValue(text, pending.kind) : judgeWholeLine(first);
    if (!this.#add(line, 'stated', judgement)) return false;
    this.#rest(line, text);
    return true;
  }

  #free(line: number, mark: Marked, text: string): void {
    const whole = judgeWholeLine(text);
    if (this.#add(line, mark.bullet === undefined ? 'stated' : 'said', whole)) return;
    if (mark.heading !== undefined && this.#headingEnd(line, text)) return;
    // "Findings: no issues found" is the sentence after its label.
    const sentences = sentencesOf(text.replace(groupLabel, ''));
    sentences.forEach((sentence, index) => {
      const judgement = judgeSentence(sentence);
      const opening = index === 0 && judgement.kind === 'none' ? judgeWholeLine(sentence) : judgement;
      this.#add(line, 'said', opening);
      this.#caveatsOf(line, sentence);
    });
  }

  /** "Code review: changes requested", "Review — approved". */
  #headingEnd(line: number, text: string): boolean {
    const parts = text.split(/\s*[:：|]\s*|\s+[—–-]\s+/);
    const last = parts.at(-1) ?? '';
    const lead = parts.slice(0, -1).join(' ');
    return (
      parts.length > 1 && labelKind(wordsOf(lead)) !== undefined && this.#add(line, 'stated', judgeWholeLine(last))
    );
  }

  #rest(line: number, text: string): void {
    for (const sentence of sentencesOf(text).slice(1)) {
      this.#add(line, 'said', judgeSentence(sentence));
      this.#caveatsOf(line, sentence);
    }
  }

  #caveatsIn(line: number, text: string): void {
    this.#rest(line, text);
    const [first] = sentencesOf(text);
    if (first !== undefined) this.#caveatsOf(line, first);
  }

  #caveatsOf(line: number, sentence: string): void {
    if (legend.test(sentence)) this.#inLegend = true;
    if (this.#inLegend) return;
    for (const caveat of caveatsOf(sentence)) this.#caveats.push({ line, caveat, text: sentence });
  }

  #row(line: number, cells: readonly string[]): void {
    if (isRule(cells)) return;
    if (!this.#inTable) {
      this.#inTable = true;
      const kinds = cells.map((cell) => labelKind(wordsOf(cell)));
      const column = kinds.indexOf('verdict');
      if (column >= 0 && cells[1] !== undefined && judgeValue(cells[1], 'verdict').kind === 'none')
        this.#table = { column, kind: 'verdict', rows: [] };
    }
    const [label = '', value = ''] = cells;
    const kind = labelKind(wordsOf(label));
    if (cells.length === 2 && kind !== undefined && value !== '') this.#add(line, 'stated', judgeValue(value, kind));
    else this.#table?.rows.push({ line, value: cells[this.#table.column] ?? '' });
  }

  #endTable(): void {
    // The header is the first row. Several rows speak of parts of the change, not of the whole.
    const rows = this.#table?.rows.slice(1) ?? [];
    const [only] = rows;
    if (only !== undefined && rows.length === 1) this.#add(only.line, 'stated', judgeValue(only.value, 'verdict'));
    this.#table = undefined;
    this.#inTable = false;
  }
}

/** "Status: 3 issues | Recommendation: fix first" holds two. */
function segmentsOf(text: string): readonly string[] {
  const parts = text.split(/\s+[|·•]\s+/);
  const [label = '', value = ''] = parts;
  if (parts.length === 2 && labelKind(wordsOf(label)) === 'verdict') return [`${label}: ${value}`];
  const whole = splitLabel(text);
  // A choice between verdicts is one value.
  if (whole !== undefined && whole.value !== '' && judgeValue(whole.value, whole.kind).kind === 'template')
    return [text];
  return parts;
}

function splitLabel(segment: string): { kind: LabelKind; value: string } | undefined {
  // A piece of a JSON object that could not be read as one states nothing.
  if (/^\W*["'][\w -]{1,40}["']\s*:/.test(segment)) return undefined;
  const text = segment.replace(/^[^\p{L}\p{N}]+/u, '');
  const colon =
    /^([^:：=?？]{1,60})[:：=?？]\s*(.*)$/su.exec(text) ?? /^([^—–-]{1,60}?)\s+[—–-]{1,2}\s+(.*)$/su.exec(text);
  const [label, value] = colon === null ? [text, ''] : [colon[1] ?? '', (colon[2] ?? '').trim()];
  if (colon === null && text.length > 60) return undefined;
  const kind = labelKind(wordsOf(label));
  if (kind === undefined) return undefined;
  if (
    kind === 'question' &&
    (value === '' ||
      !/^\p{P}*\s*(?:yes|no|true|false|ja|nein|oui|non|sí|sì|sim|não|да|нет|✅|❌|👍|👎|✔|✗)/iu.test(value))
  )
    return undefined;
  return { kind, value };
}
