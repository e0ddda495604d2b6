import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberedProbe } from './remembered-probe.js';

let scratch: string;
let program: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'countersign-remembered-'));
  mkdirSync(join(scratch, 'home'));
  program = join(scratch, 'agent');
  install('1.0.0', '--old');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** A program that tells its version and flags, and leaves a mark each time it is run. */
function install(version: string, flag: string): void {
  rmSync(program, { force: true });
  writeFileSync(program, `#!/bin/sh\necho x >> ${scratch}/runs\necho "${version} ${flag}"\n`);
  chmodSync(program, 0o755);
}

const runs = (): number => readFileSync(join(scratch, 'runs'), 'utf8').length / 2;

const ask = (env: Readonly<Record<string, string>> = {}, args: readonly string[] = [], help = ['--help']) =>
  rememberedProbe(
    { program, args },
    help,
    {
      env: { PATH: process.env['PATH'], HOME: join(scratch, 'home'), ...env },
      untrusted: [join(scratch, 'repository')],
    },
    new AbortController().signal,
  );

const folder = (): string => join(scratch, 'home/.cache/countersign/flags');
const file = (): string => join(folder(), readdirSync(folder())[0] ?? '');

describe('flags of an installed version', () => {
  it('are asked for once', async () => {
    const first = await ask();
    expect(first).toEqual({ version: '1.0.0', flags: new Set(['--old']) });
    expect(runs()).toBe(2);
    expect(await ask()).toEqual(first);
    expect(runs()).toBe(2);
  });

  it('and again when another version is there, of the same size and time', async () => {
    utimesSync(program, 1, 1);
    await ask();
    install('2.0.0', '--new');
    utimesSync(program, 1, 1);
    expect(await ask()).toEqual({ version: '2.0.0', flags: new Set(['--new']) });
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it('and again when a file among its arguments is another', async () => {
    const script = join(scratch, 'agent.js');
    writeFileSync(script, 'a');
    await ask({}, [script]);
    await ask({}, [script]);
    expect(runs()).toBe(2);
    writeFileSync(script, 'b');
    await ask({}, [script]);
    expect(runs()).toBe(4);
  });

  it('are those of one question alone', async () => {
    await ask();
    await ask({}, [], ['exec', '--help']);
    expect(runs()).toBe(4);
  });

  it.each<[string, () => void]>([
    ['older than a day', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/"at":\d+/u, '"at":1'))],
    ['of the future', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/"at":/u, '"at":9'))],
    ['cut', () => writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, -5))],
    ['writable by others', () => chmodSync(file(), 0o666)],
  ])('are asked for again when what is remembered is %s', async (_what, change) => {
    await ask();
    change();
    await ask();
    expect(runs()).toBe(4);
  });

  it('are remembered where the user says, and never in the repository under review', async () => {
    await ask({ XDG_CACHE_HOME: join(scratch, 'cache') });
    expect(readdirSync(join(scratch, 'cache/countersign/flags'))).toHaveLength(1);
    mkdirSync(join(scratch, 'repository'));
    await ask({ XDG_CACHE_HOME: join(scratch, 'repository/cache') });
    expect(readdirSync(join(scratch, 'repository'))).toEqual([]);
  });

  it('are not remembered of a program that says nothing, or where there is no home', async () => {
    install('', '');
    await ask();
    await ask({ HOME: join(scratch, 'nobody') });
    expect(runs()).toBe(4);
    expect(readdirSync(scratch)).not.toContain('nobody');
    expect(readdirSync(join(scratch, 'home'))).toEqual([]);
  });
});
