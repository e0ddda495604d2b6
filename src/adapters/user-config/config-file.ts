import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Where the user's own configuration stands: `COUNTERSIGN_CONFIG`, else `countersign/config.yaml` in the XDG configuration
 * directory. Never in a repository, which could otherwise name programs to run (SPEC 2, rule 13).
 */
export function configFile(env: NodeJS.ProcessEnv): string {
  const named = env['COUNTERSIGN_CONFIG'];
  if (named !== undefined && named !== '') return expandHome(named, env);
  const xdg = env['XDG_CONFIG_HOME'];
  // https://specifications.freedesktop.org/basedir-spec: a relative path is to be ignored.
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home(env), '.config');
  return join(base, 'countersign', 'config.yaml');
}

/** `~/` at the beginning of a path is the home directory. */
export function expandHome(path: string, env: NodeJS.ProcessEnv): string {
  return path.startsWith('~/') ? join(home(env), path.slice(2)) : path;
}

export function home(env: NodeJS.ProcessEnv): string {
  const named = env['HOME'];
  return named !== undefined && isAbsolute(named) ? named : homedir();
}
