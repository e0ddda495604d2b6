import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Commit } from '../../domain/model/change.js';
import type { Refusal } from '../../domain/model/refusal.js';
import { readCommit } from './commits.js';
import { mergeBases } from './endpoints.js';
import type { History } from './history.js';
import { ObjectReader } from './object-reader.js';
import { shallowBoundary } from './refusals.js';
import type { View } from './view.js';

/**
 * Where the history really ends in a view: its `shallow` file is a claim of the git directory, with which somebody could cut commits and
 * their authors out of a range. It is rewritten to the commits, found from the claimed ones on, that lack the object of a parent.
 * True when the view has a boundary.
 */
export async function settleBoundary(view: View): Promise<boolean> {
  const file = join(view.directory, 'shallow');
  const text = await readFile(file, 'latin1').catch(() => undefined);
  if (text === undefined) return false;
  // A reader of its own: the git that reads the change must not have seen the claim.
  const objects = new ObjectReader(view);
  try {
    const boundary = await trueBoundary(objects, text.split('\n'));
    if (boundary.length === 0) await rm(file);
    else await writeFile(file, boundary.map((id) => `${id}\n`).join(''));
    return boundary.length > 0;
  } finally {
    await objects.close();
  }
}

async function trueBoundary(objects: ObjectReader, claimed: readonly string[]): Promise<readonly string[]> {
  const waiting = new Set(claimed.filter((id) => /^[0-9a-f]{40,64}$/.test(id)));
  const boundary: string[] = [];
  // A set gives what is added while it is walked, and each only once.
  for (const id of waiting) {
    const commit = await readCommit(objects, id);
    if (typeof commit === 'string') continue;
    const parents = await Promise.all(commit.parents.map((parent) => readCommit(objects, parent)));
    if (parents.includes('missing')) boundary.push(id);
    else for (const parent of commit.parents) waiting.add(parent);
  }
  return boundary;
}

/** A merge of which git shows no parent, since it lacks one, must not hide the others. */
export async function hiddenBehind(
  { view, objects, shallow }: History,
  commits: readonly Commit[],
  base: string | undefined,
): Promise<Refusal | undefined> {
  if (!shallow) return undefined;
  const boundary = new Set((await readFile(join(view.directory, 'shallow'), 'latin1')).split('\n'));
  const shown = new Set(commits.map(({ id }) => id));
  for (const { id } of commits.filter((commit) => boundary.has(commit.id))) {
    const commit = await readCommit(objects, id);
    if (typeof commit === 'string') continue;
    for (const parent of commit.parents) {
      if (shown.has(parent) || typeof (await readCommit(objects, parent)) === 'string') continue;
      const isOld = base !== undefined && (await mergeBases(view, parent, base)).includes(parent);
      if (!isOld) return shallowBoundary(`A part of what commit ${id} merged`);
    }
  }
  return undefined;
}
