import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileOf, lines, newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';

/** Base and head as two commits; the change is the second. */
async function change(base: (repo: Fixture) => void, head: (repo: Fixture) => void, ...flags: string[]) {
  const repo = newFixture(...flags);
  base(repo);
  repo.commit('base');
  head(repo);
  repo.commit('head');
  return { repo, frozen: await repo.lastCommit() };
}

const ordinary = { oldMode: '100644', newMode: '100644', binary: false };

describe('names', () => {
  const names = [
    'docs/ñandú.md',
    '日本語.ts',
    'x b/y.ts',
    'a b/c',
    '"quoted".ts',
    'tab\there.ts',
    'two\nlines.ts',
    '-flag.ts',
    '--output=x',
    ':(exclude)a.ts',
    'HEAD',
    'main',
    'back\\slash.ts',
    ' lead and trail ',
    'diff --git a/x b/x',
    'cr\r.ts',
    'a => b',
    '{a => b}/c',
  ];

  it('of any kind are in the inventory and in front of the reviewer', async () => {
    const { frozen } = await change(
      (repo) => repo.write(Object.fromEntries(names.map((name) => [name, lines(1, 3)]))),
      (repo) => repo.write(Object.fromEntries(names.map((name) => [name, `${lines(1, 3)}more\n`]))),
    );
    const sorted = [...names].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect(frozen.change.files.map(({ path }) => path)).toEqual(sorted);
    for (const name of names) {
      expect(fileOf(frozen, name)).toMatchObject({ ...ordinary, status: 'M', added: 1, addedLines: [[4, 4]] });
      const [hunk] = await frozen.hunks(name);
      expect(hunk?.lines.at(-1)).toEqual({ kind: 'added', newLine: 4, text: 'more' });
      expect(Buffer.from((await frozen.readFile('head', name)) ?? []).toString()).toBe(`${lines(1, 3)}more\n`);
    }
  });

  it('that are not UTF-8 are escaped and keep their bytes', async () => {
    const raw = Buffer.from('na\xefve.txt', 'latin1');
    const inside = (repo: Fixture): Buffer => Buffer.concat([Buffer.from(`${repo.directory}/`), raw]);
    const { frozen } = await change(
      (repo) => writeFileSync(inside(repo), 'x\n'),
      (repo) => writeFileSync(inside(repo), 'y\n'),
    );
    const [file] = frozen.change.files;
    expect(file).toMatchObject({ path: 'na\\xefve.txt', pathBytes: raw.toString('base64'), added: 1, deleted: 1 });
    expect(await frozen.readFile('head', 'na\\xefve.txt')).toEqual(Buffer.from('y\n'));
    expect(await frozen.hunks('na\\xefve.txt')).toHaveLength(1);
  });
});

