import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRefusal } from '../domain/model/refusal.js';
import { newFixture } from '../../test/git-fixture/fixture.js';
import { localApplication } from './local-application.js';
import { leaveOutOfPath } from './program-path.js';

it('no program is looked up in the repository, another worktree of it, a link into it, or where the caller stands', async () => {
  const repo = newFixture();
  repo.write({ 'node_modules/.bin/git': '#!/bin/sh\n', 'pkg/a': 'a\n' }, 0o755).commit();
  repo.git('worktree', 'add', '-q', '../linked');
  const outside = join(repo.root, 'outside');
  mkdirSync(outside);
  symlinkSync(repo.path('node_modules'), join(repo.root, 'link'));
  const linked = join(repo.root, 'linked');
  const hostile = [repo.path('node_modules/.bin'), join(linked, 'bin'), join(repo.root, 'link', '.bin'), '.', ''];
  for (const directory of [repo.path('pkg'), linked]) {
    const env: NodeJS.ProcessEnv = { PATH: [...hostile, outside, '/usr/bin'].join(':') };
    await leaveOutOfPath({ directory, env });
    expect(env['PATH']).toBe(`${outside}:/usr/bin`);
  }
  const none: NodeJS.ProcessEnv = { PATH: hostile.join(':') };
  await leaveOutOfPath({ directory: repo.directory, env: none });
  expect(none['PATH']).toBe('/usr/local/bin:/usr/bin:/bin');
});

it('the application starts nothing before that', async () => {
  const repo = newFixture();
  repo.write({ 'bin/git': '#!/bin/sh\n' }, 0o755).commit();
  const env: NodeJS.ProcessEnv = { PATH: `${repo.path('bin')}:/usr/bin`, HOME: repo.home };
  const stderr = { write: () => true };
  const start = { directory: repo.directory, env, token: undefined, interactive: false, stderr };
  const application = await localApplication(start);
  expect(env['PATH']).toBe('/usr/bin');
  if (!isRefusal(application)) await application.close();
});
