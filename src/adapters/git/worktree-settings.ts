import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { lastValue, parseConfigList, type Section, type UserConfig } from './config-text.js';
import type { Location } from './discover.js';
import { mustGit, userEnvironment } from './git-process.js';

/** Settings that say how bytes of a worktree map to content. All are data: none names a program. */
const passedOn = ['autocrlf', 'eol', 'filemode', 'symlinks', 'ignorecase', 'precomposeunicode'];

/** The user's configuration, read with `config --list`, which runs nothing. */
export async function readUserConfig(
  location: Location,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<UserConfig> {
  const call = {
    args: ['config', '--list', '-z'],
    cwd: location.gitDirectory,
    env: { ...userEnvironment(env), GIT_DIR: location.gitDirectory },
    signal,
  };
  return parseConfigList((await mustGit(call)).stdout);
}

/** What the view takes over to read the worktree at `top` as the user's git does, filters apart. */
export function worktreeSections(config: UserConfig, top: string, env: NodeJS.ProcessEnv): Section[] {
  const home = env['HOME'] ?? homedir();
  const xdg = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const file = (key: string, name: string): string => {
    const value = lastValue(config, key);
    if (value === undefined) return join(xdg, 'git', name);
    return resolve(top, value.startsWith('~/') ? join(home, value.slice(2)) : value);
  };
  const settings = passedOn.flatMap((name) => {
    const value = lastValue(config, `core.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return [
    {
      name: 'core',
      settings: [
        ...settings,
        ['excludesFile', file('core.excludesfile', 'ignore')],
        ['attributesFile', file('core.attributesfile', 'attributes')],
      ],
    },
  ];
}

/** What `@{upstream}` and `@{push}` need to be resolved. */
export function upstreamSections(config: UserConfig): Section[] {
  const sections: Section[] = [];
  for (const [key, values] of config) {
    const found = /^(branch|remote)\.(.+)\.(remote|merge|fetch|pushremote)$/s.exec(key);
    const [, name, subsection, setting] = found ?? [];
    if (name === undefined || subsection === undefined || setting === undefined) continue;
    sections.push({ name, subsection, settings: values.map((value) => [setting, value] as const) });
  }
  return sections;
}
