import { type Command, Option } from 'commander';
import { describe } from './command-help.js';
import { hours, limit, number, type On, repeatable } from './option-kinds.js';

/** Commands of people: what waits for them, what they decide, and who they and their agents are. */
export function people(program: Command, on: On): void {
  on(
    describe(program.command('inbox').addOption(limit()), {
      says: 'Shows what waits for a person, the earliest deadline first: the question, both positions, and what can be done.',
      examples: ['inbox'],
    }),
    'inbox',
  );
  on(
    describe(
      program
        .command('decide')
        .argument('<id>', 'id of a review or its first letters')
        .addOption(
          number('--option <n>', 'an option of the question, by its number').conflicts([
            'approve',
            'requestChanges',
            'reject',
          ]),
        )
        .addOption(new Option('--approve', 'let it count').conflicts(['requestChanges', 'reject']))
        .addOption(new Option('--request-changes', 'send it back').conflicts(['reject']))
        .option('--reject', 'turn it down')
        .requiredOption('--note <text>', 'why; it stays on record'),
      {
        says: 'Decides a review as a person, for exactly the content it recorded.',
        more: 'Needs COUNTERSIGN_TOKEN of a person who did not make the change; exits like the review.',
        examples: [
          'decide 01K3ZQ5T8D --option 2 --note "rotate the key first"',
          'decide 01K3ZQ5T8D --approve --note "read by hand"',
        ],
        oneOf: ['--option', '--approve', '--request-changes', '--reject'],
      },
    ),
    'decide',
  );
  questions(program, on);
  agents(program, on);
}

function questions(program: Command, on: On): void {
  on(
    describe(
      program
        .command('extend')
        .argument('<id>', 'id of a review or its first letters')
        .requiredOption('--hours <n>', 'hours more, e.g. 24', hours),
      {
        says: 'Gives more time for a question that is put to a person.',
        more: 'Needs COUNTERSIGN_TOKEN of a person who did not make the change. The warning comes again before the new deadline.',
        examples: ['extend 01K3ZQ5T8D --hours 24'],
      },
    ),
    'extend',
  );
  on(
    describe(
      program
        .command('reassign')
        .argument('<id>', 'id of a review or its first letters')
        .requiredOption('--to <name>', 'a person for a question, an agent for a review'),
      {
        says: 'Puts a question to another person, or a review that nobody has decided to another reviewer.',
        more: 'Needs COUNTERSIGN_TOKEN of a person who did not make the change.',
        examples: ['reassign 01K3ZQ5T8D --to dana'],
      },
    ),
    'reassign',
  );
}

function agents(program: Command, on: On): void {
  const group = describe(program.command('agent'), { says: 'Gives agents and people an identity.', examples: [] });
  on(
    describe(
      group
        .command('add')
        .argument('<name>', 'kebab-case; never given twice')
        .option('--human', 'a person, who may decide and settle findings')
        .option('--role <role>', 'role of the reviewer matrix; default: the name')
        .option('--family <family>', 'vendor family of the model')
        .addOption(
          repeatable(
            '--commits-as <name>',
            'another name or e-mail address under which it commits: its own work (repeatable)',
          ),
        ),
      {
        says: 'Gives an agent, or with --human a person, an identity, and prints its token once.',
        more: 'The first person is made on a terminal; from then on everybody is added with COUNTERSIGN_TOKEN of a person.',
        examples: ['agent add dana --human', 'agent add otter --role tester --commits-as otter@example.org'],
      },
    ),
    'agent add',
  );
  on(
    describe(group.command('list'), {
      says: 'Lists everybody who was ever given a token.',
      examples: ['agent list'],
    }),
    'agent list',
  );
  on(
    describe(group.command('rotate').argument('<name>', 'name of the agent or person'), {
      says: 'Prints a new token; the old one stops working at once.',
      more: 'Needs the token of a person, or of the agent itself; before there is a person, none for an agent.',
      examples: ['agent rotate otter'],
    }),
    'agent rotate',
  );
  on(
    describe(
      group
        .command('revoke')
        .argument('<name>', 'name of the agent or person')
        .option('--reason <text>', 'why; it stays on record'),
      {
        says: 'Ends an identity for good; what waited for it goes to others at once.',
        more: 'Needs the token of a person, or of the agent itself; before there is a person, none for an agent.',
        examples: ['agent revoke otter --reason "no longer in use"'],
      },
    ),
    'agent revoke',
  );
}
