import { type Command, Option } from 'commander';
import { describe } from './command-help.js';
import { limit, number, type On } from './option-kinds.js';

const which = 'a task (its latest gate), the id of a gate or its first letters, or latest';

/** Commands of gates: a coder and a reviewer that never switch, and a decision GO or NO_GO (SPEC 8). */
export function gates(program: Command, on: On): void {
  const group = describe(program.command('gate'), {
    says: 'Lets an artifact of a task through only when its reviewer says GO.',
    examples: [],
  });
  on(
    describe(
      group
        .command('run')
        .requiredOption('--workflow <file>', 'the workflow, as the default branch accepted it (docs/gate.md)')
        .requiredOption('--task <name>', 'a task of the workflow'),
      {
        says: 'Lets the coder of a task make its artifact and the reviewer judge it, until GO or the last iteration.',
        more: 'Exits 0 with GO, or where the overlay is off, 3 when a person is to decide, 4 when nobody could judge.',
        examples: ['gate run --workflow workflow.yaml --task design'],
      },
    ),
    'gate run',
  );
  looking(group, on);
  deciding(group, on);
}

function looking(group: Command, on: On): void {
  on(
    describe(group.command('status').alias('show').argument('[gate]', which, 'latest'), {
      says: 'Says whether the artifact is let through: exactly the content that had the GO, and nothing else.',
      more: 'Exits 0 only with a GO that still holds, or where the overlay is off, 1 with NO_GO, 3 while a person is to decide, 4 otherwise.',
      examples: ['gate status design'],
    }),
    'gate status',
  );
  on(
    describe(group.command('list').addOption(limit()), {
      says: 'Lists gates, the latest first.',
      examples: ['gate list'],
    }),
    'gate list',
  );
  on(
    describe(group.command('export').argument('[gate]', which, 'latest'), {
      says: 'Prints the review log of a gate as one JSON document.',
      examples: ['gate export design'],
    }),
    'gate export',
  );
}

function deciding(group: Command, on: On): void {
  on(
    describe(
      group
        .command('decide')
        .argument('<gate>', which)
        .addOption(
          new Option('--approve', 'let the latest artifact through as it is: GO').conflicts(['reject', 'more']),
        )
        .addOption(new Option('--reject', 'end the task without it: NO_GO').conflicts(['more']))
        .addOption(number('--more <n>', 'let coder and reviewer go on for so many iterations'))
        .requiredOption('--note <text>', 'why; it stays on record, and with --more the coder reads it'),
      {
        says: 'Decides a gate that waits for a person.',
        more: 'Needs COUNTERSIGN_TOKEN of a person. After --more, start it again with `gate run`.',
        examples: ['gate decide design --more 2 --note "name the retry limit"'],
        oneOf: ['--approve', '--reject', '--more'],
      },
    ),
    'gate decide',
  );
}
