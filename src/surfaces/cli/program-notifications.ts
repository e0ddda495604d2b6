import { type Command, InvalidArgumentError } from 'commander';
import { describe } from './command-help.js';
import { choices, limit, type On } from './option-kinds.js';
import { deliveryStates } from './words.js';

/** What was told to whom, and what is on its way. */
export function notifications(program: Command, on: On): void {
  const group = describe(program.command('notifications'), {
    says: 'Shows what was told to whom, and sends what is on its way.',
    examples: [],
  });
  on(
    describe(
      group
        .command('list', { isDefault: true })
        .addOption(choices('--state <state>', 'only with a delivery in this state (repeatable)', deliveryStates))
        .addOption(limit()),
      {
        says: 'Lists notifications and what became of each on every channel, newest first.',
        examples: ['notifications', 'notifications list --state dead'],
      },
    ),
    'notifications list',
  );
  on(
    describe(group.command('deliver'), {
      says: 'Sends what is due now.',
      more: 'Every other command sees to it too, when its own work is done, and waits for nobody slow.',
      examples: ['notifications deliver'],
    }),
    'notifications deliver',
  );
  on(
    describe(group.command('retry').argument('[id]', 'one notification; default: all', number), {
      says: 'Sends again what was given up or waits for its next attempt.',
      examples: ['notifications retry', 'notifications retry 42'],
    }),
    'notifications retry',
  );
  on(
    describe(
      group
        .command('drop')
        .argument('[id]', 'one notification; default: all', number)
        .option('--channel <name>', 'only on this channel'),
      {
        says: 'Gives up what was not delivered.',
        examples: ['notifications drop 42', 'notifications drop --channel pager'],
      },
    ),
    'notifications drop',
  );
}

function number(value: string): string {
  if (!/^[1-9]\d{0,14}$/u.test(value)) throw new InvalidArgumentError('Expected the number of a notification.');
  return value;
}
