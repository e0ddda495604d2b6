import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { compiledPath, compileStore } from './compiled.js';

const source = new URL('./appending-process.ts', import.meta.url);

interface Acknowledged {
  readonly stream: string;
  readonly version: number;
  readonly at: number;
}

/** A child that appends, with what it was told is on disk. */
class Appending {
  readonly acknowledged: Acknowledged[] = [];
  killAfter = Number.POSITIVE_INFINITY;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ready: Promise<void>;
  readonly ended: Promise<{ code: number | null; errors: string }>;

  constructor(compiled: string, directory: string, name: string, count: number) {
    const script = compiledPath(compiled, source);
    this.#child = spawn(process.execPath, [script, directory, name, String(count)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let errors = '';
    this.#child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    this.ended = once(this.#child, 'close').then(([code]) => ({ code: code as number | null, errors }));
    this.#ready = new Promise((resolve) => {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const [stream = '', version, at] = line.split(' ');
        if (stream === 'ready') resolve();
        else this.acknowledged.push({ stream, version: Number(version), at: Number(at) });
        if (this.acknowledged.length === this.killAfter) this.#child.kill('SIGKILL');
      });
    });
  }

  async ready(): Promise<void> {
    const early = this.ended.then(({ errors }) => {
      throw new Error(`ended before it began: ${errors}`);
    });
    await Promise.race([this.#ready, early]);
  }

  go(): void {
    this.#child.stdin.write('go\n');
  }
}

let compiled: string;
let directory: string;

beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'countersign-compiled-'));
  await compileStore(compiled);
});

beforeEach(async () => {
  directory = await mkdtemp(join(compiled, 'store-'));
});

afterAll(() => rm(compiled, { recursive: true, force: true }));

async function run(children: readonly Appending[]) {
  await Promise.all(children.map((child) => child.ready()));
  for (const child of children) child.go();
  return Promise.all(children.map((child) => child.ended));
}

async function missingFrom(acknowledged: readonly Acknowledged[]): Promise<readonly Acknowledged[]> {
  const store = await openStore({ directory });
  const versions = new Map<string, number>();
  for await (const event of store.readAll()) versions.set(event.stream, event.version);
  expect(await store.verify()).toMatchObject({ intact: true });
  expect((await store.rebuild()).differences).toEqual([]);
  await store.close();
  return acknowledged.filter(({ stream, version }) => (versions.get(stream) ?? 0) < version);
}

describe('several processes on one store', { timeout: 240_000 }, () => {
  it('write without an error, lose nothing and leave each other room', async () => {
    const children = Array.from({ length: 6 }, (_, index) => new Appending(compiled, directory, `P${index}`, 100));
    expect(await run(children)).toEqual(children.map(() => ({ code: 0, errors: '' })));
    expect(await missingFrom(children.flatMap((child) => child.acknowledged))).toEqual([]);
    expect(children.map((child) => child.acknowledged.length)).toEqual(children.map(() => 100));

    const firstEnd = Math.min(...children.map((child) => child.acknowledged.at(-1)?.at ?? 0));
    const shares = children.map((child) => child.acknowledged.filter(({ at }) => at <= firstEnd).length);
    // How the system shares out two busy cores is not ours to assert; that nobody waits until another is done is.
    expect(Math.min(...shares), `shares at the first end: ${shares.join(', ')}`).toBeGreaterThan(0);
  });

  it('lose nothing that was acknowledged when one of them is killed in the middle', async () => {
    const children = Array.from({ length: 4 }, (_, index) => new Appending(compiled, directory, `P${index}`, 60));
    children[0]!.killAfter = 21;
    const ends = await run(children);
    expect(ends.map((end) => end.code)).toEqual([null, 0, 0, 0]);
    expect(children[0]!.acknowledged.length).toBeGreaterThanOrEqual(21);
    expect(await missingFrom(children.flatMap((child) => child.acknowledged))).toEqual([]);
  });
});
