import { createServer, type RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DriverAnswer } from '../../src/adapters/drivers/driver.js';
import { act } from '../../src/adapters/drivers/fake/behaviour.js';
import { findModel } from '../../src/adapters/drivers/model/find-model.js';
import { answerSchema } from '../../src/application/prompt/answer-form.js';
import type { ConfiguredAgent } from '../../src/application/ports/user-configuration.js';
import { startModelStub } from '../kit/model-stub/server.js';
import type { Script } from '../kit/model-stub/script.js';
import { criteria } from '../kit/review-change.js';

const prompt = 'Review it.\n\nThe nonce of this request is abcdef0123456789.\n';
const schema = answerSchema({ criteria: criteria('no_secrets'), rejectGrounds: [] });
const answer = act('well', prompt).stdout;
type Via = 'anthropic' | 'openai' | 'ollama';

interface Surroundings {
  readonly wallMs?: number;
  readonly idleMs?: number;
  readonly signal?: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
}

async function ask(
  via: Via,
  own: Partial<ConfiguredAgent>,
  {
    wallMs = 20_000,
    idleMs = 20_000,
    signal = new AbortController().signal,
    env = { MY_KEY: 'key-of-mine' },
  }: Surroundings = {},
): Promise<DriverAnswer> {
  const entry = { role: 'reviewer', driver: 'model', via, model: 'stub-model', limits: {} } as const;
  const agent = { name: 'judge', entry, seat: { role: 'reviewer', driver: 'model', agent: 'judge' } } as const;
  const found = findModel(agent, { env: [], keyVariable: 'MY_KEY', ...own }, env);
  if ('failure' in found) throw new Error(found.failure.detail);
  const limits = { wallMs, idleMs };
  const checkout = () => Promise.reject(new Error('a model sees no files'));
  return found.driver.ask({ prompt, schema, checkout, limits, signal, progress: () => undefined });
}

async function stubbed(via: Via, script: Script, over?: Parameters<typeof ask>[2]): Promise<DriverAnswer> {
  const stub = await startModelStub(script);
  onTestFinished(() => stub.close());
  return ask(via, { endpoint: via === 'anthropic' ? stub.url : `${stub.url}/v1/` }, over);
}

