import type { Applied } from '../../application/ports/workspaces.js';
import type { Location } from './discover.js';
import { runGit, userEnvironment, type GitCall } from './git-process.js';

/** Switches off whatever a configuration could have run while the branch moves. */
const nothingRuns = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['merge.verifySignatures', 'false'],
].flatMap(([key, value]) => ['-c', `${key ?? ''}=${value ?? ''}`]);

/** Fast-forwards the branch that is checked out, when it stands at `from`. */
export async function applyCommit(
  location: Location,
  env: NodeJS.ProcessEnv,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Applied> {
  const { top } = location;
  if (top === undefined) return no('there is no worktree here');
  const call = (...args: string[]): GitCall => ({
    args: [...nothingRuns, ...args],
    cwd: top,
    env: userEnvironment(env),
  });
  const head = await runGit(call('rev-parse', '--verify', '--quiet', 'HEAD'));
  if (text(head.stdout) !== from) return no('the branch that is checked out no longer stands where it was reviewed');
  const filtered = await filteredPath(call, { from, to });
  if (filtered !== undefined) return no(`a filter of the repository would run on ${filtered}`);
  const branch = await runGit(call('symbolic-ref', '--quiet', '--short', 'HEAD'));
  const merged = await runGit(call('merge', '--ff-only', '--no-stat', '--quiet', to));
  if (merged.exitCode !== 0) return no(`git could not move the branch: ${merged.stderr}`);
  return { applied: true, branch: text(branch.stdout) || 'HEAD' };
}

function no(why: string): Applied {
  return { applied: false, why };
}

async function filteredPath(
  call: (...args: string[]) => GitCall,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string | undefined> {
  const changed = await runGit(call('diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to));
  if (changed.stdout.length === 0) return undefined;
  const { stdout } = await runGit(call('check-attr', '-z', '--stdin', 'filter'), changed.stdout);
  const fields = stdout.toString('utf8').split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (!['unspecified', 'unset', 'set', ''].includes(fields[at + 2] ?? '')) return fields[at];
  return undefined;
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8').trim();
}
