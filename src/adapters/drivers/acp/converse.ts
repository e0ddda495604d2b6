import {
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type ClientContext,
  type NewSessionResponse,
  type PromptRequest,
  type StopReason,
} from '@agentclientprotocol/sdk';
import type { SeatFailure } from '../../../domain/model/seat.js';
import { failureFrom } from '../process/classify.js';
import type { MessageStream } from './message-stream.js';
import { answerTo, whyRefused } from './permission.js';
import { readBelow } from './read-file.js';
import type { Said } from './said.js';

export interface Conversation {
  /** What is asked, for what is told of it. */
  readonly name: string;
  readonly stream: MessageStream;
  readonly said: Said;
  /** Real path of the checkout. */
  readonly directory: string;
  readonly prompt: string;
  readonly model: string | undefined;
  /** Mode of the agent's own without which it is not asked. */
  readonly mode: string | undefined;
  /** Told, once there is a turn, how to cancel it. */
  readonly started: (cancel: () => void) => void;
}

/** How the one turn of a conversation ended; `silent`: the agent was gone before. */
export type Turn =
  | { readonly kind: 'ended'; readonly why: StopReason }
  | { readonly kind: 'failed'; readonly failure: SeatFailure }
  | { readonly kind: 'silent' };

/** Error of the protocol for an agent that wants a login first. */
const authRequired = -32_000;

/** Asks once: a session in the checkout, one prompt. It never throws for what the agent does. */
export async function converse(on: Conversation): Promise<Turn> {
  const opened = new Opened(on.said);
  const connection = answering(on, opened).connect(on.stream);
  try {
    return await ask(connection.agent, on, opened);
  } catch (error) {
    if (connection.signal.aborted) return { kind: 'silent' };
    if (error instanceof RequestError) return { kind: 'failed', failure: failureOf(on.name, error) };
    return failed('unreadable', `${on.name} does not keep to its protocol: ${String(error)}`);
  } finally {
    connection.close();
  }
}

async function ask(agent: ClientContext, on: Conversation, opened: Opened): Promise<Turn> {
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'countersign', version: '1' },
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: false }, terminal: false },
  });
  if (initialized.protocolVersion !== PROTOCOL_VERSION) {
    const spoken = `it speaks version ${initialized.protocolVersion} of the Agent Client Protocol`;
    return failed('not_installed', `${on.name} is not asked: ${spoken}, and version ${PROTOCOL_VERSION} is needed`);
  }
  const session = await agent.request(methods.agent.session.new, { cwd: on.directory, mcpServers: [] });
  opened.id = session.sessionId;
  const unfit = (await toMode(agent, session, on)) ?? (await toModel(agent, session, on));
  if (unfit !== undefined) return failed('not_installed', `${on.name} ${unfit}`);
  const { sessionId } = session;
  on.started(() => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined));
  const prompt: PromptRequest = { sessionId, prompt: [{ type: 'text', text: on.prompt }] };
  const { stopReason } = await agent.request(methods.agent.session.prompt, prompt);
  return { kind: 'ended', why: stopReason };
}

/** The client that an agent of a reviewer gets: it reads below the checkout and does nothing else. */
function answering({ said, directory }: Conversation, opened: Opened) {
  return client({ name: 'countersign' })
    .onNotification(methods.client.session.update, ({ params }) => {
      if (opened.is(params.sessionId, 'an update')) said.take(params.update);
    })
    .onRequest(methods.client.session.requestPermission, ({ params: { sessionId, toolCall, options } }) => {
      if (!opened.is(sessionId, 'a request for permission')) return answerTo(options, false);
      const refused = whyRefused(said.ofTool(toolCall), directory);
      const asked = toolCall.title ?? toolCall.toolCallId;
      said.note(`permission for ${asked}: ${refused === undefined ? 'given' : `refused, ${refused}`}`);
      return answerTo(options, refused === undefined);
    })
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
      if (!opened.is(params.sessionId, 'a request for a file')) throw RequestError.invalidParams(params, foreign);
      const read = await readBelow(directory, params);
      said.note(`read ${params.path}: ${'refused' in read ? `refused, ${read.refused}` : 'done'}`);
      if ('refused' in read) throw RequestError.invalidParams({ path: params.path }, read.refused);
      return read;
    })
    .onRequest('*', ({ method }) => {
      said.note(`${method}: refused`);
      throw RequestError.methodNotFound(method);
    });
}

const foreign = 'it is of another session than the one that was opened';

/** The session that the prompt was given in. What an agent says or asks in another one counts for nothing. */
class Opened {
  /** Undefined until the agent has opened it. */
  id: string | undefined;
  readonly #noted = new Set<string>();
  readonly #said: Said;

  constructor(said: Said) {
    this.#said = said;
  }

  /** @param what noted once, where it is of another session */
  is(sessionId: string, what: string): boolean {
    if (sessionId === this.id) return true;
    if (!this.#noted.has(what)) this.#said.note(`${what} does not count: ${foreign}`);
    this.#noted.add(what);
    return false;
  }
}

/** Why the agent can't be kept to reading; undefined when it is. */
async function toMode(
  agent: ClientContext,
  { sessionId, modes }: NewSessionResponse,
  { mode }: Conversation,
): Promise<string | undefined> {
  if (mode === undefined || modes?.currentModeId === mode) return undefined;
  if (modes?.availableModes.some(({ id }) => id === mode) !== true)
    return `has no mode ${mode}, without which it is not asked: update it`;
  await agent.request(methods.agent.session.setMode, { sessionId, modeId: mode });
  return undefined;
}

/** Why it can't be asked with the model that the seat names; undefined when it is. */
async function toModel(
  agent: ClientContext,
  { sessionId, configOptions }: NewSessionResponse,
  { model }: Conversation,
): Promise<string | undefined> {
  if (model === undefined) return undefined;
  const option = configOptions?.find(({ category, id }) => category === 'model' || id === 'model');
  if (option?.type !== 'select') return `offers no choice of its model, and ${model} is wanted`;
  if (option.currentValue === model) return undefined;
  await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: model });
  return undefined;
}

function failureOf(name: string, { code, message, data }: RequestError): SeatFailure {
  const told = data === undefined ? message : `${message} ${JSON.stringify(data)}`;
  if (code === authRequired) return { kind: 'not_logged_in', detail: `${name} wants a login: ${told.slice(0, 300)}` };
  return failureFrom(told, `${name} answered with error ${code}`);
}

function failed(kind: SeatFailure['kind'], detail: string): Turn {
  return { kind: 'failed', failure: { kind, detail } };
}
