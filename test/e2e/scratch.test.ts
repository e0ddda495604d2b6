import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Project } from '../kit/project.js';

let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'countersign-scratch-test-'));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

const project = () => new Project().commit('feat: add', { 'sum.ts': 'export const sum = 1 + 1;\n' });

/** A review that is killed by force as soon as it has made its temporary directory. */
async function killed(on: Project): Promise<void> {
  const made = watch(temporary);
  const program = resolve('dist/main/countersign.js');
  const child = spawn(process.execPath, [program, 'review', 'HEAD'], {
    cwd: on.directory,
    env: { PATH: process.env['PATH'], HOME: on.directory, TMPDIR: temporary },
    stdio: 'ignore',
  });
  await once(made, 'change');
  made.close();
  child.kill('SIGKILL');
  await once(child, 'close');
}

it('what a killed review left in the temporary directory is gone after the next, also when two come at once', async () => {
  const on = project();
  // On a busy machine a review may be over before it is killed.
  do await killed(on);
  while (readdirSync(temporary).length === 0);
  expect(readdirSync(temporary)).toHaveLength(1);
  const env = { TMPDIR: temporary };
  const codes = await Promise.all([on.run(['review', 'HEAD'], env), on.run(['review', 'HEAD'], env)]);
  expect(codes.map(({ code }) => code)).toEqual([0, 0]);
  expect(readdirSync(temporary)).toEqual([]);
});