describe('kinds of change', () => {
  it('counts lines right where the last one is unfinished', async () => {
    const { frozen } = await change(
      (repo) =>
        repo.write({ both: 'a\nb', lost: 'a\nb\n', won: 'a\nb', context: 'a\nb\nc\nd', far: `${lines(1, 30)}end` }),
      (repo) =>
        repo.write({ both: 'a\nB', lost: 'a\nb', won: 'a\nb\n', context: 'A\nb\nc\nd', far: `X\n${lines(2, 30)}end` }),
    );
    const facts = frozen.change.files.map(({ path, addedLines, deletedLines, newlineAtEof }) => [
      path,
      addedLines,
      deletedLines,
      newlineAtEof,
    ]);
    expect(facts).toEqual([
      ['both', [[2, 2]], [[2, 2]], { old: false, new: false }],
      ['context', [[1, 1]], [[1, 1]], { old: false, new: false }],
      ['far', [[1, 1]], [[1, 1]], { old: false, new: false }],
      ['lost', [[2, 2]], [[2, 2]], { old: true, new: false }],
      ['won', [[2, 2]], [[2, 2]], { old: false, new: true }],
    ]);
  });

  it('tells renames, mode changes and copies', async () => {
    const { repo, frozen } = await change(
      (repo) =>
        repo.write({
          'a.ts': lines(1, 40),
          'b.sh': lines(100, 140),
          'c.ts': lines(200, 260),
          'd.ts': lines(300, 360),
          'run.sh': 'x\n',
        }),
      (repo) => {
        renameSync(repo.path('a.ts'), repo.path('moved.ts'));
        repo.remove('b.sh', 'c.ts').write({ 'tool.sh': lines(100, 140) }, 0o755);
        repo.write({ 'c new.ts': lines(200, 260).replace('line 220', 'LINE 220') });
        repo.write({ 'd2.ts': lines(300, 360), 'd.ts': `${lines(300, 360)}tail\n` });
        repo.write({ 'run.sh': 'x\n' }, 0o755);
      },
    );
    expect(fileOf(frozen, 'moved.ts')).toMatchObject({
      status: 'R',
      similarity: 100,
      oldPath: 'a.ts',
      added: 0,
      addedLines: [],
    });
    expect(fileOf(frozen, 'tool.sh')).toMatchObject({
      status: 'R',
      oldPath: 'b.sh',
      oldMode: '100644',
      newMode: '100755',
    });
    expect(fileOf(frozen, 'c new.ts')).toMatchObject({
      status: 'R',
      oldPath: 'c.ts',
      addedLines: [[21, 21]],
      deletedLines: [[21, 21]],
    });
    expect(fileOf(frozen, 'd2.ts')).toMatchObject({ status: 'A', added: 61, addedLines: [[1, 61]] });
    expect(fileOf(frozen, 'run.sh')).toMatchObject({ status: 'M', newMode: '100755', added: 0, addedLines: [] });
    expect(await frozen.hunks('moved.ts')).toEqual([]);
    const patch = execFileSync('git', ['diff', '-M', '--full-index', 'HEAD~1', 'HEAD'], {
      cwd: repo.directory,
      env: repo.env,
    });
    expect(repo.gitWithInput(patch, 'patch-id', '--stable').split(' ')[0]).toBe(frozen.change.patchId);
  });

  it('tells a binary of the same size from a pure rename', async () => {
    const { frozen } = await change(
      (repo) =>
        repo.write({ mod: '\0\x01', gone: '\0\x03', ren: Buffer.alloc(3000), rewritten: `\0${'a'.repeat(2000)}` }),
      (repo) => {
        renameSync(repo.path('ren'), repo.path('ren2'));
        repo
          .remove('gone', 'rewritten')
          .write({ mod: '\0\x02', 'add b': '\0\x04', rewritten2: `\0${'b'.repeat(2000)}` });
      },
    );
    expect(frozen.change.files.map(({ path, status, binary, added }) => [path, status, binary, added])).toEqual([
      ['add b', 'A', true, null],
      ['gone', 'D', true, null],
      ['mod', 'M', true, null],
      ['ren2', 'R', true, null],
      ['rewritten2', 'R', true, null],
    ]);
    const renamed = fileOf(frozen, 'ren2');
    expect(renamed.oldBlob).toBe(renamed.newBlob);
    // Git pairs files whose content is all one repeated byte, whatever the byte: only the blob ids tell.
    const rewritten = fileOf(frozen, 'rewritten2');
    expect(rewritten.oldBlob).not.toBe(rewritten.newBlob);
    expect(await frozen.hunks('mod')).toEqual([]);
    expect(fileOf(frozen, 'mod').newlineAtEof).toBeUndefined();
  });

  it('reads submodules by their commit', async () => {
    const one = '1'.repeat(40);
    const two = '2'.repeat(40);
    const gitlink = (repo: Fixture, id: string, path: string): unknown =>
      repo.git('update-index', '--add', '--cacheinfo', `160000,${id},${path}`);
    const repo = newFixture();
    gitlink(repo, one, 'lib');
    gitlink(repo, one, 'gone');
    repo.write({ file: 'text\n' }).git('add', 'file');
    repo.git('commit', '-qm', 'base');
    gitlink(repo, two, 'lib');
    gitlink(repo, two, 'new');
    repo.git('rm', '-q', '--cached', 'gone', 'file');
    gitlink(repo, two, 'file');
    repo.git('commit', '-qm', 'head');
    const frozen = await repo.lastCommit();
    expect(fileOf(frozen, 'lib')).toMatchObject({
      status: 'M',
      newMode: '160000',
      added: 1,
      deleted: 1,
      addedLines: [],
      oldBlob: one,
      newBlob: two,
    });
    expect(fileOf(frozen, 'lib').newlineAtEof).toBeUndefined();
    expect(fileOf(frozen, 'new')).toMatchObject({ status: 'A', oldMode: '000000', addedLines: [] });
    expect(fileOf(frozen, 'gone')).toMatchObject({ status: 'D', deletedLines: [] });
    expect(fileOf(frozen, 'file')).toMatchObject({ status: 'T', addedLines: [], deletedLines: [[1, 1]] });
    expect(await frozen.hunks('lib')).toEqual([]);
    expect(await frozen.hunks('file')).toHaveLength(1);
    expect(await frozen.listTree('head')).toEqual([]);
    expect(await frozen.readFile('head', 'lib')).toBeUndefined();
  });

  it('reads symlinks as their text, whatever they point at', async () => {
    const { frozen } = await change(
      (repo) => {
        repo.write({ 'was-file': lines(1, 3), same: 'target', 'was-directory/x': 'x\n' });
        symlinkSync('real', repo.path('link'));
      },
      (repo) => {
        repo.remove('link', 'was-file', 'same', 'was-directory');
        symlinkSync('../../../etc/passwd', repo.path('link'));
        symlinkSync('real', repo.path('was-file'));
        symlinkSync('target', repo.path('same'));
        symlinkSync('/etc', repo.path('was-directory'));
      },
    );
    expect(fileOf(frozen, 'link')).toMatchObject({
      status: 'M',
      oldMode: '120000',
      newMode: '120000',
      addedLines: [[1, 1]],
    });
    expect(fileOf(frozen, 'was-file')).toMatchObject({
      status: 'T',
      added: 1,
      deleted: 3,
      addedLines: [[1, 1]],
      deletedLines: [[1, 3]],
    });
    expect(fileOf(frozen, 'same')).toMatchObject({ status: 'T', newlineAtEof: { old: false, new: false } });
    expect(fileOf(frozen, 'was-directory')).toMatchObject({ status: 'A', newMode: '120000' });
    expect(Buffer.from((await frozen.readFile('head', 'link')) ?? []).toString()).toBe('../../../etc/passwd');
    expect((await frozen.hunks('was-file')).map(({ lines: own }) => own.length)).toEqual([3, 1]);
    expect(await frozen.readFile('head', 'was-directory/passwd')).toBeUndefined();
  });

  it('reports a change of line ends as such', async () => {
    const { frozen } = await change(
      (repo) =>
        repo.write({
          crlf: 'a\r\nb\r\nc\r\n',
          flip: 'a\nb\nc\n',
          lone: 'one\rtwo\n',
          mixed: 'a\r\nb\nc\r\n',
          none: 'a',
        }),
      (repo) =>
        repo.write({
          crlf: 'a\r\nB\r\nc\r\n',
          flip: 'a\r\nb\r\nc\r\n',
          lone: 'one\rTWO\n',
          mixed: 'a\nb\nc\n',
          none: 'a\n',
        }),
    );
    expect(frozen.change.files.map(({ path, eolChange }) => [path, eolChange])).toEqual([
      ['crlf', undefined],
      ['flip', { from: 'lf', to: 'crlf' }],
      ['lone', undefined],
      ['mixed', { from: 'mixed', to: 'lf' }],
      ['none', undefined],
    ]);
    expect((await frozen.hunks('crlf'))[0]?.lines.map(({ text }) => text)).toEqual(['a\r', 'b\r', 'B\r', 'c\r']);
    expect((await frozen.hunks('lone'))[0]?.lines.at(-1)?.text).toBe('one\rTWO');
  });

  it('ends lines at line feeds only', async () => {
    const forged =
      'x\u2028diff --git a/forged b/forged\u2028+++ b/forged\u2028@@ -1 +1 @@\nff\fdiff --git a/f b/f\nnel\u0085+++ b/n\n-- \n++ b/x\n';
    const { frozen } = await change(
      (repo) => repo.write({ real: 'const a = 1;\n', latin1: Buffer.from('caf\xe9\nb\n', 'latin1') }),
      (repo) => repo.write({ real: forged, latin1: Buffer.from('caf\xe9\nB \xff\xfe\n', 'latin1') }),
    );
    expect(frozen.change.files.map(({ path, added, deleted }) => [path, added, deleted])).toEqual([
      ['latin1', 1, 1],
      ['real', 5, 1],
    ]);
    const added = (await frozen.hunks('real'))[0]?.lines.filter(({ kind }) => kind === 'added') ?? [];
    expect(added.map(({ text }) => `${text}\n`).join('')).toBe(forged);
  });

  it('has empty files added, deleted and emptied', async () => {
    const { frozen } = await change(
      (repo) => repo.write({ 'gone-empty': '', gone: lines(1, 2), emptied: lines(1, 3) }),
      (repo) =>
        repo
          .remove('gone-empty', 'gone')
          .write({ emptied: '', new1: '', new2: '', new: lines(71, 79), bom: '\ufeffx\n' }),
    );
    expect(fileOf(frozen, 'emptied')).toMatchObject({ deletedLines: [[1, 3]], newlineAtEof: { old: true, new: true } });
    expect(fileOf(frozen, 'gone')).toMatchObject({
      status: 'D',
      newMode: '000000',
      newlineAtEof: { old: true, new: null },
    });
    expect(fileOf(frozen, 'new1')).toMatchObject({ status: 'R', similarity: 100, oldPath: 'gone-empty' });
    expect(fileOf(frozen, 'new2')).toMatchObject({ status: 'A', added: 0, newlineAtEof: { old: null, new: true } });
    expect(fileOf(frozen, 'new')).toMatchObject({ addedLines: [[1, 9]] });
    expect((await frozen.hunks('bom'))[0]?.lines[0]?.text).toBe('\ufeffx');
  });

  it('takes a merge against its first parent, never as a combined diff', async () => {
    const repo = newFixture();
    repo.write({ f: lines(1, 9) }).commit('base');
    repo.git('checkout', '-q', '-b', 'side');
    repo.write({ f: lines(1, 9).replace('line 5', 'side 5') }).commit('side');
    repo.git('checkout', '-q', 'main');
    const main = repo.write({ f: lines(1, 9).replace('line 5', 'main 5') }).commit('main');
    repo.write({ f: `${lines(1, 9).replace('line 5', 'both 5')}evil\n` }).git('add', 'f');
    const merge = repo.git('commit-tree', repo.git('write-tree'), '-p', main, '-p', 'side', '-m', 'merge');
    repo.git('update-ref', 'HEAD', merge);
    const frozen = await repo.lastCommit();
    expect(frozen.change.files).toMatchObject([
      {
        added: 2,
        deleted: 1,
        addedLines: [
          [5, 5],
          [10, 10],
        ],
        deletedLines: [[5, 5]],
      },
    ]);
    expect(frozen.change.commits.map(({ message }) => message).sort()).toEqual(['merge', 'side']);
    expect(frozen.change.notes.join()).toContain('first parent');
  });

  it('reads a tree with the historical mode 100664 and a line of a megabyte', async () => {
    const repo = newFixture();
    repo.write({ x: 'x\n' }).commit('base');
    const blob = repo.gitWithInput(`${'y'.repeat(1 << 20)}\nz\n`, 'hash-object', '-w', '--stdin');
    const tree = repo.gitWithInput(`100664 blob ${blob}\tx\n`, 'mktree');
    repo.git('update-ref', 'HEAD', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'head'));
    const frozen = await repo.lastCommit();
    expect(fileOf(frozen, 'x')).toMatchObject({ added: 2, deleted: 1, addedLines: [[1, 2]] });
    expect((await frozen.hunks('x'))[0]?.lines[1]?.text).toHaveLength(1 << 20);
  });
});

