import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import type { Refusal } from '../../domain/model/refusal.js';
import { serverName, type ClientConfig, type ConfigFile } from './clients.js';
import { unreadable } from './unreadable.js';

/** TOML: a table of its own at the end of the file leaves everything before it untouched. */
export function registerInToml({ servers, entry }: ClientConfig, { path, text = '' }: ConfigFile): string | Refusal {
  const block = stringify({ [servers]: { [serverName]: entry } });
  const before = parsed(text);
  if (before instanceof TomlError)
    return unreadable(path, { line: before.line, column: before.column, message: summary(before) }, block);
  const present = before[servers] ?? {};
  if (typeof present === 'object' && serverName in present) return text;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  const added = text + gap + block.replaceAll('\n', newline);
  const after = parsed(added);
  const wanted = { ...before, [servers]: { ...(typeof present === 'object' ? present : {}), [serverName]: entry } };
  // An inline table, for one, takes no further table.
  if (after instanceof TomlError || !isDeepStrictEqual(plain(after), plain(wanted)))
    return unreadable(path, { key: servers, message: 'written in a form to which no table can be added' }, block);
  return added;
}

function parsed(text: string): Readonly<Record<string, unknown>> | TomlError {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

/** The message without the excerpt of the file that follows it. */
function summary(error: TomlError): string {
  return (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '');
}

/** Without the prototypes that the parser gives its tables. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
