import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrozenChange } from '../../application/ports/repository.js';
import { cloneOf, fileOf, lines, newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';

/** Settings that change the shape of a diff, one map for each run. */
const settings: Readonly<Record<string, string>>[] = [
  { 'diff.noprefix': 'true', 'diff.relative': 'true', 'diff.renames': 'false', 'color.ui': 'always' },
  { 'diff.mnemonicPrefix': 'true', 'diff.algorithm': 'patience', 'diff.context': '0', 'core.quotePath': 'false' },
  {
    'diff.renames': 'copies',
    'diff.renameLimit': '1',
    'diff.interHunkContext': '40',
    'diff.suppressBlankEmpty': 'true',
  },
  {
    'diff.orderFile': '/dev/stdin',
    'diff.submodule': 'log',
    'diff.ignoreSubmodules': 'all',
    'diff.indentHeuristic': 'false',
  },
  {
    'diff.srcPrefix': 'x/',
    'diff.wsErrorHighlight': 'all',
    'diff.colorMoved': 'zebra',
    'diff.wordRegex': '.',
    'core.abbrev': '4',
  },
  { 'core.bigFileThreshold': '1', 'core.attributesFile': '/dev/stdin', 'core.worktree': '/', 'core.autocrlf': 'true' },
  {
    'log.showSignature': 'true',
    'log.mailmap': 'true',
    'i18n.logOutputEncoding': 'UTF-16',
    'core.commitGraph': 'true',
  },
];

function sample(): Fixture {
  const repo = newFixture();
  repo.write({ 'sub/é.ts': lines(1, 20), old: lines(1, 30, 'text'), bin: '\0a', crlf: 'a\r\n' }).commit('base');
  repo
    .remove('old')
    .write({ 'sub/é.ts': `${lines(1, 10)}\n${lines(12, 21)}`, new: lines(1, 30, 'text'), bin: '\0b', crlf: 'a\n' });
  repo.commit('head');
  return repo;
}

async function everything(frozen: FrozenChange): Promise<unknown> {
  const hunks = [];
  for (const { path } of frozen.change.files) hunks.push(await frozen.hunks(path));
  // Where the worktree is, and so what lies in it, a setting may well say.
  return { change: { ...frozen.change, uncommitted: undefined }, hunks };
}

describe('the same inventory and hunks', () => {
  it('under any configuration of the user and of the repository', { timeout: 180_000 }, async () => {
    const repo = sample();
    const plain = await everything(await repo.lastCommit());
    for (const values of settings) {
      for (const scope of ['--global', '--local']) {
        if (scope === '--global' && 'core.worktree' in values) continue;
        for (const [key, value] of Object.entries(values)) repo.git('config', scope, key, value);
        expect(await everything(await repo.lastCommit())).toEqual(plain);
        for (const key of Object.keys(values))
          repo.git(`--work-tree=${repo.directory}`, 'config', scope, '--unset', key);
      }
    }
  });

  it('under any GIT_* variable', async () => {
    const repo = sample();
    const trap = repo.trap();
    const plain = await everything(await repo.lastCommit());
    const env = {
      PATH: `:.:node_modules/.bin:${process.env['PATH'] ?? ''}`,
      HOME: repo.home,
      GIT_DIR: '/nowhere',
      GIT_WORK_TREE: '/',
      GIT_INDEX_FILE: '/dev/null',
      GIT_OBJECT_DIRECTORY: '/tmp',
      GIT_DIFF_OPTS: '-u0',
      GIT_EXTERNAL_DIFF: trap.command,
      GIT_PAGER: trap.command,
      GIT_SSH_COMMAND: trap.command,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'diff.external',
      GIT_CONFIG_VALUE_0: trap.command,
      GIT_CONFIG_PARAMETERS: "'diff.noprefix=true'",
      GIT_NAMESPACE: 'elsewhere',
      GIT_CEILING_DIRECTORIES: '/',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_ICASE_PATHSPECS: '1',
      GIT_TRACE: '2',
      GIT_EXEC_PATH: repo.root,
      GIT_REPLACE_REF_BASE: 'refs/heads/',
    };
    expect(await everything(await repo.lastCommit(env))).toEqual(plain);
    expect(trap.sprung()).toBe(false);
  });
});

/** Everything that a repository could have executed while it is read, in every request. */
function armed(): { readonly repo: Fixture; readonly sprung: () => boolean } {
  const repo = newFixture();
  const { command, sprung } = repo.trap();
  repo.write({
    '.gitattributes': '* filter=evil diff=evil merge=evil\n*.txt text working-tree-encoding=UTF-8\n',
    a: 'a\n',
  });
  repo.commit('base');
  repo.write({ a: 'b\n', new: 'n\n' });
  repo.commit('head');
  repo.write({ a: 'staged\n' });
  repo.git('add', 'a');
  repo.write({ a: 'worktree\n', untracked: 'u\n', git: '#!/bin/sh\nexec :\n' });
  // A `git` in the worktree must not be found by a relative entry of PATH.
  writeFileSync(repo.path('git'), `#!/bin/sh\nexec ${command}\n`);
  chmodSync(repo.path('git'), 0o755);
  for (const hook of [
    'post-index-change',
    'reference-transaction',
    'fsmonitor-watchman',
    'pre-commit',
    'post-checkout',
  ]) {
    writeFileSync(repo.path('.git', 'hooks', hook), `#!/bin/sh\nexec ${command}\n`);
    chmodSync(repo.path('.git', 'hooks', hook), 0o755);
  }
  writeFileSync(repo.path('.git', 'info', 'attributes'), '* filter=evil diff=evil\n');
  mkdirSync(repo.path('evil-hooks'));
  const included = join(repo.root, 'included');
  const drivers = ['clean', 'smudge', 'process'].map((key) => `${key} = ${command}\n`).join('');
  writeFileSync(
    included,
    `[filter "evil"]\n${drivers}required = true\n[diff "evil"]\ncommand = ${command}\ntextconv = ${command}\n[merge "evil"]\ndriver = ${command}\n`,
  );
  writeFileSync(
    repo.path('.git', 'config'),
    `[core]\nrepositoryformatversion = 0\nfsmonitor = ${command}\npager = ${command}\nsshCommand = ${command}\neditor = ${command}\naskPass = ${command}\ngitProxy = ${command}\nhooksPath = ${repo.path('.git', 'hooks')}\nalternateRefsCommand = ${command}\n` +
      `[include]\npath = ${included}\n[diff]\nexternal = ${command}\n[pager]\ndiff = ${command}\nlog = ${command}\nconfig = ${command}\n` +
      `[interactive]\ndiffFilter = ${command}\n[gpg]\nprogram = ${command}\n[log]\nshowSignature = true\n[credential]\nhelper = !${command}\n` +
      `[alias]\nlog = !${command}\nrev-parse = !${command}\n[trailer "x"]\ncommand = ${command}\n[uploadpack]\npackObjectsHook = ${command}\n` +
      `[remote "origin"]\nurl = ext::${command}\nuploadpack = ${command}\npromisor = true\n[extensions]\npartialClone = origin\n`,
  );
  return { repo, sprung };
}

describe('nothing that a repository names is executed', () => {
  for (const request of [
    { kind: 'default' },
    { kind: 'range', range: 'HEAD~1..HEAD' },
    { kind: 'range', range: 'HEAD@{1}...HEAD' },
    { kind: 'base', base: 'HEAD~1' },
    { kind: 'staged' },
    { kind: 'worktree' },
  ] as const) {
    it(`when ${JSON.stringify(request)} is read`, async () => {
      const { repo, sprung } = armed();
      const env = { PATH: `.::${process.env['PATH'] ?? ''}`, HOME: repo.home };
      const frozen = await repo.freeze(request, env);
      for (const { path } of frozen.change.files) await frozen.hunks(path);
      await frozen.listTree('head');
      await frozen.checkout('head', join(repo.root, 'out'));
      expect(frozen.change.files.length).toBeGreaterThan(0);
      expect(sprung()).toBe(false);
    });
  }

  it('when the trap would spring for plain git', () => {
    const { repo, sprung } = armed();
    try {
      repo.git('diff', 'HEAD~1', 'HEAD');
    } catch {
      // What git makes of the trap does not matter.
    }
    expect(sprung()).toBe(true);
  });

  it('when an object of a partial clone is missing: it is refused, not fetched', async () => {
    const origin = newFixture();
    origin.write({ a: 'one\n' }).commit('base');
    origin.write({ a: 'two\n' }).commit('head');
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const clone = cloneOf(origin, '--no-checkout', '--filter=blob:none');
    const { command, sprung } = origin.trap();
    clone.git('config', 'remote.origin.uploadpack', command);
    const refusal = await clone.refusal({ kind: 'range', range: 'HEAD' });
    expect(refusal.code).toBe('missing_objects');
    expect(refusal.remedy).toContain('git fetch');
    expect(sprung()).toBe(false);
  });

  it('filters are not run: the raw bytes are taken and marked', async () => {
    const { repo, sprung } = armed();
    const frozen = await repo.freeze({ kind: 'worktree' });
    expect(fileOf(frozen, 'a')).toMatchObject({ unfiltered: 'evil', added: 1 });
    expect(sprung()).toBe(false);
  });
});
