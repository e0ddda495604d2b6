import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { refuse, type Refusal } from '../../../domain/model/refusal.js';
import type { Context } from '../context.js';
import { printable } from '../text/printable.js';

/** The JSON object in a file, `-` for standard input. `holds` says in a refusal what is to be in it. */
export async function readObject(file: string, holds: string, context: Context): Promise<object | Refusal> {
  const mended = `write one JSON object: ${holds}`;
  try {
    const content = await (file === '-' ? textOf(process.stdin) : readFile(context.resolve(file), 'utf8'));
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return refuse('invalid_arguments', `${printable(file)} holds no JSON object`, mended);
  } catch (error) {
    const why = printable(error instanceof Error ? error.message : String(error));
    if (error instanceof SyntaxError)
      return refuse('invalid_arguments', `${printable(file)} is not JSON: ${why}`, mended);
    return refuse('no_such_file', `${printable(file)} cannot be read: ${why}`, 'name a file, or - for standard input');
  }
}
