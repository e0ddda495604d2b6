import { type Command, Option } from 'commander';

type On = (command: Command, words: string) => Command;

/** Commands of people: what waits for them, what they decide, and who they and their agents are. */
export function people(
  program: Command,
  on: On,
  options: { readonly limit: Option; readonly commitsAs: Option },
): void {
  on(
    program
      .command('inbox')
      .description('Lists what waits for a person, the oldest first: escalated, or inconclusive.')
      .addOption(options.limit),
    'inbox',
  );
  on(
    program
      .command('decide')
      .description(
        'Decides a review as a person, for exactly the content it recorded. Needs COUNTERSIGN_TOKEN of a person who did ' +
          'not make the change; exits like the review.',
      )
      .argument('<id>', 'id of a review or its first letters')
      .addOption(new Option('--approve', 'let it count').conflicts(['requestChanges', 'reject']))
      .addOption(new Option('--request-changes', 'send it back').conflicts(['reject']))
      .option('--reject', 'turn it down')
      .requiredOption('--note <text>', 'why; it stays on record'),
    'decide',
  );
  agents(program, on, options.commitsAs);
}

function agents(program: Command, on: On, commitsAs: Option): void {
  const group = program.command('agent').summary('give agents and people an identity');
  on(
    group
      .command('add')
      .description(
        'Gives an agent, or with --human a person, an identity, and prints its token once. The first person is made on a ' +
          'terminal, every further one with COUNTERSIGN_TOKEN of a person.',
      )
      .argument('<name>', 'kebab-case; never given twice')
      .option('--human', 'a person, who may decide and settle findings')
      .option('--role <role>', 'role of the reviewer matrix; default: the name')
      .option('--family <family>', 'vendor family of the model')
      .addOption(commitsAs),
    'agent add',
  );
  on(group.command('list').description('Lists everybody who was ever given a token.'), 'agent list');
  on(
    group
      .command('rotate')
      .description(
        'Prints a new token; the old one stops working at once. For a person it needs the token of a person.',
      )
      .argument('<name>', 'name of the agent or person'),
    'agent rotate',
  );
  on(
    group
      .command('revoke')
      .description('Ends an identity for good. For a person it needs the token of a person.')
      .argument('<name>', 'name of the agent or person')
      .option('--reason <text>', 'why; it stays on record'),
    'agent revoke',
  );
}
