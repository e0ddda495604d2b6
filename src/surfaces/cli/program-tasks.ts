import { type Command, Option } from 'commander';
import { describe } from './command-help.js';
import { limit, type On, repeatable } from './option-kinds.js';
import { sideOptions } from './program-review.js';

const which = 'its name in the plan, its id or the first letters of it';
const exits =
  'Exits 0 when the task is complete, 1 when changes are needed, 3 when a person is, 4 when nobody could judge.';

/** Commands of tasks: a plan, and a review of each task before it is complete (SPEC 8). */
export function tasks(program: Command, on: On): void {
  const group = describe(program.command('task'), {
    says: 'Takes tasks from a plan and completes each only after its review.',
    examples: [],
  });
  on(
    describe(group.command('import').argument('<plan>', 'a Markdown file with a task table, or YAML (docs/tasks.md)'), {
      says: 'Takes over the tasks of a plan; read again, what is new and what changed.',
      examples: ['task import docs/plan.md'],
    }),
    'task import',
  );
  on(
    describe(group.command('list').addOption(limit()), {
      says: 'Lists tasks, the latest plan first.',
      examples: ['task list'],
    }),
    'task list',
  );
  on(
    describe(group.command('show').argument('<task>', which), {
      says: 'Prints a task with its reviews and what they ask for.',
      examples: ['task show 2'],
    }),
    'task show',
  );
  on(
    describe(
      group
        .command('start')
        .argument('<task>', which)
        .option('--as <name>', 'who does it; default: as the plan says, else you'),
      {
        says: 'Begins work on a task, once everything that it depends on is complete.',
        examples: ['task start 2 --as impl-1'],
      },
    ),
    'task start',
  );
  reviewing(group, on);
  deciding(group, on);
  progress(program, on);
}

function reviewing(group: Command, on: On): void {
  on(
    describe(reviewers(sideOptions(group.command('review').argument('<task>', which))), {
      says: 'Reviews what a task came to, by the reviewers that the policy names; approved, it is complete.',
      more: `Without a change: as \`countersign review\`. ${exits}`,
      examples: ['task review 2', 'task review 2 main..topic', 'task review 2 --worktree'],
    }),
    'task review',
  );
  on(
    describe(
      group
        .command('run')
        .argument('<task>', which)
        .argument('<command...>', 'after `--`: what does the task')
        .option('--as <name>', 'who does it; default: as the plan says, else you'),
      {
        says: 'Starts a task, runs a command that does it, and reviews it when that ends well.',
        more: `The review follows where \`task_review.trigger\` is script_completion, which is the default. ${exits}`,
        examples: ['task run 2 -- ./implement.sh 2'],
      },
    ),
    'task run',
  );
  on(
    describe(
      group
        .command('idle')
        .option('--as <name>', 'only a task of this worker')
        .option(
          '--hook',
          'answer as the stop hook of an agent: JSON that sends it back to work where changes are needed',
        ),
      {
        says: 'Reviews the task in progress; to be called when an agent goes idle.',
        more: 'Does nothing where `task_review.trigger` is not session_idle, or no task is in progress.',
        examples: ['task idle --hook'],
      },
    ),
    'task idle',
  );
}

function reviewers(command: Command): Command {
  return command
    .option('--creator <agent>', 'who made the change; default: the author of its newest commit')
    .option('--protocol <name>', 'protocol that decides; default: that of the policy')
    .addOption(repeatable('--scope <glob>', 'declared scope of the change; paths outside are reported (repeatable)'))
    .option('--panel <names>', 'ask these agents too, side by side');
}

function deciding(group: Command, on: On): void {
  on(
    describe(
      group
        .command('decide')
        .argument('<task>', which)
        .addOption(new Option('--complete', 'it is complete as it stands').conflicts('reopen'))
        .addOption(new Option('--reopen', 'back to its worker, with new revisions'))
        .requiredOption('--note <text>', 'why; it stays on record'),
      {
        says: 'Decides a task that is blocked.',
        more: 'Needs COUNTERSIGN_TOKEN of a person.',
        examples: ['task decide 2 --reopen --note "split the migration first"'],
        oneOf: ['--complete', '--reopen'],
      },
    ),
    'task decide',
  );
}

function progress(program: Command, on: On): void {
  on(
    describe(
      program
        .command('progress')
        .argument('[plan]', 'a plan file; default: the one imported last')
        .option('--write', 'write the table into the plan file, and touch nothing else in it'),
      { says: 'Shows how the tasks of a plan stand.', examples: ['progress', 'progress docs/plan.md --write'] },
    ),
    'progress',
  );
}
