import { spawnSync } from 'node:child_process';

const script = spawnSync('script', ['--version'], { encoding: 'utf8' });

/** Why there is no pseudo-terminal here, on which alone a person gets a credential; undefined where there is one. */
export const noPseudoTerminal =
  script.error === undefined && script.stdout.includes('util-linux')
    ? undefined
    : 'no `script` of util-linux to make a pseudo-terminal';
