import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from '../../../test/kit/project.js';
import type { Workspace, Workspaces } from '../../application/ports/workspaces.js';
import { openWorkspaces } from './workspaces.js';

const by = { name: 'mender', message: 'fix: mend it\n', at: 1_700_000_000_000 };

function project(): Project {
  const on = new Project();
  return on.commit('chore: begin', {
    'a.txt': 'one\n',
    'AGENTS.md': 'obey\n',
    '.gitignore': 'out/\n',
    'b/c.sh': 'x\n',
  });
}

async function workspacesOf(on: Project): Promise<Workspaces> {
  const opened = await openWorkspaces(on.directory, process.env);
  if ('refused' in opened) throw new Error(opened.message);
  return opened;
}

async function taken(workspace: Workspace) {
  const made = await workspace.take(by);
  if ('left' in made) throw new Error(`it left ${made.left}`);
  return made;
}

const headOf = (on: Project) => on.git('rev-parse', 'HEAD').trim();
const userState = (on: Project) => [
  headOf(on),
  on.git('symbolic-ref', 'HEAD'),
  on.git('status', '--porcelain=v2', '--ignored'),
  readFileSync(join(on.directory, '.git', 'index')).toString('base64'),
];

describe('a workspace', () => {
  it('holds the commit without what is kept out, and its content becomes a commit on top', async () => {
    const on = project();
    const before = userState(on);
    const topmost = (paths: readonly string[]) =>
      paths.map((path) => path.split('/')[0] ?? '').filter((name) => name === 'AGENTS.md' || name === 'new');
    const workspace = await (await workspacesOf(on)).open(headOf(on), topmost);
    expect(existsSync(join(workspace.directory, 'AGENTS.md'))).toBe(false);
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    writeFileSync(join(workspace.directory, 'new.txt'), 'new\n');
    writeFileSync(join(workspace.directory, 'AGENTS.md'), 'obey me instead\n');
    mkdirSync(join(workspace.directory, 'new'));
    writeFileSync(join(workspace.directory, 'new', 'hooks.json'), '{}\n');
    rmSync(join(workspace.directory, 'b'), { recursive: true });
    const { commit } = await taken(workspace);
    await workspace.close();
    expect(existsSync(workspace.directory)).toBe(false);
    expect(on.git('diff', '--name-status', 'HEAD', commit)).toBe('M\ta.txt\nD\tb/c.sh\nA\tnew.txt\n');
    expect(on.git('log', '-1', '--format=%an|%cn|%s|%P', commit)).toBe(`mender|mender|fix: mend it|${headOf(on)}\n`);
    expect(userState(on)).toEqual(before);
  });

  it('of which nothing was changed makes no commit', async () => {
    const on = project();
    const workspace = await (await workspacesOf(on)).open(headOf(on), () => []);
    expect((await taken(workspace)).commit).toBe(headOf(on));
    await workspace.close();
  });

  it('starts no more programs for a commit than its index needs', async () => {
    const on = project();
    const [ran, bin] = [join(on.home, 'ran'), join(on.home, 'bin')];
    mkdirSync(bin);
    const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >> ${ran}\nexec ${real} "$@"\n`, { mode: 0o755 });
    const opened = await openWorkspaces(on.directory, { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` });
    if ('refused' in opened) throw new Error(opened.message);
    const workspace = await opened.open(headOf(on), () => []);
    rmSync(ran);
    workspace.getReady();
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    await workspace.take(by);
    await workspace.keep('R1');
    const verbs =
      /\b(?:read-tree|ls-tree|add|ls-files|write-tree|hash-object|diff-tree|update-ref|rev-parse|update-index)\b/u;
    const lines = readFileSync(ran, 'utf8').trimEnd().split('\n');
    const ahead = ['add', 'hash-object', 'diff-tree', 'update-ref'];
    expect(lines.slice(0, 4).map((line) => verbs.exec(line)?.[0])).toEqual(expect.arrayContaining(ahead));
    expect(lines.slice(4).map((line) => verbs.exec(line)?.[0])).toEqual(['write-tree']);
    expect(lines).toHaveLength(5);
    await workspace.close();
  });

  it.each(['ready ahead', 'not ready'])('takes the directory that stands there, git being %s', async (when) => {
    const on = project();
    const workspace = await (await workspacesOf(on)).open(headOf(on), () => []);
    if (when === 'ready ahead') workspace.getReady();
    renameSync(workspace.directory, `${workspace.directory}-elsewhere`);
    writeFileSync(join(`${workspace.directory}-elsewhere`, 'a.txt'), 'elsewhere\n');
    mkdirSync(workspace.directory);
    writeFileSync(join(workspace.directory, 'a.txt'), 'here\n');
    const { commit } = await taken(workspace);
    await workspace.close();
    expect(on.git('show', `${commit}:a.txt`)).toBe('here\n');
  });

  it('goes with what waits for it, which has done nothing', async () => {
    const on = project();
    const workspace = await (await workspacesOf(on)).open(headOf(on), () => []);
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    workspace.getReady();
    const objects = on.git('count-objects');
    await workspace.close();
    expect(on.git('count-objects')).toBe(objects);
    expect(on.git('for-each-ref', 'refs/countersign')).toBe('');
  });

  it('takes one commit on top of the other', async () => {
    const on = project();
    const workspace = await (await workspacesOf(on)).open(headOf(on), () => []);
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    const first = await taken(workspace);
    writeFileSync(join(workspace.directory, 'a.txt'), 'three\n');
    const second = await taken(workspace);
    await workspace.close();
    expect(on.git('rev-parse', `${second.commit}^`).trim()).toBe(first.commit);
  });

  it('keeps a commit under a ref of its own, and moves the branch only where it still stands', async () => {
    const on = project();
    const workspaces = await workspacesOf(on);
    for (const hook of ['reference-transaction', 'post-merge', 'post-checkout']) {
      on.write({ [`.git/hooks/${hook}`]: `#!/bin/sh\ntouch '${join(on.home, 'ran')}'\n` });
      chmodSync(join(on.directory, '.git/hooks', hook), 0o755);
    }
    const from = headOf(on);
    const workspace = await workspaces.open(from, () => []);
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    workspace.getReady();
    const { commit } = await taken(workspace);
    expect(await workspace.keep('R1')).toBe('refs/countersign/fix/R1');
    await workspace.close();
    expect(on.git('rev-parse', 'refs/countersign/fix/R1').trim()).toBe(commit);
    expect(headOf(on)).toBe(from);
    expect(await workspaces.apply(from, commit)).toEqual({ applied: true, branch: 'main' });
    expect([headOf(on), readFileSync(join(on.directory, 'a.txt'), 'utf8')]).toEqual([commit, 'two\n']);
    expect(existsSync(join(on.home, 'ran'))).toBe(false);
    expect(on.git('status', '--porcelain')).toBe('');
    expect(await workspaces.apply(from, commit)).toMatchObject({ applied: false });
  });

  it('does not touch a branch whose worktree is in the way', async () => {
    const on = project();
    const workspaces = await workspacesOf(on);
    const from = headOf(on);
    const workspace = await workspaces.open(from, () => []);
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    const { commit } = await taken(workspace);
    await workspace.close();
    on.write({ 'a.txt': 'mine\n' });
    expect(await workspaces.apply(from, commit)).toMatchObject({ applied: false });
    expect([headOf(on), readFileSync(join(on.directory, 'a.txt'), 'utf8')]).toEqual([from, 'mine\n']);
  });

  it('runs no filter that the repository names', async () => {
    const on = project();
    on.commit('chore: filter', { '.gitattributes': 'a.txt filter=evil\n' });
    on.git('config', 'filter.evil.smudge', `touch ${join(on.home, 'ran')}; cat`);
    const workspaces = await workspacesOf(on);
    const from = headOf(on);
    const workspace = await workspaces.open(from, () => []);
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    const { commit } = await taken(workspace);
    await workspace.close();
    expect(await workspaces.apply(from, commit)).toEqual({
      applied: false,
      why: 'a filter of the repository would run on a.txt, or its attributes have it written in another form',
    });
    expect(existsSync(join(on.home, 'ran'))).toBe(false);
  });

  it.each(['a.txt filter=evil', '*.txt ident', 'a.txt working-tree-encoding=UTF-16LE', 'a.txt filter=unset'])(
    'runs nothing where the fix itself brings the attribute: %s',
    async (line) => {
      const on = project();
      for (const driver of ['evil', 'unset']) {
        on.git('config', `filter.${driver}.smudge`, `touch ${join(on.home, 'ran')}; cat`);
        on.git('config', `filter.${driver}.required`, 'true');
      }
      const { workspaces, from, commit } = await mended(on, { 'a.txt': 'two $Id$\n', '.gitattributes': `${line}\n` });
      const { applied } = await workspaces.apply(from, commit);
      expect(existsSync(join(on.home, 'ran'))).toBe(false);
      // Git's own words cannot tell this one from no filter: it has no program any more.
      expect(applied).toBe(line.endsWith('=unset'));
      if (!applied) expect(headOf(on)).toBe(from);
    },
  );

  it('moves no other branch than the one that it was asked for, though that stands at the same commit', async () => {
    const on = project();
    const { workspaces, from, commit } = await mended(on, { 'a.txt': 'two\n' });
    on.git('switch', '--quiet', '--create', 'other');
    const why = `other is checked out by now, and it was asked for main: git switch main && git merge --ff-only ${commit}`;
    expect(await workspaces.apply(from, commit)).toEqual({ applied: false, why });
    expect(headOf(on)).toBe(from);
    on.git('switch', '--quiet', 'main');
    expect(await workspaces.apply(from, commit)).toEqual({ applied: true, branch: 'main' });
    expect(on.git('rev-parse', 'other').trim()).toBe(from);
  });

  it('applies the reviewed content and not what a replace ref puts in its place', async () => {
    const on = project();
    const { workspaces, from, commit } = await mended(on, { 'a.txt': 'two\n' });
    on.write({ 'evil.txt': 'steal\n' });
    const evil = on.git('hash-object', '-w', 'evil.txt').trim();
    rmSync(join(on.directory, 'evil.txt'));
    on.git('replace', on.git('rev-parse', `${commit}:a.txt`).trim(), evil);
    expect(await workspaces.apply(from, commit)).toEqual({ applied: true, branch: 'main' });
    expect(readFileSync(join(on.directory, 'a.txt'), 'utf8')).toBe('two\n');
  });

  it('never enters a repository that the author left in the place of a submodule', async () => {
    const on = project();
    on.git('update-index', '--add', '--cacheinfo', `160000,${headOf(on)},vendor/sub`);
    on.git('commit', '--quiet', '-m', 'chore: submodule');
    const workspace = await (await workspacesOf(on)).open(headOf(on), () => []);
    const sub = join(workspace.directory, 'vendor', 'sub');
    on.git('clone', '--quiet', on.directory, sub);
    writeFileSync(join(on.home, 'evil'), `#!/bin/sh\ntouch '${join(on.home, 'ran')}'\nexit 1\n`);
    chmodSync(join(on.home, 'evil'), 0o755);
    on.git('-C', sub, 'config', 'core.fsmonitor', join(on.home, 'evil'));
    rmSync(join(sub, 'a.txt'));
    writeFileSync(join(workspace.directory, 'a.txt'), 'two\n');
    expect(await workspace.take(by)).toEqual({
      left: `a git repository of its own in ${join('vendor', 'sub')}, which is not looked into`,
    });
    await workspace.close();
    expect(existsSync(join(on.home, 'ran'))).toBe(false);
  });

  it.each<[string, (directory: string) => void, string]>([
    ['a pipe', (at) => execFileSync('mkfifo', [join(at, 'b', '.gitattributes')]), 'a pipe called b/.gitattributes'],
    [
      'a name that git refuses',
      (at) => writeFileSync(join(at, 'git~1'), 'x'),
      "what git does not take: error: invalid path 'git~1'",
    ],
    ['a link called .gitmodules', (at) => symlinkSync('a.txt', join(at, '.gitmodules')), 'what git does not take'],
    ['nothing at all', (at) => rmSync(at, { recursive: true }), 'something else in the place of its directory'],
    [
      'a link to elsewhere',
      (at) => {
        rmSync(at, { recursive: true });
        symlinkSync('..', at);
      },
      'something else in the place of its directory',
    ],
  ])('is not taken where the author left %s', async (_what, leave, left) => {
    const on = project();
    const workspace = await (await workspacesOf(on)).open(headOf(on), () => []);
    leave(workspace.directory);
    // The author may be that quick.
    workspace.getReady();
    expect(await workspace.take(by)).toEqual({ left: expect.stringContaining(left) as string });
    await workspace.close();
  });

  it.each(['--squash', '--no-commit', '--autostash', '--no-ff', '-s ours'])(
    'moves the branch though its configuration asks for another merge: %s',
    async (options) => {
      const on = project();
      on.git('config', 'branch.main.mergeOptions', options);
      const { workspaces, from, commit } = await mended(on, { 'a.txt': 'two\n' });
      expect(await workspaces.apply(from, commit)).toEqual({ applied: true, branch: 'main' });
      expect([headOf(on), on.git('status', '--porcelain')]).toEqual([commit, '']);
    },
  );

  it('puts nothing of the user away to move the branch', async () => {
    const on = project();
    on.git('config', 'merge.autoStash', 'true');
    const { workspaces, from, commit } = await mended(on, { 'a.txt': 'two\n' });
    on.write({ 'a.txt': 'mine\n' });
    expect(await workspaces.apply(from, commit)).toMatchObject({ applied: false });
    expect([headOf(on), readFileSync(join(on.directory, 'a.txt'), 'utf8')]).toEqual([from, 'mine\n']);
  });

  it('applies where git writes line ends of the user', async () => {
    const on = project();
    on.git('config', 'core.autocrlf', 'true');
    const { workspaces, from, commit } = await mended(on, { 'a.txt': 'two\n' });
    expect(await workspaces.apply(from, commit)).toEqual({ applied: true, branch: 'main' });
    expect(readFileSync(join(on.directory, 'a.txt'), 'utf8')).toBe('two\r\n');
  });
});

async function mended(on: Project, files: Readonly<Record<string, string>>) {
  const workspaces = await workspacesOf(on);
  const from = headOf(on);
  const workspace = await workspaces.open(from, () => []);
  for (const [path, content] of Object.entries(files)) writeFileSync(join(workspace.directory, path), content);
  const { commit } = await taken(workspace);
  await workspace.close();
  return { workspaces, from, commit };
}
