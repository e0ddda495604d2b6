import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type Call, formats } from './context.js';
import { people } from './program-people.js';
import { agentClients, findingStates, reviewStatuses } from './words.js';

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
    .helpCommand('help [command]', 'print the help of a command')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .exitOverride()
    .addHelpText('after', `\n${exitCodeHelp}`);
  const on = (command: Command, words: string): Command =>
    command.action(() => chosen({ command: words, args: command.args, options: command.optsWithGlobals() }));
  reviewing(program, on);
  findings(program, on);
  const commitsAs = 'another name or e-mail address under which it commits: its own work (repeatable)';
  people(program, on, { limit: limit(), commitsAs: repeatable('--commits-as <name>', commitsAs) });
  policy(program, on);
  opinion(program, on);
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

type On = (command: Command, words: string) => Command;

function reviewing(program: Command, on: On): void {
  const review = program
    .command('review')
    .summary('review a change and decide')
    .description(
      'Reviews a change and decides. Without a change: the current branch against its merge base with the default branch, ' +
        'or the last commit when on the default branch.',
    )
    .argument('[range]', 'git range or commit, e.g. main..topic');
  on(formatOption(changeOptions(review)).option('--verbose', 'show all that was looked at, as `show` does'), 'review');
  on(
    formatOption(
      program
        .command('show')
        .description('Prints a review; its exit code is that of the review.')
        .argument('[id]', idHelp),
    ),
    'show',
  );
  const list = program
    .command('list')
    .description('Lists reviews, newest first.')
    .addOption(
      repeatable('--status <status>', 'only this status (repeatable)')
        .choices(reviewStatuses)
        .argParser(choice(reviewStatuses)),
    )
    .addOption(limit());
  on(list, 'list');
  on(
    program.command('explain').description('Prints the rules that decided a review.').argument('[id]', idHelp),
    'explain',
  );
}

const idHelp = 'id of a review or its first letters; default: the newest';

function changeOptions(command: Command): Command {
  return command
    .option('--base <ref>', 'the current branch against its merge base with REF')
    .option('--staged', 'what is staged in the index')
    .option('--worktree', 'what is in the worktree, untracked files included')
    .option('--type <type>', 'action type of the change; default: classified from the change itself')
    .option('--creator <agent>', 'who made the change; default: the author of its newest commit')
    .option('--protocol <name>', 'protocol that decides; default: that of the policy')
    .addOption(repeatable('--scope <glob>', 'declared scope of the change; paths outside are reported (repeatable)'))
    .option('--autonomy <level>', 'autonomy level of the creator, for skip rules of the policy')
    .option('--no-skip', 'review even where a rule would skip');
}

function findings(program: Command, on: On): void {
  const group = program.command('findings').summary('list findings and say what becomes of them');
  const list = group
    .command('list', { isDefault: true })
    .description('Lists findings, open ones unless told otherwise.')
    .addOption(
      repeatable('--state <state>', 'only this state (repeatable)')
        .choices(findingStates)
        .argParser(choice(findingStates)),
    )
    .option('--review <id>', 'only those of one review')
    .addOption(limit());
  on(list, 'findings list');
  const dispositions = [
    ['dismiss', 'Says that a finding is wrong or does not matter. It stays visible.'],
    ['accept-risk', 'Says that a finding is right and is accepted as it is. It stays visible.'],
    ['reopen', 'Takes back a dismissal or an accepted risk.'],
  ] as const;
  for (const [word, description] of dispositions) {
    const command = group
      .command(word)
      .description(`${description} Holds only for the content it was said about.`)
      .argument('<id>', 'id of a finding or its first letters')
      .requiredOption('--reason <text>', 'why')
      .option('--actor <name>', 'who says so where no COUNTERSIGN_TOKEN says it; default: the git user');
    on(command, `findings ${word}`);
  }
}

function opinion(program: Command, on: On): void {
  const group = program.command('opinion').summary("read reviewers' answers");
  on(
    group
      .command('read')
      .description("Shows what the parser reads out of a reviewer's answer, and why.")
      .argument('[file]', 'default, and `-`: standard input')
      .option('--nonce <nonce>', 'nonce that the answer must carry'),
    'opinion read',
  );
}

function policy(program: Command, on: On): void {
  const group = program.command('policy').summary('check and explain the policy');
  on(
    group
      .command('validate')
      .description('Checks a policy file and reports every mistake with its place.')
      .argument('[file]', 'default: .countersign/policy.yaml of the worktree'),
    'policy validate',
  );
  const explain = group
    .command('explain')
    .description('Says why a change needs a review, of whom, and what would decide, without reviewing it.')
    .argument('[range]', 'git range or commit, e.g. main..topic');
  on(changeOptions(explain), 'policy explain');
  on(group.command('schema').description('Prints the JSON Schema of the policy file.'), 'policy schema');
}

function care(program: Command, on: On): void {
  const init = program
    .command('init')
    .description(
      "Writes a starter policy, ignores the rendered views and registers the MCP server in the agents' own project " +
        'configuration. Repeatable; what is there already stays as it is.',
    )
    .addOption(
      repeatable('--agent <agent>', 'register the MCP server with this agent (repeatable)')
        .choices(agentClients)
        .argParser(choice(agentClients, (value) => value)),
    )
    .option('--dry-run', 'only show what would change');
  on(init, 'init');
  on(program.command('doctor').description('Checks git, the store, the policy and the analyzers.'), 'doctor');
  on(
    program
      .command('log')
      .description('Prints the events of the journal in order.')
      .argument('[id]', 'only those of one review'),
    'log',
  );
  on(program.command('verify').description('Walks every hash chain of the journal.'), 'verify');
  on(
    program
      .command('replay')
      .description('Decides again from the journal and compares byte for byte.')
      .argument('[id]', 'one review; default: all that were decided'),
    'replay',
  );
  on(program.command('rebuild').description('Recomputes the read models from the journal and compares.'), 'rebuild');
  on(
    program
      .command('backup')
      .description('Writes a consistent copy of the store.')
      .argument('<file>', 'must not exist'),
    'backup',
  );
}

function formatOption(command: Command): Command {
  return command.addOption(new Option('--format <format>', 'how to print the report (default: text)').choices(formats));
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser(appended);
}

function appended(value: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? previous.filter((item) => typeof item === 'string') : []), value];
}

function choice(
  allowed: readonly string[],
  canonical = (value: string) => value.replaceAll('-', '_'),
): (value: string, previous: unknown) => string[] {
  return (value, previous) => {
    const word = canonical(value);
    if (!allowed.includes(word)) throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}.`);
    return appended(word, previous);
  };
}

function limit(): Option {
  return new Option('--limit <n>', 'at most this many').default(50).argParser((value) => {
    const number = Number(value);
    if (!/^\d+$/u.test(value) || !Number.isSafeInteger(number) || number < 1) {
      throw new InvalidArgumentError('Expected a whole number of at least 1.');
    }
    return number;
  });
}
