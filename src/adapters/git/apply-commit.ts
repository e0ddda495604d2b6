import type { Applied } from '../../application/ports/workspaces.js';
import { convertedPath, plainMerge, type Call } from './conversions.js';
import type { Location } from './discover.js';
import { mustGit, runGit, userEnvironment, type Environment } from './git-process.js';
import { runToItsEnd } from './finishing-git.js';
import { changedOnDisk, readRawEntries, type RawEntry } from './written-files.js';

/** Switches off whatever a configuration could have run while the branch moves. */
const nothingRuns = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  // A commit-graph could state other parents and trees than the commits themselves.
  ['core.commitGraph', 'false'],
  ['core.splitIndex', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['merge.verifySignatures', 'false'],
  // What the user has not committed is in the way, and stays where it is.
  ['merge.autoStash', 'false'],
].flatMap(([key, value]) => ['-c', `${key ?? ''}=${value ?? ''}`]);

/** What reads the commit's own objects and no others: no replace refs, no grafts, nothing fetched (SPEC 2, rule 13). */
const ownObjects: Environment = {
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** Fast-forwards the branch that is checked out, when it stands at `from`, and is `asked` where that is known. */
export async function applyCommit(
  location: Location,
  env: NodeJS.ProcessEnv,
  { from, to, asked }: { readonly from: string; readonly to: string; readonly asked: string | undefined },
): Promise<Applied> {
  const { top } = location;
  if (top === undefined) return no('there is no worktree here');
  const plain: Call = (...args) => ({
    args: [...nothingRuns, ...args],
    cwd: top,
    env: { ...userEnvironment(env), ...ownObjects },
  });
  const settings = await plainMerge(plain);
  const call: Call = (...args) => {
    const bare = plain(...args);
    return { ...bare, env: { ...bare.env, ...settings } };
  };
  if ((await headOf(call)) !== from) return no('the branch that is checked out no longer stands where it was reviewed');
  const changed = await changes(call, from, to);
  const converted = await convertedPath(call, to, changed);
  if (converted !== undefined)
    return no(
      `a filter of the repository would run on ${converted}, or its attributes have it written in another form`,
    );
  const branch = await branchOf(location, env);
  if (asked !== undefined && branch !== asked)
    return no(
      `${branch} is checked out by now, and it was asked for ${asked}: git switch ${asked} && git merge --ff-only ${to}`,
    );
  const merged = await runToItsEnd(call('merge', '--ff-only', '--no-stat', '--quiet', to));
  if (merged.exitCode !== 0) {
    const half = await changedOnDisk(top, location.objectFormat, await changes(call, to, from));
    const left = half === undefined ? '' : `; ${half} is not what commit ${from} holds: look at \`git status\``;
    return no(`git could not move the branch: ${merged.stderr || 'it was ended'}${left}`);
  }
  if ((await headOf(call)) !== to)
    return no(`git left the branch where it does not hold commit ${to}: look at \`git status\``);
  const other = await changedOnDisk(top, location.objectFormat, changed);
  if (other !== undefined)
    return no(
      `the branch was moved, but ${other} in the worktree is not what the reviewed commit ${to} holds: look at it`,
    );
  return { applied: true, branch };
}

const rawDiff = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames'] as const;

/** The branch that is checked out, `HEAD` where none is. */
export async function branchOf({ top }: Location, env: NodeJS.ProcessEnv): Promise<string> {
  if (top === undefined) return 'HEAD';
  const args = ['symbolic-ref', '--quiet', '--short', 'HEAD'];
  const { stdout } = await runGit({ args: [...nothingRuns, ...args], cwd: top, env: userEnvironment(env) });
  return text(stdout) || 'HEAD';
}

async function changes(call: Call, from: string, to: string): Promise<readonly RawEntry[]> {
  return readRawEntries((await mustGit(call(...rawDiff, from, to))).stdout);
}

async function headOf(call: Call): Promise<string> {
  return text((await runGit(call('rev-parse', '--verify', '--quiet', 'HEAD'))).stdout);
}

function no(why: string): Applied {
  return { applied: false, why };
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8').trim();
}
