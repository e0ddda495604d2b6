import { GitFailure, startGit, type RunningGit } from './git-process.js';
import { inView, type View } from './view.js';

export interface ObjectHeader {
  readonly id: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** Takes the content of one object piece by piece; synchronous, so that nothing piles up in memory. */
export interface Sink {
  start?(header: ObjectHeader): void;
  chunk(bytes: Buffer): void;
}

export type Answer = ObjectHeader | 'missing' | 'ambiguous';

interface Pending {
  readonly name: string;
  readonly sink: Sink;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Current extends Pending {
  readonly header: ObjectHeader;
  left: number;
  error?: unknown;
}

const lineFeed = 0x0a;

/** Answered requests kept in the queue at most. */
const forgottenAtOnce = 1_000;

/**
 * One long-lived `git cat-file --batch`: any number of objects for one child process, answered in order. With `headers`, a
 * `--batch-check`: sinks get no content.
 */
export class ObjectReader {
  readonly #view: View;
  readonly #answers: 'objects' | 'headers';
  #queue: Pending[] = [];
  /** Place of the first that waits: to shift a queue of tens of thousands moves the whole of it each time. */
  #first = 0;
  #git: RunningGit | undefined;
  #closed = false;
  #current: Current | undefined;
  #head: Buffer = Buffer.alloc(0);

  constructor(view: View, answers: 'objects' | 'headers' = 'objects') {
    this.#view = view;
    this.#answers = answers;
  }

  /** `name` is anything git resolves to an object; a name with a line feed or NUL can't be asked for and is missing. */
  read(name: string, sink: Sink): Promise<Answer> {
    if (name === '' || /[\n\0]/.test(name)) return Promise.resolve('missing');
    if (this.#closed) return Promise.reject(new Error(`${name} was asked for when the repository was closed already`));
    const git = (this.#git ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#queue.push({ name, sink, resolve, reject });
      this.#write(git, `${name}\n`);
    });
  }

  /** All that is asked for at once goes through the pipe at once. */
  #write({ child: { stdin } }: RunningGit, line: string): void {
    if (stdin.writableCorked === 0) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    stdin.write(line);
  }

  /** The whole object in memory. */
  async readWhole(name: string): Promise<{ header: ObjectHeader; content: Buffer } | 'missing' | 'ambiguous'> {
    const chunks: Buffer[] = [];
    const answer = await this.read(name, { chunk: (bytes) => chunks.push(bytes) });
    return typeof answer === 'string' ? answer : { header: answer, content: Buffer.concat(chunks) };
  }

  /** Ends the child; what is still being read is rejected, and what is asked for from now on. */
  async close(): Promise<void> {
    this.#closed = true;
    const git = this.#git;
    if (git === undefined) return;
    this.#git = undefined;
    git.child.stdin.end();
    if (this.#first < this.#queue.length || this.#current !== undefined) git.child.kill();
    await git.ended.catch(() => undefined);
  }

  #start(): RunningGit {
    const call = inView(this.#view, 'cat-file', this.#answers === 'objects' ? '--batch' : '--batch-check');
    const git = startGit(call);
    git.child.stdout.on('data', (bytes: Buffer) => this.#take(bytes));
    git.ended.then(
      ({ exitCode, stderr }) => this.#fail(new GitFailure(call.args, exitCode, stderr)),
      (error: unknown) => this.#fail(error),
    );
    return git;
  }

  #fail(error: unknown): void {
    this.#git = undefined;
    const queued = this.#queue.slice(this.#first);
    const waiting = this.#current === undefined ? queued : [this.#current, ...queued];
    this.#current = undefined;
    this.#queue = [];
    this.#first = 0;
    for (const { reject } of waiting) reject(error);
  }

  #take(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      rest = this.#current === undefined ? this.#takeHeader(rest) : this.#takeContent(this.#current, rest);
    }
  }

  #takeHeader(bytes: Buffer): Buffer {
    const end = bytes.indexOf(lineFeed);
    if (end < 0) {
      this.#head = Buffer.concat([this.#head, bytes]);
      return bytes.subarray(bytes.length);
    }
    const line = Buffer.concat([this.#head, bytes.subarray(0, end)]).toString('utf8');
    this.#head = Buffer.alloc(0);
    const request = this.#next();
    if (request === undefined) throw new Error(`git cat-file answered more than was asked: ${line}`);
    const found = /^([0-9a-f]{40,64}) ([a-z]+) ([0-9]+)$/.exec(line);
    if (found === null) {
      request.resolve(line.endsWith(' ambiguous') ? 'ambiguous' : 'missing');
    } else {
      const header = { id: found[1] ?? '', type: found[2] ?? '', size: Number(found[3]) };
      // One more byte: the content is followed by a line feed.
      const current = { ...request, header, left: header.size + 1 };
      attempt(current, () => request.sink.start?.(header));
      if (this.#answers === 'objects') this.#current = current;
      else answer(current);
    }
    return bytes.subarray(end + 1);
  }

  #next(): Pending | undefined {
    const next = this.#queue[this.#first];
    if (next === undefined) return undefined;
    this.#first += 1;
    if (this.#first >= forgottenAtOnce || this.#first === this.#queue.length) {
      this.#queue = this.#queue.slice(this.#first);
      this.#first = 0;
    }
    return next;
  }

  #takeContent(current: Current, bytes: Buffer): Buffer {
    const content = bytes.subarray(0, Math.max(0, Math.min(bytes.length, current.left - 1)));
    if (content.length > 0) attempt(current, () => current.sink.chunk(content));
    const taken = Math.min(bytes.length, current.left);
    current.left -= taken;
    if (current.left === 0) {
      this.#current = undefined;
      answer(current);
    }
    return bytes.subarray(taken);
  }
}

function answer(current: Current): void {
  if (current.error === undefined) current.resolve(current.header);
  else current.reject(current.error);
}

/** A sink that throws fails its own object; the stream goes on for the others. */
function attempt(current: Current, step: () => void): void {
  if (current.error !== undefined) return;
  try {
    step();
  } catch (error) {
    current.error = error;
  }
}
