import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hostileTitle, message } from '../../../../test/kit/message.js';
import { fileSender } from './file.js';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-file-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

const never = new AbortController().signal;
const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

describe('a file', () => {
  it('gets a line of JSON for each message, beside those that are there', async () => {
    const path = join(directory, 'deep', 'log.jsonl');
    await fileSender(path, []).send([message(), message({ position: 5 })], never);
    await fileSender(path, []).send([message({ position: 6 }, { title: hostileTitle })], never);
    expect(lines(path).map((line) => (JSON.parse(line) as { id: string }).id.slice(-2))).toEqual(['_4', '_5', '_6']);
  });

  it('is for its owner alone', async () => {
    const path = join(directory, 'log.jsonl');
    await fileSender(path, []).send([message()], never);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('begins a new line after one that was cut by a crash', async () => {
    const path = join(directory, 'log.jsonl');
    writeFileSync(path, '{"id":"msg_cut');
    await fileSender(path, []).send([message()], never);
    const [cut, whole] = lines(path);
    expect(cut).toBe('{"id":"msg_cut');
    expect(JSON.parse(whole!)).toMatchObject({ type: 'review_changes_requested' });
  });

  it('takes lines of several processes without mixing them', async () => {
    const path = join(directory, 'log.jsonl');
    const batch = (from: number) => Array.from({ length: 50 }, (_, index) => message({ position: from + index }));
    await Promise.all([1_000, 2_000, 3_000, 4_000].map((from) => fileSender(path, []).send(batch(from), never)));
    // A process that looks while another one writes may leave an empty line, which readers of such files skip.
    const written = lines(path).filter((line) => line !== '');
    expect(new Set(written.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(200);
    expect(written).toHaveLength(200);
  });

  it('never waits for a reader of a pipe', async () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(fileSender(path, []).send([message()], never)).rejects.toThrow(/is not a file|ENXIO/u);
  });

  it('is not written where a link of the repository under review leads', async () => {
    const repository = join(directory, 'repository');
    mkdirSync(repository);
    const precious = join(directory, '.bashrc');
    appendFileSync(precious, '# mine\n');
    symlinkSync(precious, join(repository, 'log.jsonl'));
    for (const path of [join(repository, 'log.jsonl'), join(repository, 'new', 'log.jsonl')]) {
      await expect(fileSender(path, [repository]).send([message()], never)).rejects.toThrow('under review');
    }
    expect(readFileSync(precious, 'utf8')).toBe('# mine\n');
  });
});
