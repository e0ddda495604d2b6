import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReviewDocument } from '../../src/application/queries/document.js';

const program = resolve('dist/main/countersign.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real git repository in a directory of its own, and the built program run in it as a user runs it. */
export class Project {
  readonly directory = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  readonly home = mkdtempSync(join(tmpdir(), 'countersign-home-'));

  /** It is removed when the test is over; one that outlives a test says when that is. */
  constructor(whenOver: (remove: () => void) => void = onTestFinished) {
    whenOver(() => {
      for (const each of [this.directory, this.home]) rmSync(each, { recursive: true, force: true });
    });
    this.git('init', '--quiet', '--initial-branch', 'main');
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...args], {
      cwd: this.directory,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: this.home, GIT_CONFIG_NOSYSTEM: '1' },
    });
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.directory, path)), { recursive: true });
      writeFileSync(join(this.directory, path), content);
    }
    return this;
  }

  commit(message: string, files: Readonly<Record<string, string | Uint8Array>> = {}): this {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this;
  }

  /** A commit that somebody else than Ada wrote and committed. */
  commitAs(name: string, message: string, files: Readonly<Record<string, string | Uint8Array>> = {}): this {
    this.write(files);
    this.git('add', '--all');
    const who = ['-c', `user.name=${name}`, '-c', `user.email=${name}@example.invalid`];
    this.git(...who, 'commit', '--quiet', '--allow-empty', '--message', message);
    return this;
  }

  /** Runs `countersign` to its end. */
  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return this.#spawn(process.execPath, [program, ...args], env);
  }

  /** The same on a pseudo-terminal, by the `script` of util-linux; everything it prints is on stdout. */
  async runOnTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const line = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
    return this.#spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], env);
  }

  async #spawn(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
    const child = spawn(command, args, {
      cwd: this.directory,
      env: { PATH: process.env['PATH'], HOME: this.home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise<number | null>((settle, fail) => {
      child.once('error', fail);
      child.once('close', settle);
    });
    return { code, stdout, stderr };
  }

  /** Runs `countersign review … --json` and reads what it prints. */
  async review(...args: readonly string[]): Promise<Ran & { readonly document: ReviewDocument }> {
    const ran = await this.run(['review', ...args, '--json']);
    return { ...ran, document: JSON.parse(ran.stdout) as ReviewDocument };
  }
}
