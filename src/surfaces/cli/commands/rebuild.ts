import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { counted } from '../text/layout.js';
import { printable } from '../text/printable.js';

export const execute: Execute = async (_call, context) => {
  const rebuilt = await context.ask((application) => application.rebuild());
  if (isRefusal(rebuilt)) return rebuilt;
  const { events, differences } = rebuilt;
  if (context.json) await context.printJson('countersign/rebuild@1', rebuilt);
  else {
    const lines = differences.map(
      ({ table, rows }) => `  ${printable(table)}: ${counted(rows, 'row')} differed, replaced`,
    );
    const verdict = differences.length === 0 ? 'nothing differed.' : 'mended:';
    await context.print([`Rebuilt from ${counted(events, 'event')}; ${verdict}`, ...lines].join('\n'));
  }
  return 0;
};
