import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileOf, lines, newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';

const worktree = { kind: 'worktree' } as const;

function committed(files: Record<string, string>): Fixture {
  const repo = newFixture();
  repo.write(files).commit('base');
  return repo;
}

async function read(repo: Fixture): Promise<Record<string, string>> {
  const { change } = await repo.freeze(worktree);
  return Object.fromEntries(change.files.map(({ path, status }) => [path, status]));
}

/** Digest of every file below a directory, with times of change. */
function snapshot(directory: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names) {
    const stats = statSync(join(directory, name));
    hash.update(`${name} ${stats.mode} ${stats.isFile() ? `${stats.mtimeMs} ${stats.ino}` : ''}\n`);
    if (stats.isFile()) hash.update(readFileSync(join(directory, name)));
  }
  return hash.digest('hex');
}

describe('untracked and staged files', () => {
  it('--worktree takes untracked files, --staged does not', async () => {
    const repo = committed({ a: 'a\n', '.gitignore': 'ignored\n' });
    repo.write({ staged: 's\n', a: 'A\n' }).git('add', 'staged');
    repo.write({ untracked: 'u\n', 'dir/deep': 'd\n', ignored: 'i\n', excluded: 'e\n', mine: 'm\n' });
    writeFileSync(repo.path('.git', 'info', 'exclude'), 'excluded\n');
    mkdirSync(join(repo.home, '.config', 'git'), { recursive: true });
    writeFileSync(join(repo.home, '.config', 'git', 'ignore'), 'mine\n');
    expect(await read(repo)).toEqual({ a: 'M', 'dir/deep': 'A', staged: 'A', untracked: 'A' });
    const { change } = await repo.freeze({ kind: 'staged' });
    expect(change).toMatchObject({
      source: 'staged',
      title: 'staged changes',
      commits: [],
      files: [{ path: 'staged' }],
    });
    expect(change.headCommit).toBeUndefined();
  });

  it('takes excludes of core.excludesFile', async () => {
    const repo = committed({ a: 'a\n' });
    writeFileSync(join(repo.home, 'excludes'), '*.log\n');
    repo.git('config', '--global', 'core.excludesFile', '~/excludes');
    repo.write({ 'x.log': 'x\n', y: 'y\n' });
    expect(await read(repo)).toEqual({ y: 'A' });
  });
});

describe('what the user has', () => {
  it('is byte for byte the same after any request', async () => {
    const repo = committed({ a: 'a\n', b: 'b\n' });
    repo.write({ a: 'staged\n' }).git('add', 'a');
    repo.write({ a: 'worktree\n', new: 'n\n' }).remove('b');
    // Stat data that git would like to refresh in the index.
    utimesSync(repo.path('a'), 1, 1);
    const before = snapshot(repo.directory);
    for (const request of [worktree, { kind: 'staged' }, { kind: 'default' }] as const) {
      const frozen = await repo.freeze(request);
      await frozen.checkout('head', join(repo.root, `out-${request.kind}`));
      await frozen.close();
    }
    expect(snapshot(repo.directory)).toBe(before);
  });

  it('does not move what was frozen', async () => {
    const repo = committed({ a: 'a\n' });
    repo.write({ a: 'first\n' });
    const frozen = await repo.freeze(worktree);
    repo.write({ a: 'second\n' }).commit('later');
    expect(Buffer.from((await frozen.readFile('head', 'a')) ?? []).toString()).toBe('first\n');
    expect((await frozen.hunks('a'))[0]?.lines.at(-1)?.text).toBe('first');
  });
});

