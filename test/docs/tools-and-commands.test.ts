import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/surfaces/cli/program.js';
import { tools } from '../../src/surfaces/mcp/tools/catalogue.js';
import { commandOf, counterparts, toolsAndCommands } from './tools-and-commands.js';
import { read } from './sources.js';

const program = buildProgram(() => undefined);

const fieldsOf = (schema: unknown): string[] => {
  const { properties = {}, anyOf = [] } = schema as {
    properties?: Readonly<Record<string, unknown>>;
    anyOf?: readonly unknown[];
  };
  return [...Object.keys(properties), ...anyOf.flatMap(fieldsOf)];
};

/** Arguments and options of a command, and the words of the program that every command takes. */
const takes = (command: Command) => [
  ...command.registeredArguments.map((argument) => argument.name().toUpperCase()),
  ...command.options.map(({ long }) => `\`${long ?? ''}\``),
];

it('docs/tools-and-commands.md is what the program says (npm run docs:cli)', async () => {
  await expect(toolsAndCommands(tools)).toMatchFileSnapshot('../../docs/tools-and-commands.md');
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const { inputSchema, outputSchema } = tool.listed();
  const { commands = [], input = {}, output = {} } = counterparts[name] ?? {};

  it('has a place on the command line for each field that it takes, and no place for what it does not', () => {
    expect(new Set(Object.keys(input).map((field) => field.split('.')[0]))).toEqual(new Set(fieldsOf(inputSchema)));
  });

  it('has a place in the JSON of the command for each fact of its answer', () => {
    const facts = fieldsOf(outputSchema).filter((field) => field !== 'next' && field !== 'error');
    expect(new Set(Object.keys(output))).toEqual(new Set(facts));
  });

  it('names arguments and options that its commands have', () => {
    const known = commands.flatMap((words) => takes(commandOf(program, words)));
    const named = Object.values(input).flatMap((place) => place.match(/`--[a-z-]+`|\b[A-Z]{2,}\b/gu) ?? []);
    expect(named.filter((word) => !known.includes(word))).toEqual([]);
  });

  it('names fields that docs/json.md knows', () => {
    const known = read('docs/json.md');
    const named = Object.values(output).flatMap((place) => place.match(/`[^`]+`/gu) ?? []);
    const words = named.map((word) => word.replaceAll('`', '').replace('[]', '').split('.').at(-1) ?? '');
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`, 'u').test(known))).toEqual([]);
  });
});
