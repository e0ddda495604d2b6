import type { Command } from 'commander';
import { describe } from './command-help.js';
import { choices, limit, type On } from './option-kinds.js';
import { agentClients } from './words.js';

/** Setting up, and care of the store. */
export function care(program: Command, on: On): void {
  const add = (command: Command, says: string, examples: readonly string[]): Command =>
    on(describe(command, { says, examples }), command.name());
  const register = 'register the MCP server with this agent (repeatable)';
  on(
    describe(
      program
        .command('init')
        .addOption(choices('--agent <agent>', register, agentClients, (word) => word))
        .option('--dry-run', 'only show what would change'),
      {
        says: "Writes a starter policy, ignores the rendered views and registers the MCP server in the agents' own project configuration.",
        more: 'Repeatable; what is there already stays as it is.',
        examples: ['init --dry-run', 'init --agent claude-code'],
      },
    ),
    'init',
  );
  on(
    describe(program.command('mcp'), {
      says: 'Serves the review tools to one agent over the Model Context Protocol on standard input and output.',
      more: 'The agent proves who it is with COUNTERSIGN_TOKEN (docs/mcp.md).',
      examples: ['mcp'],
    }),
    'mcp',
  );
  on(
    describe(program.command('worker').option('--once', 'do what is due now and end'), {
      says: 'Does what falls due: reminders, hand-overs, questions to a person, expiries, a backup a day.',
      more: 'Any number can run at once; each deadline fires once. It ends in order on Ctrl-C.',
      examples: ['worker', 'worker --once'],
    }),
    'worker',
  );
  spool(program, on);
  add(
    program
      .command('doctor')
      .option('--agents', 'look also for agents that could be asked: runs each for its version and flags'),
    'Checks git, the store, the policy and the analyzers.',
    ['doctor', 'doctor --agents'],
  );
  add(
    program.command('log').argument('[id]', 'only those of one review; default: all'),
    'Prints the events of the journal in order.',
    ['log', 'log 01K3ZQ5T8D --json'],
  );
  add(program.command('verify'), 'Walks all hash chains and blobs and names the first broken link.', ['verify']);
  add(
    program.command('replay').argument('[id]', 'one review; default: all that were decided'),
    'Decides again from the journal and compares byte for byte.',
    ['replay', 'replay 01K3ZQ5T8D'],
  );
  add(program.command('rebuild'), 'Recomputes the read models from the journal, compares and puts them right.', [
    'rebuild',
  ]);
  add(program.command('backup').argument('<file>', 'must not exist'), 'Writes a consistent copy of the store.', [
    'backup ../countersign-backup.db',
  ]);
}

function spool(program: Command, on: On): void {
  on(
    describe(program.command('spool').addOption(limit()), {
      says: 'Lists what waits until the store answers again, and what became of what had waited.',
      more: 'The next command that opens the store replays it, in order, once (docs/operations.md).',
      examples: ['spool', 'spool --json'],
    }),
    'spool',
  );
}
