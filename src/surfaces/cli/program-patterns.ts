import { Option, type Command } from 'commander';
import { describe } from './command-help.js';
import type { On } from './option-kinds.js';

/** Commands of what is learned: which reviews may be skipped, and who says so (SPEC 7). */
export function patterns(program: Command, on: On): void {
  const group = describe(program.command('patterns'), {
    says: 'Shows what was learned of creators, and which reviews that may skip.',
    examples: [],
  });
  on(
    describe(
      group
        .command('list', { isDefault: true })
        .option('--creator <name>', 'only patterns of this agent')
        .option('--type <type>', 'only this action type'),
      {
        says: 'Lists patterns: a creator with a type of change, and how its reviews went.',
        more: 'Under the policy of the newest commit (docs/patterns.md).',
        examples: ['patterns', 'patterns --creator otter'],
      },
    ),
    'patterns list',
  );
  for (const [word, says, note] of [
    ['enable', 'Lets a pattern skip reviews; some are drawn and reviewed all the same.', 'ten clean ones in a row'],
    ['disable', 'Has every change of a pattern reviewed again.', 'a new model since Monday'],
  ] as const) {
    on(
      describe(
        group
          .command(word)
          .argument('<creator>', 'name of an agent')
          .argument('<type>', 'action type')
          .requiredOption('--note <text>', 'why'),
        {
          says,
          more: 'Needs COUNTERSIGN_TOKEN of a person.',
          examples: [`patterns ${word} otter refactor --note "${note}"`],
        },
      ),
      `patterns ${word}`,
    );
  }
}

/** Commands of what is known of reviewers: what they remember, and how far they can be believed (SPEC 6.5, 7). */
export function memory(program: Command, on: On): void {
  on(
    describe(program.command('reviewers'), {
      says: 'Shows how far the stated confidence of reviewers can be believed.',
      more: 'Brier score, skill and reliability table of each, from what became of their opinions (docs/calibration.md).',
      examples: ['reviewers', 'reviewers --json'],
    }),
    'reviewers',
  );
  const group = describe(program.command('memory'), {
    says: 'Shows what reviewers remember: issues by service, false positives, rejected approaches.',
    examples: [],
  });
  on(
    describe(group.command('show', { isDefault: true }).option('--service <name>', 'only this service of the policy'), {
      says: 'Prints what is remembered, computed from the journal.',
      more: 'What is kept, and what it does: docs/memory.md.',
      examples: ['memory', 'memory show --service payments'],
    }),
    'memory show',
  );
  on(
    describe(group.command('rebuild'), {
      says: 'Writes the tree of the memory from the journal, and says which files did not agree with it.',
      more: 'Below .countersign/memory/ at the top of the repository.',
      examples: ['memory rebuild'],
    }),
    'memory rebuild',
  );
}

/** Commands of whether the reviews do any good (V2; SPEC 6.6). */
export function analytics(program: Command, on: On): void {
  const group = describe(program.command('analytics'), {
    says: 'Shows what came of reviews: by model, by service, and what that suggests to change.',
    examples: [],
  });
  on(
    describe(
      group
        .command('show', { isDefault: true })
        .addOption(new Option('--format <format>', 'markdown: a page to hand on').choices(['text', 'markdown'])),
      {
        says: 'Prints the summary, from counters that are kept as reviews are written.',
        more: 'What counts as right, wrong and missed: docs/analytics.md.',
        examples: ['analytics', 'analytics --format markdown'],
      },
    ),
    'analytics show',
  );
  on(
    describe(group.command('export'), {
      says: 'Prints every merge of findings as a line of JSON, read from the journal.',
      more: 'It also says whether the counters agree with the journal (docs/analytics.md).',
      examples: ['analytics export'],
    }),
    'analytics export',
  );
}
