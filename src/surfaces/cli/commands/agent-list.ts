import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { paintFor } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { table } from '../text/table.js';
import { age } from '../text/time.js';
import { agentObject } from './agent.js';

export const execute: Execute = async (_call, context) => {
  const rows = await context.ask(({ agents }) => agents.list());
  if (isRefusal(rows)) return rows;
  if (context.json) {
    await context.printJson('countersign/agents@1', { agents: rows.map(agentObject) });
  } else if (rows.length === 0) {
    await context.print('Nobody has a token yet. Add an agent, under any name: countersign agent add reviewer-1');
  } else {
    const width = context.io.stdout.isTTY === true ? context.terminal.columns : undefined;
    const now = context.io.now();
    const lines = await table(
      rows,
      [
        { title: 'NAME', cell: ({ name }) => printable(name), flexible: true },
        { title: 'KIND', cell: ({ kind }) => kind },
        { title: 'ROLE', cell: ({ role }) => printable(role), dropped: 2 },
        { title: 'FAMILY', cell: ({ family }) => printable(family ?? '-'), dropped: 1 },
        { title: 'AGE', cell: ({ createdAt }) => age(createdAt, now), align: 'right', dropped: 3 },
        { title: 'TOKEN', cell: ({ revokedAt }) => (revokedAt === null ? 'works' : 'revoked') },
      ],
      width,
      paintFor(context.terminal).faint,
    );
    await context.print(lines.join('\n'));
  }
  return 0;
};
