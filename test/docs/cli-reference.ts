import type { Argument, Command, Option } from 'commander';
import { helpOf, wordsOf } from '../../src/surfaces/cli/command-help.js';

/** docs/cli.md, made from the tree of commands. */
export function cliReference(program: Command): string {
  const commands = leaves(program);
  return [
    '# Command line',
    '',
    'Made from the program by `npm run docs:cli`; do not edit.',
    '',
    program.description(),
    '',
    'Exit codes: 0 approved, skipped by rule or flagged, or done; 1 changes requested or rejected, or what was checked does ' +
      'not hold; 2 wrong usage or config, nothing was changed ([errors.md](errors.md)); 3 waiting for a person; ' +
      '4 inconclusive; 5 internal fault or unusable store; 130 interrupted.',
    '',
    '`show` exits like the review that it shows. The JSON objects are described in [json.md](json.md).',
    '',
    '## Options of every command',
    '',
    ...optionTable(program.options),
    ...commands.flatMap((command) => ['', ...commandPart(command)]),
    '',
  ].join('\n');
}

function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leaves(child)));
}

function commandPart(command: Command): string[] {
  const words = wordsOf(command);
  const { registeredArguments, options } = command;
  const usage = [words, ...registeredArguments.map(placeholder), ...(options.length === 0 ? [] : ['[options]'])];
  return [
    `## \`${usage.join(' ')}\``,
    '',
    command.description(),
    ...(registeredArguments.length === 0 ? [] : ['', ...argumentTable(registeredArguments)]),
    ...(options.length === 0 ? [] : ['', ...optionTable(options)]),
    '',
    '```sh',
    ...(helpOf(command)?.examples ?? []).map((example) => `countersign ${example}`),
    '```',
  ];
}

function placeholder(argument: Argument): string {
  const name = argument.name().toUpperCase();
  return argument.required ? name : `[${name}]`;
}

function argumentTable(given: readonly Argument[]): string[] {
  const rows = given.map((argument) => `| \`${argument.name().toUpperCase()}\` | ${argument.description} |`);
  return ['| argument | meaning |', '| --- | --- |', ...rows];
}

function optionTable(options: readonly Option[]): string[] {
  return ['| option | meaning |', '| --- | --- |', ...options.map(optionRow)];
}

function optionRow(option: Option): string {
  const choices =
    option.argChoices === undefined ? '' : `: ${option.argChoices.map((word) => `\`${word}\``).join(', ')}`;
  const fallback: unknown = option.defaultValue;
  const byDefault = typeof fallback === 'number' ? ` (default: ${fallback})` : '';
  return `| \`${option.flags}\` | ${option.description}${choices}${byDefault} |`;
}
