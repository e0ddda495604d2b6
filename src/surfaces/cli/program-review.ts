import { type Command, Option } from 'commander';
import { describe } from './command-help.js';
import { choices, formatOption, limit, number, type On, repeatable } from './option-kinds.js';
import { mineWords, reviewStatuses } from './words.js';

const idHelp = 'id of a review or its first letters; default: the newest';

/** Reviewing a change, and looking at reviews. */
export function reviewing(program: Command, on: On): void {
  const mine = new Option('--mine <what>', 'only what is mine, by COUNTERSIGN_TOKEN').choices([...mineWords]);
  on(
    describe(fixOptions(changeOptions(program.command('review'))).addOption(formatOption()), {
      says: 'Reviews a change and decides.',
      more:
        'Without a change: the current branch against its merge base with the default branch, or the last commit when on ' +
        'the default branch.',
      examples: [
        'review',
        'review main..topic',
        'review --staged',
        'review --worktree --creator my-agent --scope "src/**"',
        'review --panel claude,codex',
        'review --fix --fix-by claude --apply',
      ],
    })
      .option(
        '--panel <names>',
        'ask these agents too, side by side: names of the policy, of your own configuration, or claude, codex, gemini, …',
      )
      .option('--verbose', 'show all that was looked at, as `show` does'),
    'review',
  );
  showing(program, on);
  on(
    describe(
      program
        .command('list')
        .addOption(choices('--status <status>', 'only this status (repeatable)', reviewStatuses))
        .addOption(mine)
        .option('--watch', 'show changes as they happen, until Ctrl-C')
        .addOption(limit()),
      {
        says: 'Lists reviews, newest first.',
        examples: ['list', 'list --status escalated --limit 10', 'list --mine to_do --watch'],
      },
    ),
    'list',
  );
  on(
    describe(program.command('explain').argument('[id]', idHelp), {
      says: 'Prints every rule that was looked at to decide a review.',
      examples: ['explain', 'explain 01K3ZQ5T8D'],
    }),
    'explain',
  );
}

function showing(program: Command, on: On): void {
  on(
    describe(
      program
        .command('show')
        .argument('[id]', idHelp)
        .addOption(formatOption())
        .addOption(number('--wait <seconds>', "first wait until it is somebody else's turn, or so long"))
        .addOption(number('--since <version>', 'with --wait: not where it went on since this version (of `log`)')),
      {
        says: 'Prints a review with all that was looked at.',
        more: 'Its exit code is that of the review.',
        examples: ['show', 'show 01K3ZQ5T8D --format markdown', 'show 01K3ZQ5T8D --wait 600'],
      },
    ),
    'show',
  );
}

/** Argument and options that name a change. */
export function sideOptions(command: Command): Command {
  return command
    .argument('[range]', 'git range or commit, e.g. main..topic')
    .option('--base <ref>', 'the current branch against its merge base with REF')
    .option('--staged', 'what is staged in the index')
    .option('--worktree', 'what is in the worktree, untracked files included');
}

/** Options that name a change and how it is to be reviewed. */
export function changeOptions(command: Command): Command {
  return sideOptions(command)
    .option('--type <type>', 'action type of the change; default: classified from the change itself')
    .option('--creator <agent>', 'who made the change; default: the author of its newest commit')
    .option('--protocol <name>', 'protocol that decides; default: that of the policy')
    .addOption(repeatable('--scope <glob>', 'declared scope of the change; paths outside are reported (repeatable)'))
    .option('--autonomy <level>', 'autonomy level of the creator, for skip rules of the policy')
    .option('--no-skip', 'review even where a rule would skip');
}

/** Options that let an agent mend what is found. */
function fixOptions(command: Command): Command {
  return command
    .option('--fix', 'let an agent mend what is found, in a worktree of its own, until it passes or a person is needed')
    .option('--fix-by <agent>', 'with --fix: agent that mends; default: the creator')
    .option('--apply', 'with --fix: put the result on this branch where it is approved');
}
