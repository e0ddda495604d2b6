import { lstat, readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { openHead } from '../adapters/git/open-head.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { jsonSchema } from '../adapters/policy-file/json-schema.js';
import { nearest } from '../adapters/policy-file/problems.js';
import { inForce, policyPlaces, readPolicy } from '../adapters/policy-file/read-policy.js';
import type { PolicyReport } from '../application/application.js';
import type { PolicyInForce } from '../application/ports/policy.js';
import { derivedTypes } from '../domain/classification/classify.js';
import { doubtfulTypes } from '../domain/policy/unread-words.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

export { jsonSchema as policySchema };

/** Checks a policy file; without a name the one that stands in the worktree, which the next commit would bring into force. */
export async function validatePolicy(start: Start, file: string | undefined): Promise<PolicyReport | Refusal> {
  if (file !== undefined) return validateFile(start, file);
  const repository = await openRepository(start.directory, { env: start.env });
  if (isRefusal(repository)) return repository;
  const top = repository.top ?? start.directory;
  const odd = await notAFile(top);
  if (odd !== undefined) return odd;
  const read = await readPolicy((path) => contentOf(join(top, path)));
  if (isRefusal(read)) return read;
  const { source, digest } = read.origin;
  const shown = source === 'default' ? 'default policy (there is no .countersign/policy.yaml here)' : policyPlaces[0];
  return { file: shown, digest, notes: notesOn(read) };
}

/** The policy of the newest commit, the default one where there is none. */
export async function currentPolicy(start: Start): Promise<PolicyInForce | Refusal> {
  const head = await openHead(start.directory, { env: start.env });
  if (isRefusal(head)) return head;
  try {
    return await readPolicy((path) => head.readFile(path));
  } finally {
    await head.close();
  }
}

/** Where the policy of a worktree stands there may be a link, a pipe or a device: git would not read a policy from it. */
async function notAFile(top: string): Promise<Refusal | undefined> {
  for (const place of policyPlaces) {
    const found = await lstat(join(top, place)).catch(() => undefined);
    if (found === undefined || found.isFile()) continue;
    return refuse('policy_unreadable', `${place} is not a plain file`, 'Replace it by a file, or remove it.');
  }
  return undefined;
}

async function validateFile(start: Start, file: string): Promise<PolicyReport | Refusal> {
  const read = await readFileNamed(start, file);
  if (isRefusal(read)) return read;
  return { file: read.shown, digest: read.inForce.origin.digest, notes: notesOn(read.inForce) };
}

function notesOn({ policy }: PolicyInForce): readonly string[] {
  return doubtfulTypes(policy, derivedTypes, nearest);
}

/** A policy file by its name; refused with every mistake where it can't be used. */
export async function readFileNamed(
  start: Start,
  file: string,
): Promise<{ readonly shown: string; readonly inForce: PolicyInForce } | Refusal> {
  const path = isAbsolute(file) ? file : resolve(start.directory, file);
  const shown = relative(start.directory, path) || path;
  const bytes = await contentOf(path);
  if (bytes === undefined) return refuse('no_such_file', `${shown} does not exist.`, 'Name the policy file to check.');
  const read = await inForce(bytes, shown);
  return isRefusal(read) ? read : { shown, inForce: read };
}

async function contentOf(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
