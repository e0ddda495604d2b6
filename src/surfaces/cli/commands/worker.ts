import type { Turn } from '../../../application/deadlines/work.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Context, Execute } from '../context.js';
import { exit } from '../exit-code.js';
import { writeFully } from '../io.js';
import { flag } from '../options.js';
import { counted } from '../text/layout.js';
import { printable } from '../text/printable.js';

export const execute: Execute = async (call, context) => {
  const once = flag(call.options, 'once');
  const total = { fired: 0, broken: new Set<string>(), said: [] as string[] };
  const lines: Promise<void>[] = [];
  const report = (turn: Turn) => {
    total.fired += turn.fired;
    total.said.push(...turn.said);
    const news = turn.broken.filter((id) => !total.broken.has(id));
    for (const id of news) total.broken.add(id);
    if (!context.json) lines.push(...linesOf({ ...turn, broken: news }).map((line) => say(line, context)));
  };
  const ended = await context.ask(({ peer }) => peer.work({ once }, report, context.io.signal));
  await Promise.all(lines);
  if (isRefusal(ended)) return ended;
  const { fired, broken, said } = total;
  if (context.json) await context.printJson('countersign/work@1', { fired, broken: [...broken], said });
  else if (once) await context.print(`${counted(fired, 'deadline')} fired.`);
  return broken.size === 0 ? exit.ok : exit.negative;
};

function linesOf({ fired, broken, said }: Turn): readonly string[] {
  return [
    ...(fired === 0 ? [] : [`${counted(fired, 'deadline')} fired`]),
    ...broken.map((id) => `the history of review ${id} is broken: see countersign verify`),
    ...said,
  ];
}

/** To standard error: standard output holds the result. */
async function say(line: string, { io }: Context): Promise<void> {
  await writeFully(io.stderr, `${new Date(io.now()).toISOString()} ${printable(line)}\n`);
}
