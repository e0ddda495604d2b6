import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { largestArtifact } from '../../application/ports/gate-agents.js';
import type { GateRecord } from '../../domain/gate/log.js';
import { artifactFiles } from './artifact-files.js';
import { reviewLog } from './review-log.js';

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'countersign-gate-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const record = (iteration: number): GateRecord => ({
  task_id: 'implement',
  reviewer_agent: 'reviewer',
  coder_agent: 'dev',
  iteration,
  decision: 'NO_GO',
  feedback: 'two\nlines',
  quality_checks: {
    acceptance_criteria_met: true,
    code_standards_met: null,
    test_coverage_adequate: true,
    security_review_passed: true,
  },
  timestamp: '2026-03-04T12:00:00.000Z',
  final: false,
});

it('appends one record a line and never rewrites one', async () => {
  const file = join(directory(), 'review-logs', 'implement.jsonl');
  const log = reviewLog(file);
  expect(await log.append(record(1))).toBeUndefined();
  const before = readFileSync(file, 'utf8');
  expect(await log.append(record(2))).toBeUndefined();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as GateRecord).iteration)).toEqual([1, 2]);
  expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
});

/** What the disk is asked to keep: called instead of every `sync` of an open file. */
async function onSync(instead: (synced: FileHandle, really: () => Promise<void>) => Promise<void>): Promise<void> {
  const some = await open(directory(), 'r');
  const kind = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const sync: (this: FileHandle) => Promise<void> = Reflect.get(kind, 'sync');
  const spy = vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    await instead(this, () => sync.call(this));
  });
  onTestFinished(() => spy.mockRestore());
}

it('has each record on disk before it says so, and at first the name of the log too', async () => {
  const file = join(directory(), 'review-logs', 'implement.jsonl');
  const synced: string[] = [];
  await onSync(async (handle, really) => {
    const stats = await handle.stat();
    const is = (path: string): boolean => statSync(path).ino === stats.ino;
    synced.push(is(file) ? readFileSync(file, 'utf8') : is(dirname(file)) ? 'its directory' : 'another');
    await really();
    synced.push('done');
  });
  const log = reviewLog(file);
  const line = (iteration: number): string => `${JSON.stringify(record(iteration))}\n`;
  expect(await log.append(record(1))).toBeUndefined();
  expect(synced.splice(0)).toEqual([line(1), 'done', 'its directory', 'done']);
  expect(await log.append(record(2))).toBeUndefined();
  expect(synced).toEqual([line(1) + line(2), 'done']);
});

it('warns where the disk does not take it', async () => {
  await onSync(() => Promise.reject(new Error('EIO: i/o error, fsync')));
  expect(await reviewLog(join(directory(), 'log')).append(record(1))).toContain('EIO: i/o error, fsync');
});

it('warns where the log cannot be written, and follows no link', async () => {
  const at = directory();
  writeFileSync(join(at, 'elsewhere'), '');
  symlinkSync(join(at, 'elsewhere'), join(at, 'log'));
  expect(await reviewLog(join(at, 'log')).append(record(1))).toContain('was not written');
  expect(readFileSync(join(at, 'elsewhere'), 'utf8')).toBe('');
});

it('writes an artifact below the top and nowhere else', async () => {
  const [top, outside] = [directory(), directory()];
  const files = artifactFiles(top);
  const content = new TextEncoder().encode('made\n');
  expect(await files.write('docs/new/auth.md', content)).toBeUndefined();
  expect(await files.read('docs/new/auth.md')).toEqual(Buffer.from(content));
  symlinkSync(outside, join(top, 'out'));
  symlinkSync(join(outside, 'x'), join(top, 'link'));
  expect(await files.write('out/auth.md', content)).toContain('leads elsewhere');
  expect(await files.write('link', content)).toContain('leads elsewhere');
  expect(await files.read('out/auth.md')).toBeUndefined();
  expect(await files.read('docs')).toBeUndefined();
});

it('says that a file is gone only where none is there', async () => {
  const top = directory();
  const files = artifactFiles(top);
  writeFileSync(join(top, 'plain'), '');
  symlinkSync('loop', join(top, 'loop'));
  for (const gone of ['none.md', 'none/at/all.md', 'plain/below.md', 'loop/below.md', 'loop'])
    expect(await files.read(gone), gone).toBeUndefined();
  await expect(files.read(`${'a'.repeat(300)}.md`)).rejects.toThrow(
    /^the artifact a+\.md cannot be read: ENAMETOOLONG/u,
  );
});

it('reads no more of a file than shows that it is no artifact', async () => {
  const top = directory();
  writeFileSync(join(top, 'exactly'), 'a'.repeat(largestArtifact));
  writeFileSync(join(top, 'longer'), 'a'.repeat(largestArtifact * 2));
  const files = artifactFiles(top);
  expect(await files.read('exactly')).toHaveLength(largestArtifact);
  expect(await files.read('longer')).toHaveLength(largestArtifact + 1);
});

it.each(['.git/hooks/post-commit', '.GIT/config', 'sub/.git./config', 'git~1/config', '.git'])(
  'writes nothing into a git directory: %s',
  async (path) => {
    const top = directory();
    expect(await artifactFiles(top).write(path, new TextEncoder().encode('x'))).toContain('a git directory');
    expect(readdirSync(top)).toEqual([]);
  },
);

it('writes into nothing that is no file, and does not wait for who reads it', async () => {
  const top = directory();
  execFileSync('mkfifo', [join(top, 'pipe')]);
  const files = artifactFiles(top);
  expect(await files.write('pipe', new TextEncoder().encode('x'))).toContain('pipe was not written');
  expect(await files.read('pipe')).toBeUndefined();
});

it('writes no other name of the file that stood there, and leaves its mode', async () => {
  const top = directory();
  writeFileSync(join(top, 'other.md'), 'other\n', { mode: 0o600 });
  linkSync(join(top, 'other.md'), join(top, 'a.md'));
  expect(await artifactFiles(top).write('a.md', new TextEncoder().encode('new\n'))).toBeUndefined();
  expect(['a.md', 'other.md'].map((name) => readFileSync(join(top, name), 'utf8'))).toEqual(['new\n', 'other\n']);
  expect(statSync(join(top, 'a.md')).mode & 0o777).toBe(0o600);
  expect(readdirSync(top)).toEqual(['a.md', 'other.md']);
});

it('leaves nothing of a longer file behind', async () => {
  const top = directory();
  writeFileSync(join(top, 'a.md'), 'what stood here before\n');
  const content = new TextEncoder().encode('new\n');
  expect(await artifactFiles(top).write('a.md', content)).toBeUndefined();
  expect(readFileSync(join(top, 'a.md'), 'utf8')).toBe('new\n');
});
