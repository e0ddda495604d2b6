import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { loadRepairJson } from '../adapters/opinion-text/repair-json.js';
import type { ReadOpinionFile } from '../application/application.js';
import { readOpinion, type OpinionDocument } from '../application/queries/read-opinion.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';

/** Reads one answer from a file, or from standard input when the file is `-`. Bytes that are no UTF-8 become U+FFFD. */
export async function readOpinionFile({ file, nonce }: ReadOpinionFile): Promise<OpinionDocument | Refusal> {
  const bytes = file === '-' ? await buffer(process.stdin) : await contentOf(file);
  if (isRefusal(bytes)) return bytes;
  const text = new TextDecoder('utf-8').decode(bytes);
  return readOpinion(nonce === undefined ? { text } : { text, nonce }, loadRepairJson);
}

async function contentOf(file: string): Promise<Uint8Array | Refusal> {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('no_such_file', `${file} cannot be read: ${reason}`, "Name the file that holds a reviewer's answer.");
  }
}
