import { type Command, InvalidArgumentError, Option } from 'commander';
import { formats } from './context.js';

/** Hands a command that was chosen to the program under its words, e.g. `findings dismiss`. */
export type On = (command: Command, words: string) => Command;

/** An option that may be given several times; its values are kept in order. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser(appended);
}

/** As `repeatable`, for given words. `canonical` gives the word that a spelling stands for. */
export function choices(
  flags: string,
  description: string,
  allowed: readonly string[],
  canonical = (value: string) => value.replaceAll('-', '_'),
): Option {
  return repeatable(flags, description)
    .choices(allowed)
    .argParser((value, previous) => {
      const word = canonical(value);
      if (!allowed.includes(word)) throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}.`);
      return appended(word, previous);
    });
}

export function limit(): Option {
  return new Option('--limit <n>', 'at most this many').default(50).argParser(wholeNumber);
}

/** A whole number of at least 1. */
export function number(flags: string, description: string): Option {
  return new Option(flags, description).argParser(wholeNumber);
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/u.test(value) || !Number.isSafeInteger(number) || number < 1) {
    throw new InvalidArgumentError('Expected a whole number of at least 1.');
  }
  return number;
}

/** A day, or a moment with its time zone, as epoch milliseconds. A day begins at midnight UTC. */
export function moment(value: string): number {
  const at = /^\d{4}-\d\d-\d\d(T.+(Z|[+-]\d\d:\d\d))?$/u.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError('Expected a date, e.g. 2026-01-31 or 2026-01-31T08:00:00Z.');
  return at;
}

/** More than 0; parts of an hour have a point. */
export function hours(value: string): number {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/u.test(value) || !(number > 0)) throw new InvalidArgumentError('Expected hours, e.g. 24 or 0.5.');
  return number;
}

export function formatOption(): Option {
  return new Option('--format <format>', 'how to print the report (default: text)').choices(formats);
}

function appended(value: string, previous: unknown): string[] {
  return [...(Array.isArray(previous) ? previous.filter((item) => typeof item === 'string') : []), value];
}
