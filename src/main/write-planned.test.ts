import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asOrdinaryUser, reachable } from '../../test/contract/ordinary-user.js';
import { writePlanned } from './write-planned.js';

let top: string;
const policy = { path: '.countersign/policy.yaml', before: undefined, after: 'enabled: true\n' };

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'countersign-write-'));
  await reachable(top);
});

afterEach(async () => {
  await chmod(top, 0o755);
  await rm(top, { recursive: true });
});

describe('planned files', () => {
  it('are made with their folders, and replaced where they are already', async () => {
    expect(await writePlanned(top, [policy])).toBeUndefined();
    expect(await writePlanned(top, [{ ...policy, before: policy.after, after: 'x: 1\n' }])).toBeUndefined();
    expect(await readFile(join(top, policy.path), 'utf8')).toBe('x: 1\n');
    expect(await readdir(join(top, '.countersign'))).toEqual(['policy.yaml']);
  });

  it.skipIf(process.platform === 'win32')('are refused by name where nothing may be written', async () => {
    await chmod(top, 0o555);
    await asOrdinaryUser(async () => {
      expect(await writePlanned(top, [policy])).toMatchObject({
        code: 'not_writable',
        message: `${join(top, policy.path)} cannot be written: permission denied`,
      });
    });
  });

  it('never take the place of a file that came meanwhile', async () => {
    await mkdir(join(top, '.countersign'));
    await writeFile(join(top, policy.path), 'mine');
    await expect(writePlanned(top, [policy])).rejects.toThrow('EEXIST');
    expect(await readFile(join(top, policy.path), 'utf8')).toBe('mine');
  });
});