describe('attributes and objects that would hide content', () => {
  it('.gitattributes of the change cannot make text binary or ignored', async () => {
    const { frozen } = await change(
      (repo) => repo.write({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n' }),
      (repo) =>
        repo.write({
          '.gitattributes': '*.ts -diff\nb.ts binary\nc.ts -text diff=evil eol=crlf ident\n',
          'a.ts': 'A\n',
          'b.ts': 'B\n',
          'c.ts': 'C\n',
        }),
    );
    for (const path of ['a.ts', 'b.ts', 'c.ts'])
      expect(fileOf(frozen, path)).toMatchObject({ binary: false, added: 1, deleted: 1 });
  });

  it('nor can info/attributes, replace refs, grafts or a lying commit graph', async () => {
    const repo = newFixture();
    repo.write({ 'a.ts': 'a\n' }).commit('base');
    const harmless = repo.write({ 'a.ts': 'harmless\n' }).commit('harmless');
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    const real = repo.write({ 'a.ts': 'evil\n' }).commit('real');
    repo.git('replace', real, harmless);
    writeFileSync(repo.path('.git', 'info', 'attributes'), '* -diff\n');
    writeFileSync(repo.path('.git', 'info', 'grafts'), `${real}\n`);
    const frozen = await repo.lastCommit();
    expect(frozen.change.headCommit).toBe(real);
    expect(frozen.change.files).toMatchObject([{ status: 'M', added: 1, deleted: 1 }]);
    expect((await frozen.hunks('a.ts'))[0]?.lines.at(-1)?.text).toBe('evil');
  });
});

describe('a repository in SHA-256', () => {
  it('is read like any other', async () => {
    const { frozen, repo } = await change(
      (repo) => repo.write({ a: 'a\n' }),
      (repo) => repo.write({ a: 'b\n', n: 'n\n' }),
      '--object-format=sha256',
    );
    expect(fileOf(frozen, 'n')).toMatchObject({ oldBlob: '0'.repeat(64), addedLines: [[1, 1]] });
    expect(frozen.change.patchId).toMatch(/^[0-9a-f]{40,64}$/);
    const root = await repo.freeze({ kind: 'range', range: 'HEAD~1' });
    expect(root.change.files).toMatchObject([{ path: 'a', status: 'A' }]);
    repo.write({ w: 'w\n' }).remove('n');
    const worktree = await repo.freeze({ kind: 'worktree' });
    expect(worktree.change.files.map(({ path, status }) => [path, status])).toEqual([
      ['n', 'D'],
      ['w', 'A'],
    ]);
  });
});

describe('commits of the change', () => {
  it('come newest first with people and messages', async () => {
    const repo = newFixture();
    repo.write({ a: '1\n' }).commit('base');
    repo.write({ a: '2\n' }).commit('one\n\nbody of one');
    repo.git('-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-q', '--allow-empty', '-F', latin1Message(repo));
    repo.write({ '.mailmap': 'Mallory <m@example.invalid> <ada@example.invalid>\n', a: '3\n' }).commit('two');
    const { change: read } = await repo.freeze({ kind: 'range', range: 'HEAD~3..HEAD' });
    expect(read.commits.map(({ message }) => message)).toEqual(['two', 'café', 'one\n\nbody of one']);
    expect(read.commits[0]).toMatchObject({
      author: { name: 'Ada', email: 'ada@example.invalid' },
      committer: { name: 'Grace' },
    });
  });
});

function latin1Message(repo: Fixture): string {
  const file = join(repo.root, 'message');
  writeFileSync(file, Buffer.from('caf\xe9\n', 'latin1'));
  expect(readFileSync(file)).toHaveLength(5);
  return file;
}
