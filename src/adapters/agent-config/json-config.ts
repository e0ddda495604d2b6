import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Refusal } from '../../domain/model/refusal.js';
import { serverName, type ClientConfig, type ConfigFile } from './clients.js';
import { unreadable } from './unreadable.js';

/** JSON with or without comments and trailing commas. */
export function registerInJson({ servers, entry }: ClientConfig, { path, text = '' }: ConfigFile): string | Refusal {
  const wanted = { [servers]: { [serverName]: entry } };
  const block = JSON.stringify(wanted, null, 2);
  if (text.trim() === '') return `${block}\n`;
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    return unreadable(path, { ...place(text, error.offset), message: printParseErrorCode(error.error) }, block);
  if (!isObject(root)) return unreadable(path, { line: 1, column: 1, message: 'not an object' }, block);
  const present = root[servers];
  if (present !== undefined && !isObject(present))
    return unreadable(path, { key: servers, message: 'not an object' }, block);
  if (present?.[serverName] !== undefined) return text;
  return applyEdits(text, modify(text, [servers, serverName], entry, { formattingOptions: layoutOf(text) }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function layoutOf(text: string) {
  const indent = /\n([\t ]+)\S/u.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function place(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
