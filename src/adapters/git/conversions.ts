import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustGit, type Environment, type GitCall } from './git-process.js';
import type { RawEntry } from './written-files.js';

/** A git command in the user's worktree. */
export type Call = (...args: string[]) => GitCall;

/** Attributes that make git write other bytes than the blob holds, beside line ends; values that ask for nothing. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  filter: ['unspecified', 'unset', 'set', ''],
  ident: ['unspecified', 'unset', ''],
  'working-tree-encoding': ['unspecified', 'unset', 'set', ''],
};

/**
 * Which of `entries` git would convert by a program, an `ident` or an encoding when it writes `tree`, by the attributes of the
 * worktree or those that the tree itself brings: git asks both while it moves a branch.
 */
export async function convertedPath(
  call: Call,
  tree: string,
  entries: readonly RawEntry[],
): Promise<string | undefined> {
  if (entries.length === 0) return undefined;
  const paths = Buffer.concat(entries.map(({ path }) => Buffer.concat([path, Buffer.of(0)])));
  return (await convertedOf(call, [], paths)) ?? (await convertedByTree(call, tree, paths));
}

async function convertedByTree(call: Call, tree: string, paths: Buffer): Promise<string | undefined> {
  const scratch = await mkdtemp(join(tmpdir(), 'countersign-attributes-'));
  const inScratch: Call = (...args) => {
    const plain = call(...args);
    return { ...plain, env: { ...plain.env, GIT_INDEX_FILE: join(scratch, 'index') } };
  };
  try {
    await mustGit(inScratch('read-tree', tree));
    return await convertedOf(inScratch, ['--cached'], paths);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function convertedOf(call: Call, where: readonly string[], paths: Buffer): Promise<string | undefined> {
  const { stdout } = await mustGit(call('check-attr', ...where, '-z', '--stdin', ...Object.keys(harmless)), paths);
  const fields = stdout.toString('utf8').split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (harmless[fields[at + 1] ?? '']?.includes(fields[at + 2] ?? '') !== true) return fields[at];
  return undefined;
}

/**
 * Settings that leave every filter driver of the user's and the repository's configuration without a program, and every branch without
 * options of its own for a merge.
 */
export async function plainMerge(call: Call): Promise<Environment> {
  const { stdout } = await mustGit(call('config', '--null', '--name-only', '--list'));
  const keys = stdout.toString('utf8').split('\0');
  const drivers = new Set(keys.flatMap((key) => /^filter\.([^]*)\.[^.]*$/.exec(key)?.[1] ?? []));
  const programs = [...drivers].flatMap((driver): readonly (readonly [string, string])[] => [
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ]);
  const options = keys.filter((key) => /^branch\.[^]*\.mergeoptions$/.test(key));
  const settings = [...programs, ...options.map((key) => [key, '--ff-only'] as const)];
  const numbered = settings.flatMap(([key, value], at): readonly (readonly [string, string])[] => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(numbered) };
}
