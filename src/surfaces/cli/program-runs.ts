import { type Command, Option } from 'commander';
import { describe } from './command-help.js';
import { limit, number, type On, repeatable } from './option-kinds.js';

const id = 'id of a run, its first letters, or latest';
const runOption = (): Option => new Option('--run <id>', 'the run; default: the only open one of this agent');

/** Commands of runs: several agents that work together and look at each other's work (SPEC 8). */
export function runs(program: Command, on: On): void {
  const group = describe(program.command('run'), {
    says: 'Lets agents that work together review each other when something happens.',
    examples: [],
  });
  starting(group, on);
  talking(group, on);
  settling(group, on);
}

function starting(group: Command, on: On): void {
  on(
    describe(
      group
        .command('start')
        .requiredOption('--agents <names>', 'agents that have a token, with commas between')
        .option('--title <text>', 'what they work on; default: their names')
        .addOption(repeatable('--focus <area>', 'what to look at, instead of what the policy says (repeatable)')),
      {
        says: 'Starts a run of several agents.',
        more: 'An agent cannot.',
        examples: ['run start --agents claude,codex,gemini --title "Login with tokens"'],
      },
    ),
    'run start',
  );
  on(
    describe(group.command('list').addOption(limit()).option('--open', 'only those that were not stopped'), {
      says: 'Lists runs, the latest first; to an agent its own.',
      examples: ['run list --open'],
    }),
    'run list',
  );
  on(
    describe(group.command('show').alias('status').argument('[id]', id, 'latest'), {
      says: 'Shows a run: its state, the latest cycle, and the list of issues.',
      more: 'To an agent its own part. Exits 0 while it runs, 3 while it is paused.',
      examples: ['run show', 'run status 01K3ZQ5T8D'],
    }),
    'run show',
  );
}

function talking(group: Command, on: On): void {
  const kind = new Option('--type <type>', 'what happened').choices(['milestone', 'blocker', 'request_review']);
  on(
    describe(
      group
        .command('event')
        .addOption(kind.makeOptionMandatory())
        .option('--summary <text>', 'what you did, or what stops you')
        .addOption(runOption()),
      {
        says: 'Tells the run of an agent what happened: all agents are then asked to review each other.',
        more: 'Needs COUNTERSIGN_TOKEN of the agent.',
        examples: ['run event --type milestone --summary "Tokens are issued and checked"'],
      },
    ),
    'run event',
  );
  on(
    describe(group.command('trigger').argument('[id]', id, 'latest'), {
      says: 'Asks all agents now; while they are being asked, it is the same cycle.',
      examples: ['run trigger'],
    }),
    'run trigger',
  );
  on(
    describe(
      group
        .command('respond')
        .option('--file <file>', 'the answer as JSON (docs/runs.md); - is standard input')
        .addOption(new Option('--verdict <verdict>', 'instead of a file').choices(['approved', 'concerns', 'blocker']))
        .option('--summary <text>', 'what you looked at and why')
        .addOption(repeatable('--issue <text>', 'a problem you see, as SEVERITY: DESCRIPTION (repeatable)'))
        .addOption(
          number('--cycle <n>', 'the cycle that is answered; default: the open one, while you owe no earlier one'),
        )
        .addOption(runOption()),
      {
        says: 'Answers what an agent was asked in its run.',
        more: 'Needs COUNTERSIGN_TOKEN of the agent.',
        examples: [
          'run respond --verdict approved --summary "Read the handler and its tests."',
          'run respond --verdict concerns --summary "The salt is fixed." --issue "high: the salt is a constant"',
        ],
      },
    ),
    'run respond',
  );
}

function settling(group: Command, on: On): void {
  on(
    describe(group.command('resume').alias('override').argument('<id>', id).requiredOption('--note <text>', 'why'), {
      says: 'Lets a paused run go on, as a person.',
      more: 'Needs COUNTERSIGN_TOKEN of a person. What was objected to stays on the list of issues.',
      examples: ['run resume 01K3ZQ5T8D --note "the hash is replaced in the next task"'],
    }),
    'run resume',
  );
  on(
    describe(group.command('stop').argument('<id>', id).requiredOption('--reason <text>', 'why it ends'), {
      says: 'Ends a run.',
      more: 'Needs COUNTERSIGN_TOKEN of a person.',
      examples: ['run stop 01K3ZQ5T8D --reason "done"'],
    }),
    'run stop',
  );
}
