import type { OpinionDocument } from '../../../application/queries/read-opinion.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { text } from '../options.js';
import { counted, hanging } from '../text/layout.js';
import { paintFor, type Paint } from '../text/paint.js';
import { printable } from '../text/printable.js';
import type { Terminal } from '../text/terminal.js';

export const execute: Execute = async (call, context) => {
  const [file = '-'] = call.args;
  const nonce = text(call.options, 'nonce');
  const read = await context.ask((application) =>
    application.readOpinion({
      file: file === '-' ? file : context.resolve(file),
      ...(nonce === undefined ? {} : { nonce }),
    }),
  );
  if (isRefusal(read)) return read;
  const { schema, ...rest } = read;
  if (context.json) await context.printJson(schema, rest);
  else await context.print(readingText(read, context.terminal));
  return 0;
};

function readingText(read: OpinionDocument, terminal: Terminal): string {
  const { columns } = terminal;
  const paint = paintFor(terminal);
  const verdict = read.verdict.replace('_', ' ').toUpperCase();
  return [
    `${paint.strong(verdict)}${read.repaired ? '  (its syntax was repaired)' : ''}`,
    ...hanging('', printable(read.reason), columns),
    ...(read.statedVerdict === undefined ? [] : hanging('Stated      ', printable(read.statedVerdict), columns)),
    ...(read.confidence === undefined ? [] : [`Confidence  ${read.confidence}`]),
    ...(read.ground === undefined ? [] : hanging('Ground      ', printable(read.ground), columns)),
    '',
    paint.strong(`Findings: ${counted(read.findings.length, 'finding')}`),
    ...read.findings.flatMap((finding) => findingLines(finding, columns)),
    ...kept(read, columns, paint),
    '',
    paint.strong('How it was read'),
    ...read.trace.flatMap(({ from, to, what }) => hanging(`  ${lines(from, to)}  `, printable(what), columns)),
  ].join('\n');
}

function findingLines(finding: OpinionDocument['findings'][number], columns: number): string[] {
  const { file, line, endLine, severity, message } = finding;
  const range = line === undefined ? '' : `:${line}${endLine === undefined || endLine === line ? '' : `-${endLine}`}`;
  const place = file === undefined ? 'no place' : `${file}${range}`;
  return hanging('  ', `${printable(place)}  ${severity}  ${printable(message)}`, columns);
}

/** Text that was kept as it stands, since no rule took it up. */
function kept(read: OpinionDocument, columns: number, paint: Paint): string[] {
  if (read.remarks.length === 0) return [];
  return [
    '',
    paint.strong('Kept as text'),
    ...read.remarks.flatMap(({ from, to, text: remark }) =>
      hanging(`  ${lines(from, to)}  `, printable(remark.trim()), columns),
    ),
  ];
}

function lines(from: number, to: number): string {
  // The last step is about the answer as a whole.
  if (from === 0) return 'in all';
  return from === to ? `line ${from}` : `lines ${from}-${to}`;
}
