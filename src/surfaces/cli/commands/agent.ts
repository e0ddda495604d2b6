import type { AddAgent, IssuedToken } from '../../../application/application.js';
import type { AgentRow } from '../../../application/ports/store.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Call, Context, Execute } from '../context.js';
import { flag, text, texts } from '../options.js';
import { hanging } from '../text/layout.js';
import { printable } from '../text/printable.js';
import { iso } from '../text/time.js';

export const execute: Execute = async (call, context) => {
  const [name] = call.args;
  if (name === undefined) throw new Error(`${call.command}: no name`);
  switch (call.command) {
    case 'agent add':
      return issued(await context.ask(({ agents }) => agents.add(addition(name, call))), 'was added', context);
    case 'agent rotate':
      return issued(await context.ask(({ agents }) => agents.rotate(name)), 'has a new token', context);
    case 'agent revoke': {
      const reason = text(call.options, 'reason');
      const row = await context.ask(({ agents }) =>
        agents.revoke({ name, ...(reason === undefined ? {} : { reason }) }),
      );
      if (isRefusal(row)) return row;
      if (context.json) await context.printJson('countersign/agent@1', { agent: agentObject(row) });
      else await context.print(`${printable(row.name)} is revoked; the token no longer works.`);
      return 0;
    }
    default:
      throw new Error(`${call.command}: not a command on agents`);
  }
};

function addition(name: string, { options }: Call): AddAgent {
  const role = text(options, 'role');
  const family = text(options, 'family');
  const commitsAs = texts(options, 'commitsAs');
  return {
    name,
    kind: flag(options, 'human') ? 'human' : 'agent',
    ...(role === undefined ? {} : { role }),
    ...(family === undefined ? {} : { family }),
    ...(commitsAs.length === 0 ? {} : { commitsAs }),
  };
}

/** The one time that a token is shown. */
async function issued(result: IssuedToken | Refusal, what: string, context: Context): Promise<number | Refusal> {
  if (isRefusal(result)) return result;
  const { agent, token } = result;
  if (context.json) {
    await context.printJson('countersign/agent@1', { agent: agentObject(agent), token });
    return 0;
  }
  const { columns } = context.terminal;
  const advice = `Whoever has the token is ${agent.name}. It is shown this once and kept nowhere: hand it over in the environment variable COUNTERSIGN_TOKEN, never in a file of a repository.`;
  const own =
    'What was committed under another name or e-mail address of this person is their own work only if it was named with --commits-as.';
  await context.print(
    [
      `${printable(agent.name)} (${agent.kind}) ${what}:`,
      '',
      token,
      '',
      ...hanging('', advice, columns),
      ...(agent.kind === 'human' && agent.commitsAs.length === 0 ? hanging('', own, columns) : []),
    ].join('\n'),
  );
  return 0;
}

/** A row with times as ISO 8601 UTC (docs/json.md). */
export function agentObject(row: AgentRow): object {
  return { ...row, createdAt: iso(row.createdAt), revokedAt: iso(row.revokedAt) };
}