/** A server that answers everything in one way. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** The engine's own collection, which is not offered unless it is asked for. */
function collected(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

describe('a model', () => {
  it.each<[Via, Script]>([
    [
      'anthropic',
      { calls: [{ tool: 'answer', args: JSON.parse(answer) as Record<string, unknown> }], end: { say: '' } },
    ],
    ['openai', { calls: [], end: { say: answer } }],
    ['ollama', { calls: [], end: { say: answer } }],
  ])('of %s answers, and tells what it cost', async (via, script) => {
    const given = await stubbed(via, script);
    expect(given).toMatchObject({ kind: 'answered', usage: { inputTokens: 10, outputTokens: 5 } });
    if (given.kind === 'answered') expect(JSON.parse(given.text)).toEqual(JSON.parse(answer));
  });

  it.each<[number, string]>([
    [429, 'quota'],
    [529, 'quota'],
    [401, 'not_logged_in'],
    [500, 'crashed'],
  ])('that answers %i has failed: %s', async (status, kind) => {
    for (const via of ['anthropic', 'openai'] as const) {
      const given = await stubbed(via, { calls: [], end: { fail: status, message: 'no' } });
      expect(given).toMatchObject({ kind: 'failed', failure: { kind } });
    }
  });

  it('that never answers is left when its time is up, or the review is cancelled', async () => {
    const silent: Script = { calls: [], end: { silent: true } };
    expect(await stubbed('openai', silent, { wallMs: 200 })).toMatchObject({ failure: { kind: 'timed_out' } });
    const signal = AbortSignal.abort();
    expect(await stubbed('openai', silent, { signal })).toMatchObject({ failure: { kind: 'cancelled' } });
  });

  it('that falls silent is left, although its server keeps the connection open', async () => {
    const pinging = await serving((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pings = setInterval(() => response.write(': wait\n\nevent: ping\ndata: {"type": "ping"}\n\n'), 20);
      response.once('close', () => clearInterval(pings));
    });
    for (const via of ['anthropic', 'openai'] as const)
      expect(await ask(via, { endpoint: pinging }, { idleMs: 300 })).toMatchObject({ failure: { kind: 'idle' } });
  });

  it.each([
    ['idle', { idleMs: 500 }],
    ['timed_out', { wallMs: 500 }],
  ])('is left (%s) though memory is collected while it is waited for', async (kind, limits) => {
    let closed = false;
    const pinging = await serving((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pings = setInterval(() => response.write(': wait\n\n'), 20);
      response.once('close', () => {
        closed = true;
        clearInterval(pings);
      });
    });
    const collecting = setInterval(collected(), 30);
    onTestFinished(() => clearInterval(collecting));
    expect(await ask('openai', { endpoint: pinging }, limits)).toMatchObject({ failure: { kind } });
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  it.each<[Via, object, string]>([
    ['anthropic', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'quota'],
    ['openai', { error: { message: 'You exceeded your current quota' } }, 'quota'],
    ['openai', { error: { message: 'Internal error' } }, 'crashed'],
    ['openai', { choices: [{ delta: { content: answer }, finish_reason: null }] }, 'unreadable'],
    ['anthropic', { type: 'content_block_delta', delta: { type: 'text_delta', text: answer } }, 'unreadable'],
    ['openai', { choices: [{ delta: { content: answer }, finish_reason: 'length' }] }, 'unreadable'],
  ])('of %s whose stream ends in %j has failed: %s', async (via, event, kind) => {
    const endpoint = await serving((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(event)}\n\n`);
    });
    expect(await ask(via, { endpoint })).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  it('whose server is not there is not there', async () => {
    const stub = await startModelStub({ calls: [], end: { silent: true } });
    await stub.close();
    expect(await ask('ollama', { endpoint: stub.url })).toMatchObject({
      kind: 'failed',
      failure: { kind: 'not_installed' },
    });
  });

  it.each<[string, RequestListener, string]>([
    [
      'is cut',
      (_request, response) =>
        response.end(JSON.stringify({ choices: [{ message: { content: '{' }, finish_reason: 'length' }] })),
      'unreadable',
    ],
    ['is no answer', (_request, response) => response.end('<html>'), 'unreadable'],
    ['ends in the middle', (_request, response) => response.write('{', () => response.destroy()), 'crashed'],
    [
      'is endless',
      (_request, response) => {
        const go = (): void => {
          while (response.write('a'.repeat(1_000_000)));
        };
        response.on('drain', go);
        go();
      },
      'unreadable',
    ],
  ])('whose answer %s gives none', async (_name, listener, kind) => {
    const endpoint = await serving(listener);
    expect(await ask('openai', { endpoint })).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  it('that takes no form is asked without one', async () => {
    const bodies: string[] = [];
    const endpoint = await serving((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        bodies.push(body);
        if (body.includes('response_format')) response.writeHead(400).end('response_format is not supported');
        else response.end(JSON.stringify({ choices: [{ message: { content: answer }, finish_reason: 'stop' }] }));
      });
    });
    expect(await ask('openai', { endpoint })).toMatchObject({ kind: 'answered', text: answer });
    expect(bodies).toHaveLength(2);
  });

  it('that takes no stream is asked without one', async () => {
    const endpoint = await serving((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        if (body.includes('stream_options')) response.writeHead(400).end('Unknown parameter: stream_options');
        else response.end(JSON.stringify({ choices: [{ message: { content: answer }, finish_reason: 'stop' }] }));
      });
    });
    expect(await ask('openai', { endpoint })).toMatchObject({ kind: 'answered', text: answer });
  });

  it('does not take its key to another address', async () => {
    const heard: (string | undefined)[] = [];
    const other = await serving((request, response) => {
      heard.push(request.headers.authorization);
      response.end();
    });
    const endpoint = await serving((_request, response) => response.writeHead(307, { location: other }).end());
    expect(await ask('openai', { endpoint })).toMatchObject({ kind: 'failed', failure: { kind: 'crashed' } });
    expect(heard).toEqual([]);
  });

  it('names its key among what is not kept', async () => {
    expect((await stubbed('openai', { calls: [], end: { say: answer } })).secrets).toEqual(['key-of-mine']);
  });

  it('without a key is not asked', async () => {
    await expect(ask('openai', {}, { env: {} })).rejects.toThrow('MY_KEY is not set');
  });
});
