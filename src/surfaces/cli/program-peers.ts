import { type Command, Option } from 'commander';
import { describe } from './command-help.js';
import { number, type On, repeatable } from './option-kinds.js';
import { sideOptions } from './program-review.js';

const id = 'id of a review or its first letters';

/** Commands of agents that review each other: the verbs of the MCP tools, for scripts and people (SPEC 4). */
export function peers(program: Command, on: On): void {
  on(describe(required(program), requiredHelp), 'required');
  on(describe(request(program), requestHelp), 'request');
  reviewing(program, on);
  answering(program, on);
  figures(program, on);
}

const requiredHelp = {
  says: 'Says whether an action needs a review, of whom, and which rule says so.',
  more: 'Nothing is recorded.',
  examples: ['required security_change', 'required create_core main..topic'],
};

function required(program: Command): Command {
  const command = program.command('required').argument('<action>', 'action type, e.g. security_change');
  return sideOptions(command).option('--autonomy <level>', 'autonomy level of whoever acts');
}

const requestHelp = {
  says: 'Asks a peer to review a change.',
  more: 'As the agent whose COUNTERSIGN_TOKEN is given, which must have made it; without one under the name of the git user, which proves nothing.',
  examples: ['request', 'request main..topic --confidence 85 --question "Is the lock held long enough?"'],
};

function request(program: Command): Command {
  return sideOptions(program.command('request'))
    .option('--title <text>', 'name of the change; default: from git')
    .option('--type <type>', 'action type; default: what the change itself says')
    .option('--reviewer <name>', 'reviewer or role wanted, where the policy leaves a choice')
    .option('--autonomy <level>', 'autonomy level of whoever acts')
    .option('--description <text>', 'what the reviewer may know; hidden on the first, blind pass')
    .option('--confidence <n>', 'how sure you are: 85, 85% or 0.85')
    .option('--key <key>', 'the same key again has no second effect')
    .addOption(repeatable('--question <text>', 'a question the reviewer must answer (repeatable)'))
    .addOption(repeatable('--scope <glob>', 'what the change may touch (repeatable)'));
}

function reviewing(program: Command, on: On): void {
  on(
    describe(
      program
        .command('start')
        .argument('<id>', id)
        .option('--notes <text>', 'what you have so far, kept for whoever takes over'),
      {
        says: 'Begins a review that is assigned to you, and prints its packet and the nonce for your answer.',
        more: 'Needs COUNTERSIGN_TOKEN of the reviewer. Once more: renews the lease and the nonce.',
        examples: ['start 01K3ZQ5T8D'],
      },
    ),
    'start',
  );
  on(
    describe(program.command('packet').argument('<id>', id), {
      says: 'Prints what the reviewer of a review must read.',
      more: 'Only who started it may.',
      examples: ['packet 01K3ZQ5T8D --json'],
    }),
    'packet',
  );
  on(
    describe(
      program
        .command('submit')
        .argument('<id>', id)
        .requiredOption(
          '--file <file>',
          'your answer as JSON, in the form that `countersign start` prints; - is standard input',
        ),
      {
        says: 'Hands in your opinion on a review you started.',
        more: 'Exits like the review.',
        examples: ['submit 01K3ZQ5T8D --file opinion.json'],
      },
    ),
    'submit',
  );
}

function answering(program: Command, on: On): void {
  on(
    describe(
      sideOptions(program.command('revise').argument('<id>', id))
        .requiredOption('--changes-made <text>', 'what was changed')
        .addOption(repeatable('--fixed <finding>', 'a finding that is fixed, to be verified (repeatable)'))
        .addOption(number('--turns <n>', 'turns that the fix attempt took; over its limit a person decides')),
      {
        says: 'Hands in the next revision of a review.',
        more: 'Only its creator may.',
        examples: ['revise 01K3ZQ5T8D --changes-made "the lock is held" --fixed 01K3ZQ5T8D-3'],
      },
    ),
    'revise',
  );
  on(
    describe(
      program
        .command('contest')
        .argument('<finding>', 'id of a finding or its first letters')
        .requiredOption('--argument <text>', 'why it does not hold')
        .addOption(repeatable('--evidence <text>', 'what proves it (repeatable)')),
      {
        says: 'Contests a finding: another reviewer judges it.',
        more: 'Only the creator of the review may.',
        examples: ['contest 01K3ZQ5T8D-3 --argument "the caller holds the lock" --evidence src/pool.ts:41'],
      },
    ),
    'contest',
  );
  on(
    describe(
      program
        .command('escalate')
        .argument('<id>', id)
        .requiredOption('--reason <text>', 'why a person is needed')
        .option('--argument <text>', 'your position, as the person will read it'),
      {
        says: 'Takes a review to a person.',
        more: 'Its creator and its reviewer may.',
        examples: ['escalate 01K3ZQ5T8D --reason "we disagree on the format"'],
      },
    ),
    'escalate',
  );
  on(
    describe(
      program.command('withdraw').argument('<id>', id).requiredOption('--reason <text>', 'why; it stays on record'),
      {
        says: 'Ends an open review without a decision.',
        more: 'Its creator and a person may.',
        examples: ['withdraw 01K3ZQ5T8D --reason "done another way"'],
      },
    ),
    'withdraw',
  );
}

function figures(program: Command, on: On): void {
  const kind = new Option('--kind <kind>', 'what happened').choices(['bug', 'revert', 'clean']).makeOptionMandatory();
  on(
    describe(
      program
        .command('outcome')
        .argument('<id>', id)
        .addOption(kind)
        .requiredOption('--note <text>', 'what was seen, and where'),
      {
        says: 'Reports what became of content that was reviewed or skipped.',
        examples: ['outcome 01K3ZQ5T8D --kind bug --note "crashes on an empty file"'],
      },
    ),
    'outcome',
  );
  const outcomes = describe(program.command('outcomes'), {
    says: 'Looks for what became of reviewed and skipped content.',
    examples: [],
  });
  on(
    describe(outcomes.command('scan'), {
      says: 'Reports reverts that the default branch got since the last scan.',
      more: 'A running worker does so by itself (docs/patterns.md).',
      examples: ['outcomes scan'],
    }),
    'outcomes scan',
  );
  on(
    describe(
      program
        .command('metrics')
        .addOption(new Option('--period <period>', 'how far back').choices(['day', 'week', 'month']))
        .option('--agent <name>', 'only reviews this agent made or reviewed')
        .option('--type <type>', 'only this action type')
        .addOption(
          new Option('--format <format>', 'markdown: a report to hand on, of a week where no period is named').choices([
            'text',
            'markdown',
          ]),
        ),
      {
        says: 'Counts reviews and what became of them.',
        examples: ['metrics --period week', 'metrics --format markdown'],
      },
    ),
    'metrics',
  );
}
