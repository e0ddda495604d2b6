import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Project } from '../kit/project.js';

const program = resolve('dist/main/countersign.js');

interface Message {
  readonly jsonrpc: string;
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: { readonly error?: { readonly code: string } };
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The server as a process whose every byte on standard output is read. */
class RawServer {
  readonly #child;
  readonly #answers = new Map<Message['id'], (message: Message) => void>();
  #stderr = '';
  #next = 0;
  /** Lines of standard output that are no JSON-RPC. */
  readonly strays: string[] = [];
  readonly messages: Message[] = [];
  readonly closed: Promise<{ code: number | null; signal: string | null }>;

  constructor(project: Project, env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [program, 'mcp'], {
      cwd: project.directory,
      env: { PATH: process.env['PATH'], HOME: project.home, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.closed = new Promise((settle) => {
      this.#child.once('close', (code, signal) => settle({ code, signal }));
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(line));
  }

  get stderr(): string {
    return this.#stderr;
  }

  write(text: string | Uint8Array): void {
    this.#child.stdin.write(text);
  }

  request(method: string, params: object = {}): Promise<Message> {
    const id = (this.#next += 1);
    const answer = this.answerTo(id);
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  }

  answerTo(id: Message['id']): Promise<Message> {
    return new Promise((settle) => this.#answers.set(id, settle));
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'raw', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  }

  async code(name: string, given: object = {}): Promise<string | undefined> {
    const { result } = await this.request('tools/call', { name, arguments: given });
    return result?.structuredContent?.error?.code;
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  #take(line: string): void {
    const message = parsed(line);
    if (message === undefined) {
      this.strays.push(line);
      return;
    }
    this.messages.push(message);
    this.#answers.get(message.id)?.(message);
  }
}

function parsed(line: string): Message | undefined {
  try {
    const message = JSON.parse(line) as Message;
    return message.jsonrpc === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

function committed(): Project {
  return new Project().commit('chore: base', { 'a.ts': 'export const one = 1;\n' });
}

describe('standard output', () => {
  it('carries the protocol alone when libraries of the process log to it', async () => {
    const project = committed();
    const noise = join(project.home, 'noise.mjs');
    // It starts to talk when the server begins to read: from every turn of the loop, by every way to standard output.
    writeFileSync(
      noise,
      `const pipe = process.stdin.pipe;
       process.stdin.pipe = function (...args) {
         const talk = () => { console.log('log'); console.info('info'); process.stdout.write('raw\\n'); };
         talk();
         setInterval(talk, 1).unref();
         return pipe.apply(this, args);
       };`,
    );
    const server = new RawServer(project, { NODE_OPTIONS: `--import=${noise}` });
    await server.initialize();
    await server.request('tools/list');
    expect(await server.code('list_reviews')).toBeUndefined();
    server.endInput();
    await server.closed;
    expect(server.strays).toEqual([]);
    expect(server.stderr).toContain('raw');
  });

  it.each([
    [
      'the store is no database',
      (home: string) => writeFileSync(join(home, 'countersign.db'), 'x'.repeat(8192)),
      /^store_/u,
    ],
    ['the store is a directory', (home: string) => mkdirSync(join(home, 'countersign.db')), /^store_/u],
  ])('carries the protocol alone when %s', async (_, spoil, code) => {
    const project = committed();
    const home = join(project.home, 'store');
    mkdirSync(home);
    spoil(home);
    const server = new RawServer(project, { COUNTERSIGN_HOME: home });
    await server.initialize();
    expect(await server.code('list_reviews')).toMatch(code);
    expect(await server.code('list_reviews')).toMatch(code);
    expect(await server.code('emit_event')).toBe('token_needed');
    server.endInput();
    expect(await server.closed).toEqual({ code: 0, signal: null });
    expect(server.strays).toEqual([]);
  });
});

describe('bad input', () => {
  it('is survived: garbage, half messages, unknown methods, wrong shapes, deep nesting', async () => {
    const server = new RawServer(committed());
    server.write('garbage\n\n{"jsonrpc":"2.0"}\n[1,2]\n"x"\nnull\n{"jsonrpc":"1.0","id":1,"method":"x"}\n');
    server.write(new Uint8Array([0xff, 0xfe, 0x00, 0x0a, 0xc3, 0x28, 0x0a]));
    await server.initialize();
    expect((await server.request('no/such/method')).error?.code).toBe(-32601);
    expect((await server.request('tools/call', { name: 7 })).error).toBeDefined();
    expect((await server.request('tools/call', { name: '__proto__' })).error).toBeDefined();
    expect((await server.request('resources/read', { uri: 'review://%00' })).error).toBeDefined();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = server.answerTo(900);
    server.write(
      `{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"list_reviews","arguments":{"limit":${deep}}}}\n`,
    );
    server.write('{"jsonrpc":"2.0","id":901,"meth');
    server.write('od":"ping"}\n');
    await Promise.race([answer, server.answerTo(901)]);
    expect((await server.request('ping')).result).toEqual({});
    expect(await server.code('list_reviews', { limit: 'all' })).toBe('invalid_arguments');
    expect(server.strays).toEqual([]);
  });

  it('of a size that nobody means is answered and forgotten', async () => {
    const server = new RawServer(committed());
    await server.initialize();
    const refused = server.answerTo(77);
    server.write(`{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"x":"`);
    const chunk = new Uint8Array(1024 * 1024).fill(0x61);
    for (let megabyte = 0; megabyte < 40; megabyte += 1) server.write(chunk);
    server.write('"}}\n');
    expect((await refused).error?.code).toBe(-32600);
    const large = { note: 'n'.repeat(2 * 1024 * 1024), kind: 'bug', review_id: '01K3' };
    expect(await server.code('report_outcome', large)).toBe('token_needed');
    expect(server.strays).toEqual([]);
  });
});

describe('the end', () => {
  it('comes after the answers to all that the client asked before it left', async () => {
    const project = committed();
    const server = new RawServer(project);
    await server.initialize();
    const asked = [
      server.request('tools/call', { name: 'check_review_required', arguments: { action: 'security_change' } }),
      server.request('tools/call', { name: 'list_reviews', arguments: {} }),
    ];
    server.endInput();
    expect(await server.closed).toEqual({ code: 0, signal: null });
    // Both were handed over before the process ended: nothing is waited for here.
    expect(server.messages.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect((await Promise.all(asked)).map(({ result }) => result?.isError ?? false)).toEqual([false, false]);
  });

  it.each([
    ['the client closes its end', (server: RawServer) => server.endInput()],
    ['it is told to stop', (server: RawServer) => server.kill('SIGTERM')],
  ])('comes in order when %s, also while a call waits', async (_, end) => {
    const project = committed();
    await project.run(['review', '--quiet', 'HEAD']);
    const server = new RawServer(project);
    await server.initialize();
    const { result } = await server.request('tools/call', { name: 'list_reviews', arguments: {} });
    const text = JSON.stringify(result);
    const [, id = ''] = /"review_id":"([0-9A-Z]+)"/u.exec(text) ?? [];
    void server.request('tools/call', { name: 'get_review', arguments: { review_id: id, wait_seconds: 45 } });
    await server.request('resources/subscribe', { uri: `review://${id}` });
    end(server);
    const { signal } = await server.closed;
    expect(signal).toBeNull();
    expect((await project.run(['verify'])).code).toBe(0);
  });
});
