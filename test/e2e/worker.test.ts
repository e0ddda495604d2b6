import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { statement } from '../../src/adapters/storage/sqlite/connection.js';
import { alterUnseen, openFile } from '../contract/sqlite-file.js';
import { Project } from '../kit/project.js';
import { startWorker } from '../kit/worker.js';

async function reviewed(): Promise<Project> {
  const project = new Project()
    .commit('feat: one', { 'README.md': 'one\n' })
    .commit('docs: two', { 'README.md': 'two\n' });
  await project.run(['review', 'HEAD']);
  return project;
}

const backups = ({ directory }: Project) => readdirSync(join(directory, '.git/countersign/backups'));

it('worker --once does what is due, and the backup of the day once', async () => {
  const project = await reviewed();
  const first = await project.run(['worker', '--once', '--json']);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(JSON.parse(first.stdout)).toMatchObject({
    schema: 'countersign/work@1',
    fired: 0,
    broken: [],
    said: [expect.stringContaining('backed up to ')],
  });
  const { stdout } = await project.run(['worker', '--once']);
  expect(stdout).toBe('0 deadlines fired.\n');
  expect(backups(project)).toHaveLength(1);
});

it('worker looks once a day at what no skip rests on: what a disk altered leaves no mark', async () => {
  const project = await reviewed();
  const store = join(project.directory, '.git/countersign');
  await alterUnseen(store, `update review_metrics set approved = approved + 5`);
  const { stdout } = await project.run(['worker', '--once', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    said: [
      expect.stringContaining('backed up to '),
      expect.stringContaining('1 row of the table review_metrics do not say what the journal says. The journal is'),
    ],
  });
  const damage = { damaged: 'review_metrics' };
  const file = await openFile(store);
  expect(file.all(statement('select damaged from learned_damage'))).toEqual([damage]);
  file.close();
  expect((await project.run(['rebuild'])).code).toBe(0);
  expect(JSON.parse((await project.run(['verify', '--json'])).stdout)).toMatchObject({ intact: true });
});

it('worker goes on until it is told to stop, then ends in order', async () => {
  const project = await reviewed();
  const worker = startWorker(project);
  const [line] = (await once(createInterface({ input: worker.stderr }), 'line')) as [string];
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+Z backed up to /u);
  worker.kill('SIGTERM');
  expect(await once(worker, 'close')).toEqual([130, null]);
  expect(JSON.parse((await project.run(['verify', '--json'])).stdout)).toMatchObject({ intact: true });
});
