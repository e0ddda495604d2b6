import type { BranchNow } from '../../application/ports/branches.js';
import { GitNotInstalled, runGit, userEnvironment } from './git-process.js';

/** Where a local branch stands, by one call of git that runs nothing; undefined where git cannot say. */
export async function branchNow(
  directory: string,
  env: NodeJS.ProcessEnv,
  name: string,
): Promise<BranchNow | undefined> {
  const ref = `refs/heads/${name}`;
  try {
    const { stdout } = await runGit({
      args: ['for-each-ref', '--format=%(objectname) %(tree) %(refname)', ref],
      cwd: directory,
      env: userEnvironment(env),
    });
    const lines = stdout.toString('utf8').split('\n');
    // The pattern names a folder of refs as well.
    const [commit, tree] = lines.find((line) => line.endsWith(` ${ref}`))?.split(' ') ?? [];
    return commit === undefined || tree === undefined ? undefined : { commit, tree };
  } catch (error) {
    if (error instanceof GitNotInstalled) return undefined;
    throw error;
  }
}
