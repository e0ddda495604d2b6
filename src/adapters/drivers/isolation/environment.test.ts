import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSeatHome, type Environment, type SeatHome } from './environment.js';
import { findProgram } from '../../process-group/find-program.js';

let scratch: string;
const made: SeatHome[] = [];
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'countersign-environment-'));
});
afterEach(() => {
  for (const each of made.splice(0)) each.remove();
  rmSync(scratch, { recursive: true, force: true });
});

function home(from: Environment, allow: readonly string[] = [], untrusted: readonly string[] = []): SeatHome {
  const seat = makeSeatHome({ from, allow, untrusted, set: {} });
  made.push(seat);
  return seat;
}

describe('the environment of a seat', () => {
  it('has nothing of the project and nothing of Countersign', () => {
    const { env } = home({
      DATABASE_URL: 'x',
      COUNTERSIGN_TOKEN: 'x',
      NODE_OPTIONS: '--require ./evil.js',
      LANG: 'de_DE',
    });
    expect(env).not.toHaveProperty('DATABASE_URL');
    expect(env).not.toHaveProperty('COUNTERSIGN_TOKEN');
    expect(env).not.toHaveProperty('NODE_OPTIONS');
    expect(env['LANG']).toBe('de_DE');
  });

  it('has what is allowed by name, but no token of Countersign even so', () => {
    const { env, secrets } = home({ MY_KEY: 'secret-value', COUNTERSIGN_TOKEN: 'x' }, [
      'MY_KEY',
      'COUNTERSIGN_TOKEN',
      'NONE',
    ]);
    expect(env['MY_KEY']).toBe('secret-value');
    expect(env).not.toHaveProperty('COUNTERSIGN_TOKEN');
    expect(env).not.toHaveProperty('NONE');
    expect(secrets).toEqual(['secret-value']);
  });

  it('has an empty home of its own, which goes with it', async () => {
    const seat = home({ HOME: '/home/somebody' });
    expect(seat.env.HOME).not.toBe('/home/somebody');
    expect(readdirSync(seat.env.HOME)).toEqual(['tmp']);
    seat.remove();
    await vi.waitFor(() => expect(existsSync(seat.home)).toBe(false));
  });

  it('has a PATH without the repository under review, and without what is relative to it', () => {
    const repository = join(scratch, 'repository');
    mkdirSync(join(repository, 'node_modules/.bin'), { recursive: true });
    symlinkSync(join(repository, 'node_modules/.bin'), join(scratch, 'link'));
    const PATH = [join(repository, 'node_modules/.bin'), join(scratch, 'link'), 'bin', '', '/usr/bin'].join(':');
    expect(home({ PATH }, [], [repository]).env['PATH']).toBe('/usr/bin');
  });
});

describe('looking up a program', () => {
  function program(folder: string, name: string): string {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return file;
  }

  it('takes the first in PATH that lies outside of the repository', () => {
    const repository = join(scratch, 'repository');
    const theirs = program(join(repository, 'bin'), 'claude');
    const ours = program(join(scratch, 'usr'), 'claude');
    mkdirSync(join(scratch, 'linked'));
    symlinkSync(theirs, join(scratch, 'linked/claude'));
    const path = [join(repository, 'bin'), join(scratch, 'linked'), join(scratch, 'usr')].join(':');
    expect(findProgram('claude', { path, untrusted: [repository] })).toBe(ours);
    expect(findProgram(theirs, { path, untrusted: [repository] })).toBeUndefined();
    expect(findProgram('codex', { path, untrusted: [repository] })).toBeUndefined();
  });

  it('takes no directory and nothing that can not be run', () => {
    mkdirSync(join(scratch, 'claude'));
    writeFileSync(join(scratch, 'codex'), '');
    expect(findProgram('claude', { path: scratch, untrusted: [] })).toBeUndefined();
    expect(findProgram('codex', { path: scratch, untrusted: [] })).toBeUndefined();
  });
});
