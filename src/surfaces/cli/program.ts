import { Command, CommanderError } from 'commander';
import type { Call } from './context.js';
import { care } from './program-care.js';
import { findings } from './program-findings.js';
import { gates } from './program-gates.js';
import { peers } from './program-peers.js';
import { notifications } from './program-notifications.js';
import { people } from './program-people.js';
import { policy } from './program-policy.js';
import { reviewing } from './program-review.js';
import { runs } from './program-runs.js';
import { analytics, memory, patterns } from './program-patterns.js';
import { tasks } from './program-tasks.js';

/** The tree of commands. A command that was chosen is handed to `chosen`; nothing is executed here. */
export function buildProgram(chosen: (call: Call) => void): Command {
  const program = new Command('countersign')
    .description('Work does not count until another pair of eyes has countersigned exactly that content.')
    .option('-C, --cwd <dir>', 'work as if started in this directory')
    .option('--json', 'print one JSON object on stdout (docs/json.md)')
    .option('-q, --quiet', 'no progress on stderr')
    .option('-V, --version', 'print the version')
    .on('option:version', () => {
      throw new CommanderError(0, 'countersign.version', '');
    })
    .helpCommand('help [command...]', 'Prints the help of a command.')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .exitOverride()
    .addHelpText('after', `\n${exitCodeHelp}`);
  const on = (command: Command, words: string): Command =>
    command.action(() => chosen({ command: words, args: command.args, options: command.optsWithGlobals() }));
  reviewing(program, on);
  findings(program, on);
  peers(program, on);
  people(program, on);
  runs(program, on);
  gates(program, on);
  tasks(program, on);
  patterns(program, on);
  memory(program, on);
  analytics(program, on);
  policy(program, on);
  notifications(program, on);
  care(program, on);
  return program;
}

const exitCodeHelp = `Exit codes:
  0  approved, skipped by rule, flagged; any other command: done
  1  changes requested or rejected; verify: broken; replay: differs; doctor: problem
  2  wrong usage or config, nothing was changed
  3  waiting for a person
  4  inconclusive: the review did not happen or did not cover the change
  5  internal fault, unusable store
`;
