import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { helpOf, wordsOf } from './command-help.js';
import { buildProgram } from './program.js';
import { parse } from './usage.js';

const asked = (...argv: string[]) => parse(argv, 80);
const wrong = (...argv: string[]) => {
  const result = asked(...argv);
  if (result.kind !== 'wrong') throw new Error(`taken as ${result.kind}`);
  return result.refusal;
};

function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leaves(child)));
}
const program = buildProgram(() => undefined);
const commands = leaves(program).map((command) => [wordsOf(command), command] as const);

describe('what a command line lacks', () => {
  it.each([
    [['decide'], 'decide needs ID, one of --option, --approve, --request-changes, --reject and --note <text>'],
    [['decide', '--approve'], 'decide needs ID and --note <text>'],
    [
      ['decide', '01K', '--note', 'x', '--approve', '--reject'],
      "option '--approve' cannot be used with option '--reject'",
    ],
    [['findings', 'dismiss'], 'dismiss needs ID and --reason <text>'],
    [['findings', 'dismiss', '01K'], 'dismiss needs --reason <text>'],
    [['backup'], 'backup needs FILE'],
  ])('%j is told all at once', (argv, message) => {
    expect(wrong(...argv)).toMatchObject({ code: 'usage', message });
  });

  it.each([
    [['review', '--scope', ''], '--scope is empty'],
    [['review', '--scope', 'src/**', '--scope', ' ', '--type', ''], '--scope and --type are empty'],
    [['review', ''], 'an argument is empty'],
    [['show', ''], 'an argument is empty'],
    [['agent', 'add', 'otter', '--commits-as', ''], '--commits-as is empty'],
  ])('an empty value says nothing: %j', (argv, message) => {
    expect(wrong(...argv)).toMatchObject({ code: 'usage', message });
  });
});

describe('help', () => {
  it('of a command that does not exist says so and lists those that do', () => {
    expect(wrong('help', 'nope')).toMatchObject({
      message: "unknown command 'nope'",
      remedy: expect.stringMatching(/^Expected one of: review, .*See: countersign --help$/u) as string,
    });
    expect(wrong('help', 'findings', 'nope').message).toBe("unknown command 'nope' of findings");
  });

  it('of a command of a group is that of the command', () => {
    const result = asked('help', 'findings', 'dismiss');
    expect(result).toMatchObject({ kind: 'help' });
    expect(result).toEqual(asked('findings', 'dismiss', '--help'));
  });

  it('without a command is that of the program', () => {
    expect(asked('help')).toEqual(asked('--help'));
  });

  it.each(commands)('of %s says in a sentence what it does, and gives examples that work', (words, command) => {
    const help = helpOf(command);
    expect(help?.says).toMatch(/^[A-Z][a-z]+s [^.]*\.$/u);
    expect(command.description()).toMatch(/\.$/u);
    expect(help?.examples.length).toBeGreaterThan(0);
    for (const example of help?.examples ?? []) {
      const argv = [...example.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      const result = parse(argv, 80);
      expect(result).toMatchObject({ kind: 'call', call: { command: words.slice('countersign '.length) } });
    }
    for (const option of command.options) expect(option.description).toMatch(/^[^A-Z]/u);
  });

  it('of the program has one style for all', () => {
    for (const child of program.commands) expect(child.summary()).toMatch(/^[A-Z][a-z]+s .*\.$/u);
  });
});
