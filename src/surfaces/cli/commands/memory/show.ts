import type { MemoryReport } from '../../../../application/memory.js';
import type { FalsePositive, Issue } from '../../../../domain/memory/recollect.js';
import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { named } from '../peer/request.js';
import { hanging } from '../../text/layout.js';
import { printable } from '../../text/printable.js';
import { iso } from '../../text/time.js';

export const execute: Execute = async (call, context) => {
  const report = await context.ask(({ memory }) => memory.show(named(call.options, ['service'])));
  if (isRefusal(report)) return report;
  if (context.json) await context.printJson('countersign/memory@1', reportObject(report));
  else await context.print(told(report, context));
  return exit.ok;
};

function reportObject({ services, rejected }: MemoryReport): object {
  const issues = (all: readonly Issue[]) => all.map((each) => ({ ...each, lastSeen: iso(each.lastSeen) }));
  const timed = <T extends { readonly at: number }>(all: readonly T[]) =>
    all.map((each) => ({ ...each, at: iso(each.at) }));
  return {
    services: services.map((each) => ({
      ...each,
      issues: issues(each.issues),
      archived: issues(each.archived),
      falsePositives: timed(each.falsePositives),
    })),
    rejected: timed(rejected),
  };
}

/** Lines of each list; the rest is in the JSON and in the tree. */
const shown = 10;

function told({ services, rejected }: MemoryReport, { terminal: { columns } }: Context): string {
  if (services.length + rejected.length === 0)
    return 'Nothing is remembered yet: memory comes from findings of decided reviews.';
  const lines = services.flatMap((each) => ['', ...serviceLines(each, columns)]);
  const approaches = rejected.slice(0, shown).flatMap(({ review, title, ground, why, by, at }) => {
    const on = ground === null ? '' : ` as ${ground}`;
    return hanging(
      '    ',
      printable(`${title}: rejected${on} by ${by}, ${day(at)}, review ${review}: ${why}`),
      columns,
    );
  });
  const all = approaches.length === 0 ? lines : [...lines, '', 'Rejected approaches', ...approaches];
  return all.slice(1).join('\n');
}

function serviceLines(
  { service, rules, issues, archived, falsePositives }: MemoryReport['services'][number],
  columns: number,
): readonly string[] {
  const section = (title: string, all: readonly string[], count: number) =>
    count === 0 ? [] : [`  ${title}${count > shown ? ` (${shown} of ${count})` : ''}`, ...all];
  const prose = (text: string) => hanging('    ', printable(text), columns);
  return [
    printable(service),
    ...section(
      'Rules',
      rules.slice(0, shown).flatMap((rule) => prose(rule)),
      rules.length,
    ),
    ...section(
      'Common issues',
      issues.slice(0, shown).flatMap((issue) => prose(issueText(issue))),
      issues.length,
    ),
    ...section(
      'False positives',
      falsePositives.slice(0, shown).flatMap((each) => prose(falseText(each))),
      falsePositives.length,
    ),
    ...(archived.length === 0 ? [] : [`  Archived: ${archived.length} not seen for 30 days`]),
  ];
}

function issueText({ frequency, severity, rule, category, pattern, lastSeen, example }: Issue): string {
  return `${frequency} x ${severity} ${rule ?? category}: ${pattern} (last ${day(lastSeen)}, ${example.place})`;
}

function falseText({ rule, pattern, place, by, at, reason, review }: FalsePositive): string {
  const what = rule === null ? pattern : `${rule}: ${pattern}`;
  return `${what} (${place}): no problem, says ${by}, ${day(at)}, review ${review}: ${reason}`;
}

function day(at: number): string {
  return iso(at).slice(0, 10);
}
