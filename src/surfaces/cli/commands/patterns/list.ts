import type { PatternReport } from '../../../../application/patterns.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { hanging } from '../../text/layout.js';
import { paintFor } from '../../text/paint.js';
import { printable } from '../../text/printable.js';
import { table } from '../../text/table.js';
import { named } from '../peer/request.js';
import { patternObject } from './pattern-object.js';

export const execute: Execute = async (call, context) => {
  const reports = await context.ask(({ patterns }) => patterns.list(named(call.options, ['creator', 'type'])));
  if (isRefusal(reports)) return reports;
  if (context.json) await context.printJson('countersign/patterns@1', { patterns: reports.map(patternObject) });
  else await context.print(await listed(reports, context));
  return exit.ok;
};

const none =
  'Nothing was learned yet: patterns come from decided reviews that agents with a token asked for (`countersign request`).';

async function listed(reports: readonly PatternReport[], { terminal, io }: Context): Promise<string> {
  if (reports.length === 0) return none;
  const width = io.stdout.isTTY === true ? terminal.columns : undefined;
  const right = { align: 'right' as const };
  const rows = await table(
    reports,
    [
      { title: 'CREATOR', cell: ({ creator }) => printable(creator), flexible: true },
      { title: 'TYPE', cell: ({ type }) => printable(type), flexible: true },
      { title: 'SKIPPING', cell: ({ phase }) => phaseWord[phase.name] },
      { title: 'CLEAN', cell: ({ clean, reviewed }) => `${clean}/${reviewed}`, ...right },
      { title: 'AT LEAST', cell: ({ cleanRateAtLeast: bound }) => (bound === null ? '-' : percent(bound)), ...right },
      { title: 'TRUST', cell: ({ confidence }) => confidence.toFixed(2), ...right },
      { title: 'SKIPPED', cell: ({ skipped }) => String(skipped), dropped: 1, ...right },
      { title: 'BUGS', cell: ({ escaped }) => String(escaped), dropped: 1, ...right },
    ],
    width,
    paintFor(terminal).faint,
  );
  return [...rows, ...reports.flatMap((report) => ['', ...explained(report, terminal.columns)])].join('\n');
}

const phaseWord = { off: 'off', full: 'on, in full', owed: 'on, owed', sampled: 'on' } as const;

/** What a report means and what to do about it, in sentences. */
export function explained(report: PatternReport, columns: number): readonly string[] {
  const heading = `${printable(report.creator)} → ${printable(report.type)}: ${standing(report)}`;
  return [...hanging('', heading, columns), ...report.sentences.flatMap((each) => hanging('  - ', each, columns))];
}

function standing({ creator, type, eligible, phase }: PatternReport): string {
  switch (phase.name) {
    case 'sampled':
      return 'skipping is on.';
    case 'owed':
      return `skipping is on; everything is reviewed until ${phase.review}, which was drawn, is decided.`;
    case 'full':
      return `skipping is on, and everything is reviewed: ${phase.cleanRun} of ${phase.needed} clean reviews in a row (${phase.reason}).`;
    case 'off':
      return eligible.obstacle === null
        ? `every change is reviewed (${phase.reason}). It may be switched on: countersign patterns enable ${creator} ${type} --note "why"`
        : `every change is reviewed (${phase.reason}). It can't be switched on: ${eligible.obstacle}.`;
  }
}

function percent(fraction: number): string {
  return `${Math.floor(fraction * 100)} %`;
}
