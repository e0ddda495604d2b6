import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openRepository } from '../adapters/git/open-repository.js';
import { initTemplate } from '../adapters/policy-file/init-template.js';
import type { AgentClient, InitReport, InitRequest } from '../application/application.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Start } from './store-directory.js';
import { writePlanned, type Planned } from './write-planned.js';

const folder = '.countersign';
const ignored = ['dashboard/', 'memory/', 'analytics.json', ''].join('\n');

/**
 * Writes a starter policy, ignores the rendered views and registers the MCP server with the named agents. Everything is
 * read and checked before anything is written. What is there already stays as it is, but for the server that is added.
 */
export async function init(start: Start, { dryRun, agents }: InitRequest): Promise<InitReport | Refusal> {
  const repository = await openRepository(start.directory, { env: start.env });
  if (isRefusal(repository)) return repository;
  if (repository.top === undefined)
    return refuse('no_worktree', 'a bare repository has no place for a policy file', 'run it in a clone with files');
  const { top } = repository;
  const plan: Planned[] = [];
  for (const [path, content] of [
    [`${folder}/policy.yaml`, initTemplate],
    [`${folder}/.gitignore`, ignored],
  ] as const) {
    const before = await existing(top, path);
    if (isRefusal(before)) return before;
    plan.push({ path, before, after: before ?? content });
  }
  const invalid = await policyThatStands(start, plan);
  if (invalid !== undefined) return invalid;
  for (const agent of agents) {
    const planned = await registration(top, agent);
    if (isRefusal(planned)) return planned;
    plan.push(planned);
  }
  const refused = dryRun ? undefined : await writePlanned(top, plan);
  if (refused !== undefined) return refused;
  return { dryRun, files: await Promise.all(plan.map(reported)) };
}

/** Whoever is told to commit a policy must not learn from the next review that it does not hold. */
async function policyThatStands(start: Start, [policy]: readonly Planned[]): Promise<Refusal | undefined> {
  if (policy?.before === undefined) return undefined;
  const { validatePolicy } = await import('./policy.js');
  const report = await validatePolicy(start, undefined);
  if (!isRefusal(report)) return undefined;
  const remedy = 'Mend it until `countersign policy validate` calls it valid, then run `countersign init` again.';
  return { ...report, remedy };
}

async function registration(top: string, agent: AgentClient): Promise<Planned | Refusal> {
  const [{ clients }, { register }] = await Promise.all([
    import('../adapters/agent-config/clients.js'),
    import('../adapters/agent-config/register.js'),
  ]);
  const client = clients[agent];
  let [path] = client.paths;
  let before: string | undefined;
  for (const candidate of client.paths) {
    const text = await existing(top, candidate);
    if (isRefusal(text)) return text;
    if (text === undefined) continue;
    [path, before] = [candidate, text];
    break;
  }
  const after = register(client, { path, text: before });
  return isRefusal(after) ? after : { path, before, after };
}

/** The text of a file, undefined where it is absent; a link or a pipe, in place of it or its folder, is not followed. */
async function existing(top: string, path: string): Promise<string | undefined | Refusal> {
  for (const [part, kind] of [
    [dirname(path), 'directory'],
    [path, 'file'],
  ] as const) {
    const found = await lstat(join(top, part)).catch(absent);
    if (found === undefined) return undefined;
    if (!(kind === 'file' ? found.isFile() : found.isDirectory()))
      return refuse(
        'in_the_way',
        `${join(top, part)} is not a ${kind}`,
        'move it away and run `countersign init` again',
      );
  }
  return readFile(join(top, path), 'utf8');
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function reported({ path, before, after }: Planned): Promise<InitReport['files'][number]> {
  if (before === undefined) return { path, action: 'created', preview: after };
  if (before === after) return { path, action: 'unchanged', preview: before };
  const { createTwoFilesPatch } = await import('diff');
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 3 });
  return { path, action: 'changed', preview: patch.replace(/^=+\n/u, '') };
}
