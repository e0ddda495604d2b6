import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Answers } from './answers.js';
import { anthropic } from './anthropic.js';
import type { Dialect, ServerSentEvent } from './dialect.js';
import { gemini } from './gemini.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import { nextStep, type Conversation, type Reply, type Script, type ToolResult } from './script.js';

const dialects: readonly Dialect[] = [anthropic, gemini, openaiChat, openaiResponses];

/** A request that was answered by the script. */
export interface Heard {
  readonly dialect: Dialect['name'];
  readonly conversation: Conversation;
  readonly reply: Reply;
}

/** A model's API on loopback that follows a script. */
export interface ModelStub {
  /** `http://127.0.0.1:PORT` without a path. */
  readonly url: string;
  readonly heard: readonly Heard[];
  /** What the client has handed back so far of the tools that the script called. */
  readonly results: readonly ToolResult[];
  /** Settles with the result of a tool as soon as the client hands it back for the given time, else rejects at the close. */
  readonly answered: (tool: string, times?: number) => Promise<ToolResult>;
  /** Where the script could not be followed, or a client sent what no dialect reads. A test asserts that it is empty. */
  readonly faults: readonly string[];
  /** Settles when a request has been taken that the script never answers. */
  readonly silenced: Promise<void>;
  close(): Promise<void>;
}

/** Starts the stub on a free port of 127.0.0.1. Each conversation that a client begins starts the script anew. */
export async function startModelStub(script: Script): Promise<ModelStub> {
  const heard: Heard[] = [];
  const faults: string[] = [];
  const answers = new Answers(script);
  let silence = (): void => undefined;
  const silenced = new Promise<void>((settle) => (silence = settle));
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://stub').pathname;
    const text = await bodyOf(request);
    const dialect = dialects.find((each) => request.method === 'POST' && each.accepts(path));
    if (dialect === undefined) {
      sendOther(response, request.method ?? '', path);
      return;
    }
    const conversation = dialect.read(JSON.parse(text), path);
    answers.take(conversation);
    const { reply, fault } = await nextStep(script, conversation);
    if (fault !== undefined) faults.push(fault);
    heard.push({ dialect: dialect.name, conversation, reply });
    const number = heard.length;
    switch (reply.kind) {
      case 'fail': {
        sendJson(response, reply.status, dialect.fault(reply.status, reply.message));
        return;
      }
      case 'silent':
        silence();
        return;
      case 'cut': {
        sendHalf(response, dialect.events({ kind: 'text', text: reply.text }, number));
        return;
      }
      default:
        if (conversation.stream) sendEvents(response, dialect.events(reply, number));
        else sendJson(response, 200, dialect.whole(reply, number));
    }
  }

  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', settle);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stub has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    heard,
    get results() {
      return answers.results;
    },
    answered: (tool, times) => answers.of(tool, times),
    faults,
    silenced,
    close: () =>
      new Promise((settle) => {
        answers.end();
        server.close(() => {
          settle();
        });
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: readonly ServerSentEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.map(written).join(''));
}

/** The first half of a stream, then a connection that breaks. */
function sendHalf(response: ServerResponse, events: readonly ServerSentEvent[]): void {
  const half = events
    .slice(0, Math.ceil(events.length / 2))
    .map(written)
    .join('');
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(half, () => response.destroy());
}

function written({ event, data }: ServerSentEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
}

/** What clients ask beside the conversation: the list of models, the size of a prompt. */
function sendOther(response: ServerResponse, method: string, path: string): void {
  if (method === 'GET' && path.endsWith('/models')) {
    sendJson(response, 200, { object: 'list', data: [{ id: 'stub-model', object: 'model' }] });
    return;
  }
  if (path.endsWith('/count_tokens')) {
    sendJson(response, 200, { input_tokens: 10 });
    return;
  }
  if (path.endsWith(':countTokens')) {
    sendJson(response, 200, { totalTokens: 10 });
    return;
  }
  sendJson(response, 404, { error: { message: `the stub has no ${method} ${path}` } });
}
