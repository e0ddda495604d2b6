import type { Command } from 'commander';

/** What the help of a command says. One style for all: sentences that begin with what the command does. */
export interface CommandHelp {
  /** One sentence: what it does. It stands in the list of commands too. */
  readonly says: string;
  /** Further sentences. */
  readonly more?: string;
  /** Command lines that work as they stand, without the name of the program. Empty for a group of commands. */
  readonly examples: readonly string[];
  /** Flags of which exactly one must be given. */
  readonly oneOf?: readonly string[];
}

const helps = new WeakMap<Command, CommandHelp>();

/** Gives a command its help. Returns the command. */
export function describe(command: Command, help: CommandHelp): Command {
  helps.set(command, help);
  for (const option of command.options) if (option.mandatory) option.description += ' (required)';
  const { says, more, examples } = help;
  command.summary(says).description(more === undefined ? says : `${says} ${more}`);
  if (examples.length === 0) return command;
  const lines = examples.map((example) => `  countersign ${example}\n`).join('');
  return command.addHelpText('after', `\nExamples:\n${lines}`);
}

/** The help that `describe` gave; undefined for the program itself. */
export function helpOf(command: Command): CommandHelp | undefined {
  return helps.get(command);
}

/** Words of a command, e.g. `countersign findings dismiss`. */
export function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}
