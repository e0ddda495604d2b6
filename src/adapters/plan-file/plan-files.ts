import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanFiles } from '../../application/ports/plan.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { checkedPlan, planInvalid } from './check-plan.js';
import { fillTable } from './fill-table.js';
import { readMarkdownPlan } from './markdown-plan.js';
import { readYamlPlan } from './yaml-plan.js';

/** Bytes; a plan of a thousand tasks has a tenth of it. */
const largestPlan = 2 * 1024 * 1024;

/** Plan files below the top of a worktree. No link is followed. */
export function planFiles(top: string): PlanFiles {
  return {
    read: (path) => read(join(top, path), path),
    write: (path, text) => replace(join(top, path), path, text),
    parse: (text, path) => {
      const { found, problems } = isYaml(path) ? readYamlPlan(text) : readMarkdownPlan(text);
      return checkedPlan(path, found, problems);
    },
    fill: (text, path, rows) => (isYaml(path) ? fillTable('', path, rows) : fillTable(text, path, rows)),
  };
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/iu.test(path);
}

async function read(file: string, path: string): Promise<string | Refusal> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return refuse('no_such_file', `${path} is no file`, 'name the plan file');
      if (stats.size > largestPlan)
        return planInvalid(path, [{ line: 1, message: `is longer than ${largestPlan} bytes` }]);
      // A byte order mark and every line end come back as they were.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof TypeError) return planInvalid(path, [{ line: 1, message: 'is not UTF-8 text' }]);
    return refuse('no_such_file', `${path} cannot be read: ${messageOf(error)}`, 'name the plan file');
  }
}

/** A crash leaves the old file or the new one. */
async function replace(file: string, path: string, text: string): Promise<Refusal | undefined> {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const { mode } = await lstat(file);
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
    return undefined;
  } catch (error) {
    await rm(beside, { force: true });
    return refuse('plan_not_written', `${path} was not written: ${messageOf(error)}`, 'the old file stands');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
