import type { Command } from 'commander';
import { describe } from './command-help.js';
import { choices, limit, type On } from './option-kinds.js';
import { findingStates } from './words.js';

const dispositions = [
  ['dismiss', 'Says that a finding is wrong or does not matter.', 'generated code'],
  ['accept-risk', 'Says that a finding is right and is accepted as it is.', 'until the next release'],
  ['reopen', 'Takes back a dismissal or an accepted risk.', 'it was right'],
] as const;

/** Findings and what becomes of them, and how they are read out of an answer. */
export function findings(program: Command, on: On): void {
  const group = describe(program.command('findings'), {
    says: 'Lists findings and says what becomes of them.',
    examples: [],
  });
  on(
    describe(
      group
        .command('list', { isDefault: true })
        .addOption(choices('--state <state>', 'only this state (repeatable)', findingStates))
        .option('--review <id>', 'only those of one review')
        .option('--before <id>', 'go on after this finding of a list')
        .addOption(limit()),
      {
        says: 'Lists findings, open ones unless told otherwise.',
        more: 'Each problem once, as it stands in the newest review that raised it. What is dismissed by a mere claim stays open.',
        examples: ['findings', 'findings list --state dismissed --state risk_accepted'],
      },
    ),
    'findings list',
  );
  for (const [word, says, reason] of dispositions) {
    on(
      describe(
        group
          .command(word)
          .argument('<id>', 'id of a finding or its first letters')
          .requiredOption('--reason <text>', 'why')
          .option('--actor <name>', 'who says so where no COUNTERSIGN_TOKEN says it; default: the git user'),
        {
          says,
          more:
            'It stays visible. Holds only for the content it was said about, and changes a decision only with ' +
            'COUNTERSIGN_TOKEN of a person who did not make the change.',
          examples: [`findings ${word} 8c884b5c --reason "${reason}"`],
        },
      ),
      `findings ${word}`,
    );
  }
  opinion(program, on);
}

function opinion(program: Command, on: On): void {
  const group = describe(program.command('opinion'), { says: "Reads reviewers' answers.", examples: [] });
  on(
    describe(
      group
        .command('read')
        .argument('[file]', 'default, and `-`: standard input')
        .option('--nonce <nonce>', 'nonce that the answer must carry'),
      {
        says: "Shows what the parser reads out of a reviewer's answer, and why.",
        examples: ['opinion read answer.md', 'opinion read - --nonce 5e1f'],
      },
    ),
    'opinion read',
  );
}
