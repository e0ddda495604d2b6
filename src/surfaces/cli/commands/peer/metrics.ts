import { isRefusal } from '../../../../domain/model/refusal.js';
import type { Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { text } from '../../options.js';
import { paintFor } from '../../text/paint.js';
import { table } from '../../text/table.js';
import { named } from './request.js';

const periods = ['day', 'week', 'month'] as const;

export const execute: Execute = async (call, context) => {
  const period = periods.find((word) => word === text(call.options, 'period'));
  const metrics = await context.ask(({ peer }) =>
    peer.metrics({ ...named(call.options, ['agent', 'type']), ...(period === undefined ? {} : { period }) }),
  );
  if (isRefusal(metrics)) return metrics;
  if (context.json) await context.printJson('countersign/metrics@1', metrics);
  else {
    const rows = Object.entries<string | number | null>({ ...metrics }).map(([name, value]) => ({
      name: words(name),
      value: shown(value),
    }));
    const { faint } = paintFor(context.terminal);
    const columns = [
      { title: 'FIGURE', cell: (row: { name: string }) => row.name },
      { title: 'VALUE', cell: (row: { value: string }) => row.value, align: 'right' as const },
    ];
    await context.print((await table(rows, columns, undefined, faint)).join('\n'));
  }
  return exit.ok;
};

/** `averageReviewMinutes` -> `average review minutes`. */
function words(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

function shown(value: string | number | null): string {
  if (value === null) return '-';
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}
