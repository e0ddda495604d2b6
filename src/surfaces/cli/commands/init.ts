import type { InitReport } from '../../../application/application.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Execute } from '../context.js';
import { flag, texts } from '../options.js';
import { paintFor } from '../text/paint.js';
import { printable, printableLines } from '../text/printable.js';
import type { Terminal } from '../text/terminal.js';
import { agentClients } from '../words.js';

const wouldBe = { created: 'would be created', changed: 'would be changed', unchanged: 'unchanged' } as const;

export const execute: Execute = async (call, context) => {
  const named = texts(call.options, 'agent');
  const agents = agentClients.filter((agent) => named.includes(agent));
  const report = await context.ask((application) => application.init({ dryRun: flag(call.options, 'dryRun'), agents }));
  if (isRefusal(report)) return report;
  if (context.json) await context.printJson('countersign/init@1', report);
  else await context.print(reportText(report, agents, context.terminal));
  return 0;
};

/** What was or would be done to each file; the previews of a dry run are shown in full. */
function reportText(report: InitReport, agents: readonly string[], terminal: Terminal): string {
  const paint = paintFor(terminal);
  const lines = report.files.flatMap((file) => {
    const action = report.dryRun ? wouldBe[file.action] : file.action;
    const head = `${paint.strong(printable(file.path))}: ${action}`;
    if (!report.dryRun || file.action === 'unchanged') return [head];
    return [head, ...printableLines(file.preview.replace(/\n$/u, '')).map((line) => `  | ${line}`.trimEnd()), ''];
  });
  return [...lines, ...nextSteps(report.dryRun, agents)].join('\n');
}

function nextSteps(dryRun: boolean, agents: readonly string[]): readonly string[] {
  const options = agents.map((agent) => ` --agent ${agent}`).join('');
  if (dryRun) return [`Nothing was written. Write it: countersign init${options}`];
  return [
    'Commit .countersign/policy.yaml; a policy holds from the base revision of a change on.',
    ...(agents.length === 0
      ? []
      : [
          `Give each agent an identity, under any name, and start it with that token in COUNTERSIGN_TOKEN: ${added(agents)}`,
          'docs/agents.md of Countersign says what each agent needs to load the configuration of a project.',
        ]),
  ];
}

/** The name of the program is as good as any where one agent runs it. */
function added(agents: readonly string[]): string {
  return agents.map((agent) => `countersign agent add ${agent}`).join(', ');
}
