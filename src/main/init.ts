import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository } from '../adapters/git/open-repository.js';
import { initTemplate } from '../adapters/policy-file/init-template.js';
import type { InitReport } from '../application/application.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';

const folder = '.countersign';
const ignored = ['dashboard/', 'memory/', 'analytics.json', ''].join('\n');

/** Writes a starter policy and ignores the rendered views. A file that is there already is never changed. */
export async function init(start: Start, { dryRun }: { readonly dryRun: boolean }): Promise<InitReport | Refusal> {
  const repository = await openRepository(start.directory, { env: start.env });
  if (isRefusal(repository)) return repository;
  if (repository.top === undefined)
    return refuse('no_worktree', 'a bare repository has no place for a policy file', 'run it in a clone with files');
  const { top } = repository;
  const obstacle = await inTheWay(join(top, folder), 'directory');
  if (obstacle !== undefined) return obstacle;
  const wanted = [
    { path: `${folder}/policy.yaml`, content: initTemplate },
    { path: `${folder}/.gitignore`, content: ignored },
  ];
  const files: InitReport['files'][number][] = [];
  for (const { path } of wanted) {
    const odd = await inTheWay(join(top, path), 'file');
    if (odd !== undefined) return odd;
  }
  for (const { path, content } of wanted) {
    const there = await readFile(join(top, path), 'utf8').catch(() => undefined);
    if (there === undefined && !dryRun) await create(top, path, content);
    files.push({ path, action: there === undefined ? 'created' : 'unchanged', preview: there ?? content });
  }
  return { dryRun, files };
}

/** What is neither absent nor of the kind that is wanted: a link or a pipe is not followed or read. */
async function inTheWay(path: string, wanted: 'directory' | 'file'): Promise<Refusal | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || (wanted === 'file' ? found.isFile() : found.isDirectory())) return undefined;
  return refuse('in_the_way', `${path} is not a ${wanted}`, 'move it away and run `countersign init` again');
}

async function create(top: string, path: string, content: string): Promise<void> {
  await mkdir(join(top, folder), { recursive: true });
  await writeFile(join(top, path), content, { flag: 'wx' });
}
