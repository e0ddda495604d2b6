import type { ReadFinding, Remark } from './reading.js';
import type { Selected } from './structured/select.js';
import type { Layout, Line } from './text/layout.js';
import type { Statement } from './verdict/statements.js';

/** Everything that neither a finding nor a statement took up, in order of the lines (SPEC 2, rule 8). */
export function remarksOf(
  setAside: readonly Remark[],
  layout: Layout,
  findings: readonly ReadFinding[],
  statements: readonly Statement[],
  selected: Selected,
): readonly Remark[] {
  const taken = new Set<number>();
  for (const { from, to } of findings)
    for (let line = from; line <= to && to - from < 10_000; line += 1) taken.add(line);
  for (const { line, judgement } of statements)
    if (covers(judgement.words, layout.lines[line - 1]?.raw ?? '')) taken.add(line);
  const remarks = [...setAside, ...textRemarks(layout.lines, taken)];
  for (const answer of selected.answers) {
    remarks.push(...answer.remarks);
  }
  for (const { answer, why } of selected.setAside.filter(({ answer: { from } }) => sourceOf(selected, from) !== ''))
    remarks.push({
      from: answer.from,
      to: answer.to,
      text: `${why}: ${sourceOf(selected, answer.from)}`,
      kind: 'quotation',
    });
  return remarks.sort((one, other) => one.from - other.from);
}

/** Room for the label and the signs around a statement's words. */
const labelRoom = 40;

function covers(words: string, raw: string): boolean {
  return raw.length <= words.length + labelRoom;
}

function textRemarks(lines: readonly Line[], taken: ReadonlySet<number>): readonly Remark[] {
  const remarks: { from: number; to: number; rows: string[]; kind: Remark['kind'] }[] = [];
  for (const line of lines) {
    if (line.raw.trim() === '' || line.kind === 'mark' || (taken.has(line.number) && line.kind !== 'quote')) continue;
    const kind = line.kind === 'code' || line.kind === 'quote' ? 'quotation' : 'text';
    const last = remarks.at(-1);
    if (last?.to === line.number - 1 && last.kind === kind) {
      last.rows.push(line.raw);
      last.to = line.number;
    } else remarks.push({ from: line.number, to: line.number, rows: [line.raw], kind });
  }
  return remarks.map(({ rows, ...remark }) => ({ ...remark, text: rows.join('\n') }));
}

function sourceOf({ taken }: Selected, line: number): string {
  return taken.find(({ from }) => from === line)?.source ?? '';
}