describe('edits that hide', () => {
  it('behind assume-unchanged and skip-worktree are seen', async () => {
    const repo = committed({ assumed: 'a\n', skipped: 'a\n', gone: 'a\n', same: 'a\n', sparse: 'a\n' });
    repo.git('update-index', '--assume-unchanged', 'assumed', 'gone', 'same');
    repo.git('update-index', '--skip-worktree', 'skipped', 'sparse');
    repo.write({ assumed: 'b\n', skipped: 'b\n' }).remove('gone', 'sparse');
    const { change } = await repo.freeze(worktree);
    expect(change.files.map(({ path, status }) => [path, status])).toEqual([
      ['assumed', 'M'],
      ['gone', 'D'],
      ['skipped', 'M'],
    ]);
    expect(change.notes.join()).toContain('assume-unchanged');
  });

  it('within the second of the last index write are seen', async () => {
    const repo = committed({ a: 'aaaa\n' });
    const { mtimeMs } = statSync(repo.path('a'));
    writeFileSync(repo.path('a'), 'bbbb\n');
    utimesSync(repo.path('a'), mtimeMs / 1000, mtimeMs / 1000);
    utimesSync(repo.path('.git', 'index'), mtimeMs / 1000, mtimeMs / 1000);
    expect(await read(repo)).toEqual({ a: 'M' });
  });

  it('in a split index or after intent-to-add are seen', async () => {
    const repo = committed({ a: 'a\n' });
    repo.git('update-index', '--split-index');
    repo.write({ a: 'b\n', intended: 'i\n' }).git('add', '--intent-to-add', 'intended');
    expect(await read(repo)).toEqual({ a: 'M', intended: 'A' });
    expect(await repo.refusal({ kind: 'staged' })).toMatchObject({ code: 'nothing_to_review' });
  });

  it('in a nested repository are shown as git would record it, its files where it has no commit', async () => {
    const repo = committed({ a: 'a\n' });
    repo.write({ 'born/x': 'x\n', 'unborn/y': 'y\n', 'unborn/z/w': 'w\n' });
    for (const name of ['born', 'unborn']) repo.git('init', '-q', name);
    repo.git('-C', 'born', 'add', '.');
    repo.git('-C', 'born', 'commit', '-qm', 'x');
    const frozen = await repo.freeze(worktree);
    expect(fileOf(frozen, 'born')).toMatchObject({ status: 'A', newMode: '160000' });
    expect(frozen.change.files.map(({ path }) => path)).toEqual(['born', 'unborn/y', 'unborn/z/w']);
    expect(frozen.change.notes.join()).toContain('born is a repository of its own');
  });

  it('in a submodule are named where nothing else is changed, and nothing that it configures is run', async () => {
    const library = committed({ lib: 'l\n' });
    const repo = committed({ a: 'a\n' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', library.directory, 'lib');
    repo.git('commit', '-qm', 'with submodule');
    const { command, sprung } = repo.trap();
    repo.git('-C', 'lib', 'config', 'core.fsmonitor', command);
    repo.write({ 'lib/lib': 'edited\n' });
    const { code, message } = await repo.refusal(worktree);
    expect(code).toBe('nothing_to_review');
    expect(message).toContain('The submodule lib has edits of its own, which are not part of the change');
    repo.write({ a: 'A\n' });
    expect((await repo.freeze(worktree)).change.notes.join()).toContain('The submodule lib has edits');
    expect(sprung()).toBe(false);
  });

  it('in a submodule show as its commit', async () => {
    const repo = committed({ a: 'a\n' });
    repo.write({ 'sub/x': 'x\n' }).git('init', '-q', 'sub');
    repo.git('-C', 'sub', 'add', '.');
    repo.git('-C', 'sub', 'commit', '-qm', 'one');
    repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
    repo.git('commit', '-qm', 'with submodule');
    repo.git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'two');
    repo.write({ 'sub/x': 'dirty\n' });
    const frozen = await repo.freeze(worktree);
    expect(frozen.change.files).toMatchObject([{ path: 'sub', status: 'M', newMode: '160000' }]);
    expect(frozen.change.notes.join()).toContain('Submodules');
  });
});

describe('kinds of files', () => {
  it.each(['.gitignore', '.gitattributes', 'src/deep/.gitattributes', 'untracked/.gitignore'])(
    'a pipe called %s, which git would read for ever, is refused by its name',
    async (name) => {
      const repo = committed({ a: 'a\n', 'src/deep/b': 'b\n' });
      repo.write({ a: 'changed\n', 'src/deep/b': 'changed\n', 'untracked/c': 'c\n' });
      execFileSync('mkfifo', [repo.path(name)]);
      const refusal = await repo.refusal(worktree);
      expect([refusal.code, refusal.message]).toEqual([
        'unreadable_worktree',
        `${name} is a pipe: git reads a file of that name and would wait for ever.`,
      ]);
    },
    20_000,
  );

  it('file, directory, symlink and pipe in place of each other', async () => {
    const repo = committed({
      file: 'f\n',
      'dir/x': 'x\n',
      'dir/y': 'y\n',
      'linked/z': 'z\n',
      piped: 'p\n',
      moved: lines(1, 9),
    });
    repo.remove('file', 'dir', 'linked', 'piped').write({ 'file/inside': 'i\n', dir: 'd\n' });
    mkdirSync(join(repo.root, 'outside'));
    writeFileSync(join(repo.root, 'outside', 'z'), 'z\n');
    symlinkSync(join(repo.root, 'outside'), repo.path('linked'));
    symlinkSync('nowhere', repo.path('dangling'));
    execFileSync('mkfifo', [repo.path('piped')]);
    renameSync(repo.path('moved'), repo.path('-renamed'));
    const frozen = await repo.freeze(worktree);
    expect(Object.fromEntries(frozen.change.files.map(({ path, status }) => [path, status]))).toEqual({
      '-renamed': 'R',
      dangling: 'A',
      dir: 'A',
      'dir/x': 'D',
      'dir/y': 'D',
      file: 'D',
      'file/inside': 'A',
      linked: 'A',
      'linked/z': 'D',
      piped: 'D',
    });
    expect(fileOf(frozen, 'linked').newMode).toBe('120000');
    expect(frozen.change.notes.join()).toContain('piped is now a socket');
  });

  it('an ignored symlink in place of a directory does not stand for its files', async () => {
    const repo = committed({ 'dir/x': 'x\n', '.gitignore': '/dir\n' });
    renameSync(repo.path('dir'), join(repo.root, 'dir'));
    symlinkSync(join(repo.root, 'dir'), repo.path('dir'));
    expect(await read(repo)).toEqual({ 'dir/x': 'D' });
  });

  it('line ends follow the settings of the user', async () => {
    const repo = newFixture();
    repo.write({ '.gitattributes': 'eol.txt text eol=crlf\n', 'auto.txt': 'a\nb\n', 'eol.txt': 'a\n' }).commit('base');
    repo.git('config', 'core.autocrlf', 'true');
    repo.write({ 'auto.txt': 'a\r\nB\r\n', 'eol.txt': 'a\r\nb\r\n' });
    const frozen = await repo.freeze(worktree);
    expect(fileOf(frozen, 'auto.txt')).toMatchObject({ added: 1, deleted: 1 });
    expect(fileOf(frozen, 'eol.txt')).toMatchObject({ added: 1, deleted: 0 });
  });

  it('an executable bit counts unless core.fileMode is off', async () => {
    const repo = committed({ a: 'a\n' });
    repo.write({ a: 'a\n' }, 0o755);
    expect(fileOf(await repo.freeze(worktree), 'a')).toMatchObject({ newMode: '100755', added: 0 });
    repo.git('config', 'core.fileMode', 'false');
    expect(await repo.refusal(worktree)).toMatchObject({ code: 'nothing_to_review' });
  });
});

describe('a merge with conflicts', () => {
  it('is refused for the index and the worktree', async () => {
    const repo = committed({ a: 'a\n' });
    repo.git('checkout', '-q', '-b', 'side');
    repo.write({ a: 'side\n' }).commit('side');
    repo.git('checkout', '-q', 'main');
    repo.write({ a: 'main\n' }).commit('main');
    expect(() => repo.git('merge', 'side')).toThrow();
    for (const request of [worktree, { kind: 'staged' }] as const) {
      expect(await repo.refusal(request)).toMatchObject({ code: 'unmerged_index' });
    }
  });
});

describe('a file that cannot be read', () => {
  it.runIf(process.getuid?.() !== 0)('is refused by name', async () => {
    const repo = committed({ a: 'a\n' });
    repo.write({ closed: 'c\n' }, 0o000);
    const refusal = await repo.refusal(worktree);
    expect(refusal).toMatchObject({ code: 'unreadable_file' });
    expect(refusal.message).toContain('closed');
  });
});
