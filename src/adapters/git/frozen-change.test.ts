import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileOf, lines, newFixture, type Fixture } from '../../../test/git-fixture/fixture.js';
import { UnsafePath } from './checkout.js';
import { openRepository } from './open-repository.js';

/** A commit whose tree git itself would not make. */
function forgedTree(repo: Fixture, entries: string): void {
  const tree = repo.gitWithInput(entries, 'mktree', '--missing');
  repo.git('update-ref', 'HEAD', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'forged'));
}

describe('checkout', () => {
  it('writes raw bytes, modes and the text of symlinks', async () => {
    const repo = newFixture();
    const latin1 = Buffer.from('na\xefve', 'latin1');
    const files = {
      '.gitattributes': '*.sh text eol=crlf ident\n',
      'a/b.sh': '$Id$\nx\n',
      '-x': 'flag\n',
      bin: Buffer.of(0, 13, 10, 255),
    };
    repo.write(files).write({ run: 'r\n' }, 0o755);
    writeFileSync(Buffer.concat([Buffer.from(`${repo.directory}/`), latin1]), 'n\n');
    symlinkSync('/etc/passwd', repo.path('link'));
    repo.git('config', 'core.autocrlf', 'false');
    repo.commit('all');
    const frozen = await repo.lastCommit();
    const out = join(repo.root, 'out');
    await frozen.checkout('head', out);
    for (const [name, content] of Object.entries(files)) {
      if (name === 'a/b.sh') continue;
      expect(readFileSync(join(out, name))).toEqual(Buffer.from(content));
    }
    expect(readFileSync(join(out, 'a/b.sh'))).toEqual(Buffer.from('$Id$\nx\n'));
    expect(lstatSync(join(out, 'link')).isFile()).toBe(true);
    expect(readFileSync(join(out, 'link'), 'utf8')).toBe('/etc/passwd');
    expect(lstatSync(join(out, 'run')).mode & 0o111).not.toBe(0);
    expect(lstatSync(join(out, '-x')).mode & 0o111).toBe(0);
    expect(readFileSync(Buffer.concat([Buffer.from(`${out}/`), latin1]), 'utf8')).toBe('n\n');
  });

  it('writes only the paths asked for; one that is not on that side is left out', async () => {
    const repo = newFixture();
    repo.write({ a: 'a\n', 'd/b': 'b\n' }).commit('base');
    repo.remove('a').write({ c: 'c\n' }).commit('head');
    const frozen = await repo.lastCommit();
    const out = join(repo.root, 'out');
    await frozen.checkout('head', out, ['a', 'd/b']);
    expect(readdirSync(out)).toEqual(['d']);
    await frozen.checkout('base', out, ['a']);
    expect(readdirSync(out)).toEqual(['a', 'd']);
  });

  it('refuses paths that leave the directory or write a .git, before it writes anything', async () => {
    const repo = newFixture();
    repo.write({ a: 'a\n' }).commit('base');
    const blob = repo.git('rev-parse', 'HEAD:a');
    const inner = repo.gitWithInput(`100644 blob ${blob}\tevil\n`, 'mktree');
    const out = join(repo.root, 'out');
    for (const name of ['..', '.git', '.GIT', 'git~1', '.git. ', '.g\u200cit', '.']) {
      forgedTree(repo, `100644 blob ${blob}\taa\n040000 tree ${inner}\t${name}\n`);
      const frozen = await repo.lastCommit();
      await expect(frozen.checkout('head', out)).rejects.toThrow(UnsafePath);
      expect(existsSync(out)).toBe(false);
      expect(existsSync(join(repo.root, 'evil'))).toBe(false);
    }
  });

  it('follows no symlink that lies in its way', async () => {
    const repo = newFixture();
    repo.write({ 'd/x': 'x\n', f: 'f\n' }).commit('base');
    const frozen = await repo.lastCommit();
    const out = join(repo.root, 'out');
    const outside = join(repo.root, 'outside');
    mkdirSync(out);
    mkdirSync(outside);
    symlinkSync(outside, join(out, 'd'));
    await expect(frozen.checkout('head', out, ['d/x'])).rejects.toThrow(/EEXIST/);
    symlinkSync(join(outside, 'f'), join(out, 'f'));
    await expect(frozen.checkout('head', out, ['f'])).rejects.toThrow(/EEXIST/);
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('blobs and trees', () => {
  it('are read by id, by path and in listings', async () => {
    const repo = newFixture();
    repo.write({ a: 'a\n', 'd/./../b': 'b\n', 'd/c': lines(1, 500) }).commit('base');
    repo.write({ a: 'A\n' }).commit('head');
    const frozen = await repo.lastCommit();
    const file = fileOf(frozen, 'a');
    expect(await frozen.readBlob(file.oldBlob)).toEqual(Buffer.from('a\n'));
    expect(await frozen.readBlob('0'.repeat(40))).toBeUndefined();
    await expect(frozen.readBlob('HEAD')).rejects.toThrow(TypeError);
    expect(await frozen.blobSizes([file.newBlob, '0'.repeat(40)])).toEqual(new Map([[file.newBlob, 2]]));
    expect((await frozen.listTree('head')).map(({ path }) => path)).toEqual(['a', 'b', 'd/c']);
    expect(Buffer.from((await frozen.readFile('base', 'a')) ?? []).toString()).toBe('a\n');
    for (const path of ['d', 'nowhere', './a', '../a', 'd/../a', 'a\nb', '', '/a']) {
      expect(await frozen.readFile('head', path)).toBeUndefined();
    }
    await expect(frozen.hunks('nowhere')).rejects.toThrow(RangeError);
  });

  it('many are asked for at once and answered each with its own', async () => {
    const repo = newFixture();
    const names = Array.from({ length: 200 }, (_, index) => `f${index}`);
    repo.write(Object.fromEntries(names.map((name, index) => [name, lines(1, index + 1, name)]))).commit('base');
    const frozen = await repo.lastCommit();
    const contents = await Promise.all(names.map((name) => frozen.readFile('head', name)));
    expect(contents.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(
      names.map((name, index) => lines(1, index + 1, name)),
    );
  });
});

describe('a file of 100 MB', () => {
  it('is in the inventory without being held in memory', { timeout: 180_000 }, async () => {
    const repo = newFixture();
    repo.write({ small: 's\n' }).commit('base');
    repo.git('config', 'core.compression', '0');
    const block = Buffer.from(lines(1, 100_000, 'some words of a line'));
    repo.write({ big: Buffer.concat(Array.from({ length: 40 }, () => block)) });
    repo.commit('big');
    const before = process.memoryUsage().rss;
    const frozen = await repo.lastCommit();
    const file = fileOf(frozen, 'big');
    expect(file).toMatchObject({
      status: 'A',
      added: 4_000_000,
      addedLines: [[1, 4_000_000]],
      newlineAtEof: { old: null, new: true },
    });
    expect((await frozen.blobSizes([file.newBlob])).get(file.newBlob)).toBeGreaterThan(100_000_000);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(60);
  });
});

describe('the view', () => {
  it('is gone after close, after a refusal and after an abort', async () => {
    const repo = newFixture();
    repo.write({ a: 'a\n' }).commit('base');
    const temporary = join(repo.root, 'tmp');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const frozen = await repo.lastCommit();
    expect(readdirSync(temporary)).toHaveLength(1);
    await frozen.close();
    await frozen.close();
    expect(readdirSync(temporary)).toEqual([]);
    await repo.refusal({ kind: 'range', range: 'nowhere' });
    expect(readdirSync(temporary)).toEqual([]);
    const aborted = await openRepository(repo.directory, { env: repo.env, signal: AbortSignal.abort() }).catch(
      (error: unknown) => error,
    );
    expect(aborted).toMatchObject({ name: 'AbortError' });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
