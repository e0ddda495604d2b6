import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ChangeRequest, FrozenChange } from '../../src/application/ports/repository.js';
import type { ChangedFile } from '../../src/domain/model/change.js';
import { isRefusal, type Refusal } from '../../src/domain/model/refusal.js';
import { openRepository } from '../../src/adapters/git/open-repository.js';

type Content = string | Uint8Array;

/** A real repository in a temporary directory, with a home of its own; removed when the test ends. */
export class Fixture {
  readonly root: string;
  readonly directory: string;
  readonly home: string;

  constructor(root: string, directory: string) {
    this.root = root;
    this.directory = directory;
    this.home = join(root, 'home');
  }

  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.home,
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.invalid',
      GIT_COMMITTER_NAME: 'Grace',
      GIT_COMMITTER_EMAIL: 'grace@example.invalid',
      GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
      GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
    };
  }

  /** Runs git in the repository and gives its trimmed output. */
  git(...args: string[]): string {
    return this.gitWithInput('', ...args);
  }

  gitWithInput(input: Content, ...args: string[]): string {
    const options = { cwd: this.directory, env: this.env, input, stdio: 'pipe' as const };
    return execFileSync('git', args, options).toString('utf8').trim();
  }

  path(...names: string[]): string {
    return join(this.directory, ...names);
  }

  write(files: Readonly<Record<string, Content>>, mode?: number): this {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), content);
      if (mode !== undefined) chmodSync(this.path(name), mode);
    }
    return this;
  }

  remove(...names: string[]): this {
    for (const name of names) rmSync(this.path(name), { recursive: true, force: true });
    return this;
  }

  /** Everything in the worktree as one commit; gives its id. */
  commit(message = 'change'): string {
    this.git('add', '-A', '--force');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  async tryFreeze(
    request: ChangeRequest,
    env?: NodeJS.ProcessEnv,
    directory?: string,
  ): Promise<FrozenChange | Refusal> {
    const repository = await openRepository(directory ?? this.directory, {
      env: env ?? { PATH: process.env['PATH'], HOME: this.home },
    });
    return isRefusal(repository) ? repository : repository.freeze(request);
  }

  /** Freezes, and closes when the test ends; a refusal fails the test. */
  async freeze(request: ChangeRequest, env?: NodeJS.ProcessEnv, directory?: string): Promise<FrozenChange> {
    const frozen = await this.tryFreeze(request, env, directory);
    if (isRefusal(frozen)) throw new Error(`refused: ${JSON.stringify(frozen)}`);
    onTestFinished(() => frozen.close());
    return frozen;
  }

  async lastCommit(env?: NodeJS.ProcessEnv): Promise<FrozenChange> {
    return this.freeze({ kind: 'range', range: 'HEAD' }, env);
  }

  /** A refusal is expected; anything else fails the test. */
  async refusal(request: ChangeRequest, directory?: string): Promise<Refusal> {
    const frozen = await this.tryFreeze(request, undefined, directory);
    if (isRefusal(frozen)) return frozen;
    await frozen.close();
    throw new Error(`not refused: ${frozen.change.title}`);
  }

  /** A program that leaves a mark when anybody runs it. */
  trap(): { readonly command: string; readonly sprung: () => boolean } {
    const mark = join(this.root, 'sprung');
    const command = join(this.root, 'trap.sh');
    writeFileSync(command, `#!/bin/sh\n: > '${mark}'\ncat\n`);
    chmodSync(command, 0o755);
    return { command, sprung: () => existsSync(mark) };
  }
}

export function newFixture(...initFlags: string[]): Fixture {
  const root = mkdtempSync(join(tmpdir(), 'countersign-git-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const fixture = new Fixture(root, join(root, 'repo'));
  mkdirSync(fixture.home);
  mkdirSync(fixture.directory);
  fixture.git('init', '--quiet', '--initial-branch=main', ...initFlags);
  return fixture;
}

/** A copy made by `git clone` beside the fixture. */
export function cloneOf(fixture: Fixture, ...flags: string[]): Fixture {
  const directory = join(fixture.root, `clone-${flags.join('').replace(/[^a-z0-9]/g, '')}`);
  fixture.git('clone', '--quiet', ...flags, `file://${fixture.directory}`, directory);
  return new Fixture(fixture.root, directory);
}

export function lines(from: number, to: number, word = 'line'): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `${word} ${from + index}\n`).join('');
}

export function fileOf(frozen: FrozenChange, path: string): ChangedFile {
  const file = frozen.change.files.find((known) => known.path === path);
  if (file === undefined)
    throw new Error(`${path} is not in ${JSON.stringify(frozen.change.files.map((one) => one.path))}`);
  return file;
}
