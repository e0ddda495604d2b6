import { runGit, userEnvironment } from './git-process.js';

/** Name of the git user of a directory, as the user's own configuration says; `unknown` where it says nothing. */
export async function userName(directory: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await runGit({
    args: ['config', '--get', 'user.name'],
    cwd: directory,
    env: userEnvironment(env),
  });
  return stdout.toString('utf8').trim() || 'unknown';
}
