import type { Command } from 'commander';
import { describe } from './command-help.js';
import { limit, moment, type On } from './option-kinds.js';
import { changeOptions } from './program-review.js';

/** The policy file. */
export function policy(program: Command, on: On): void {
  const group = describe(program.command('policy'), { says: 'Checks and explains the policy.', examples: [] });
  on(
    describe(group.command('validate').argument('[file]', 'default: .countersign/policy.yaml of the worktree'), {
      says: 'Checks a policy file and reports every mistake with its place.',
      examples: ['policy validate', 'policy validate draft.yaml'],
    }),
    'policy validate',
  );
  on(
    describe(changeOptions(group.command('explain')), {
      says: 'Says why a change needs a review, of whom, and what would decide, without reviewing it.',
      examples: ['policy explain', 'policy explain --worktree --type security_change'],
    }),
    'policy explain',
  );
  on(
    describe(
      group
        .command('simulate')
        .argument('<file>', 'policy file to try')
        .option('--since <date>', 'only reviews requested on or after it (UTC)', moment)
        .addOption(limit()),
      {
        says: 'Decides the recorded history again under another policy, and lists what comes out differently.',
        more: 'Nothing is recorded, and no reviewer is asked. Exits with 0 where nothing does, with 1 where a decision flips, with 4 where none flips but some can not be known.',
        examples: ['policy simulate draft.yaml', 'policy simulate draft.yaml --since 2026-01-31 --json'],
      },
    ),
    'policy simulate',
  );
  on(
    describe(group.command('show'), {
      says: 'Prints the policy that the newest commit holds, in its normal form, with all that it leaves out.',
      examples: ['policy show'],
    }),
    'policy show',
  );
  on(
    describe(group.command('schema'), {
      says: 'Prints the JSON Schema of the policy file.',
      examples: ['policy schema'],
    }),
    'policy schema',
  );
}
