import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { isRefusal, refuse, type Refusal } from '../../../../domain/model/refusal.js';
import type { Context, Execute } from '../../context.js';
import { exitCode } from '../../exit-code.js';
import { text } from '../../options.js';
import { printable } from '../../text/printable.js';
import { printReport } from '../report.js';

export const execute: Execute = async (call, context) => {
  const [review = ''] = call.args;
  const file = text(call.options, 'file') ?? '-';
  const given = await read(file, context);
  if (isRefusal(given)) return given;
  const submission = await context.io.submission?.(review, given);
  if (submission === undefined) throw new Error('submit: nobody reads submissions here');
  if (isRefusal(submission)) return submission;
  const document = await context.ask(({ peer }) => peer.submitReview(submission));
  if (isRefusal(document)) return document;
  await printReport(document, context.json ? 'json' : 'text', context, 'brief');
  return exitCode(document);
};

async function read(file: string, context: Context): Promise<object | Refusal> {
  const content = await contentOf(file, context);
  if (typeof content !== 'string') return content;
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null) return value;
    return refuse(
      'invalid_arguments',
      `${printable(file)} holds no JSON object`,
      'write the fields of the MCP tool submit_review',
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse('invalid_arguments', `${printable(file)} is not JSON: ${printable(why)}`, 'write one JSON object');
  }
}

async function contentOf(file: string, context: Context): Promise<string | Refusal> {
  try {
    return await (file === '-' ? textOf(process.stdin) : readFile(context.resolve(file), 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(
      'no_such_file',
      `${printable(file)} cannot be read: ${printable(why)}`,
      'name a file, or - for standard input',
    );
  }
}
