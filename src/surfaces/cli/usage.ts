import { type Command, CommanderError } from 'commander';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { helpOf, wordsOf } from './command-help.js';
import { buildProgram } from './program.js';
import type { Call } from './context.js';

/** What a command line asks for. */
export type Asked =
  | { readonly kind: 'call'; readonly call: Call }
  /** Help that was asked for, to be printed on stdout. */
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  /** No command at all: help belongs on stderr. */
  | { readonly kind: 'nothing'; readonly text: string }
  | { readonly kind: 'wrong'; readonly refusal: Refusal };

/** Reads a command line (without node and script). Nothing is executed. `columns` is the width of help texts. */
export function parse(argv: readonly string[], columns: number): Asked {
  let call: Call | undefined;
  let out = '';
  let err = '';
  const program = buildProgram((chosen) => {
    call = chosen;
  });
  eachCommand(program, (command) => {
    command.configureOutput({
      writeOut: (text) => (out += text),
      writeErr: (text) => (err += text),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    });
  });
  const topic = helpTopic(program, argv);
  if (topic !== undefined) {
    if ('refused' in topic) return { kind: 'wrong', refusal: topic };
    topic.outputHelp();
    return { kind: 'help', text: out };
  }
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'countersign.version') return { kind: 'version' };
    if (error.exitCode === 0) return { kind: 'help', text: out };
    if (error.code === 'commander.help') return { kind: 'nothing', text: err };
    return { kind: 'wrong', refusal: wrongUsage(program, argv, error) };
  }
  if (call === undefined) return { kind: 'nothing', text: err };
  const empty = emptyValue(call);
  return empty === undefined ? { kind: 'call', call } : { kind: 'wrong', refusal: empty };
}

function eachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) eachCommand(child, visit);
}

/** The command that `help WORD…` asks about, or what is wrong with the words; undefined when it is no call for help. */
function helpTopic(program: Command, argv: readonly string[]): Command | Refusal | undefined {
  const words = argv.filter((word) => !word.startsWith('-'));
  if (words[0] !== 'help' || argv[0]?.startsWith('-') === true) return undefined;
  let command = program;
  for (const word of words.slice(1)) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child === undefined) return unknownCommand(command, word);
    command = child;
  }
  return command;
}

/** An empty value says nothing: taken as it is it would silently mean "any" or "none". */
function emptyValue({ args, options }: Call): Refusal | undefined {
  const given = Object.entries(options).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).some((each) => typeof each === 'string' && each.trim() === '')
      ? [`--${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`]
      : [],
  );
  const empty = [...(args.some((word) => word.trim() === '') ? ['an argument'] : []), ...given];
  if (empty.length === 0) return undefined;
  return refuse(
    'usage',
    `${empty.join(' and ')} ${empty.length === 1 ? 'is' : 'are'} empty`,
    'Give a value, or leave it out.',
  );
}

function wrongUsage(program: Command, argv: readonly string[], error: CommanderError): Refusal {
  const { command, stray } = deepest(program, argv);
  // A group with a default command would blame the arguments of the default for a misspelt command.
  const isGroup = command.commands.length > 0 && command.parent !== null;
  if (isGroup && stray !== undefined) return unknownCommand(command, stray);
  const missing = missingOf(command);
  const isMissing =
    error.code === 'commander.missingMandatoryOptionValue' || error.code === 'commander.missingArgument';
  const said =
    isMissing && missing.length > 0
      ? `${command.name()} needs ${listed(missing)}`
      : error.message.replace(/^error: /u, '').replaceAll('\n', ' ');
  return refuse('usage', said, `See: ${wordsOf(command)} --help`);
}

function unknownCommand(group: Command, word: string): Refusal {
  const known = group.commands.map((child) => child.name());
  const of = group.parent === null ? '' : ` of ${group.name()}`;
  return refuse(
    'usage',
    `unknown command '${word}'${of}`,
    `Expected one of: ${known.join(', ')}. See: ${wordsOf(group)} --help`,
  );
}

/** Everything that a command needs and that the line lacks, so that nobody learns it piece by piece. */
function missingOf(command: Command): string[] {
  const needed = command.registeredArguments.filter(({ required }) => required).slice(command.args.length);
  const options = command.options.filter(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
  const { oneOf = [] } = helpOf(command) ?? {};
  const chosen = command.options.some(
    (option) => oneOf.includes(option.long ?? '') && command.getOptionValue(option.attributeName()) === true,
  );
  return [
    ...needed.map((argument) => argument.name().toUpperCase()),
    ...(oneOf.length === 0 || chosen ? [] : [`one of ${oneOf.join(', ')}`]),
    ...options.map(({ flags }) => flags),
  ];
}

function listed(things: readonly string[]): string {
  return things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1) ?? ''}`;
}

/** The command that the first words name, and the first word that names none below it. */
function deepest(program: Command, argv: readonly string[]): { command: Command; stray: string | undefined } {
  let command = program;
  for (const word of argv) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child !== undefined) command = child;
    else if (!word.startsWith('-') && command !== program) return { command, stray: word };
  }
  return { command, stray: undefined };
}
