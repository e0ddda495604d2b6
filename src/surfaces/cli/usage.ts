import { type Command, CommanderError } from 'commander';
import type { Refusal } from '../../domain/model/refusal.js';
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
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'countersign.version') return { kind: 'version' };
    if (error.exitCode === 0) return { kind: 'help', text: out };
    if (error.code === 'commander.help') return { kind: 'nothing', text: err };
    return { kind: 'wrong', refusal: wrongUsage(program, argv, error.message) };
  }
  return call === undefined ? { kind: 'nothing', text: err } : { kind: 'call', call };
}

function eachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) eachCommand(child, visit);
}

function wrongUsage(program: Command, argv: readonly string[], message: string): Refusal {
  const { command, stray } = deepest(program, argv);
  const help = `See: ${pathOf(command).join(' ')} --help`;
  const said = message.replace(/^error: /u, '').replaceAll('\n', ' ');
  // A group with a default command would blame the arguments of the default for a misspelt command.
  const isGroup = command.commands.length > 0 && command.parent !== null;
  if (!isGroup || stray === undefined) return { refused: true, code: 'usage', message: said, remedy: help };
  const known = command.commands.map((child) => child.name()).join(', ');
  return {
    refused: true,
    code: 'usage',
    message: `unknown command '${stray}' of ${command.name()}`,
    remedy: `Expected one of: ${known}. ${help}`,
  };
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

function pathOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()];
}
