import { writeSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type AgentContext,
  type StopReason,
  type ToolKind,
} from '@agentclientprotocol/sdk';
import { leaveFile } from './leave-file.js';
import { act, isAcpBehaviour, type AcpBehaviour, type Act, type Behaviour } from './behaviour.js';

/** Plays an agent that speaks the Agent Client Protocol on stdin and stdout, until its client is gone. */
export async function playAcp(behaviour: Behaviour | AcpBehaviour): Promise<void> {
  const stdin: ReadableStream<Uint8Array> = Readable.toWeb(process.stdin);
  const sessions = new Map<string, string>();
  if (behaviour === 'deaf') process.on('SIGTERM', () => undefined);
  const playing = agent({ name: 'fake-agent' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: behaviour === 'other-protocol' ? PROTOCOL_VERSION + 98 : PROTOCOL_VERSION,
      agentInfo: { name: 'fake-agent', version: '1' },
      authMethods: behaviour === 'login' ? [{ id: 'login', name: 'Log in' }] : [],
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      if (behaviour === 'login') throw RequestError.authRequired();
      const sessionId = `session-${sessions.size + 1}`;
      sessions.set(sessionId, params.cwd);
      return { sessionId };
    })
    .onNotification(methods.agent.session.cancel, () => {
      if (behaviour !== 'deaf') process.exit(0);
    })
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
      const asked = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
      const turn = { client, sessionId, directory: sessions.get(sessionId) ?? '' };
      return { stopReason: await play(behaviour, asked, turn) };
    });
  await playing.connect(ndJsonStream(Writable.toWeb(process.stdout), stdin)).closed;
  if (behaviour !== 'deaf') process.exit();
}

interface Turn {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly directory: string;
}

async function play(behaviour: Behaviour | AcpBehaviour, prompt: string, turn: Turn): Promise<StopReason> {
  if (!isAcpBehaviour(behaviour)) return perform(act(behaviour, prompt), turn);
  const well = act('well', prompt);
  if (isScene(behaviour)) {
    await scenes[behaviour](turn, { well: well.stdout, objects: act('objects', prompt).stdout });
    return 'end_turn';
  }
  switch (behaviour) {
    case 'asks-for-more':
      for (const kind of ['edit', 'execute', 'fetch', 'other'] as const) await asks(kind, turn);
      await tells(turn, 'fs/write_text_file', { path: `${turn.directory}/written-by-a-reviewer.txt`, content: 'mine' });
      await tells(turn, 'terminal/create', { command: 'touch', args: ['written-by-a-reviewer.txt'] });
      break;
    case 'reads-outside':
      for (const path of [`${turn.directory}/../../../etc/passwd`, '/etc/passwd'])
        await tells(turn, 'fs/read_text_file', { path });
      break;
    case 'garbled':
      writeSync(1, '{"jsonrpc":"2.0","method":"session/update","params":{\n');
      break;
    case 'dies':
      await says(well.stdout.slice(0, 40), turn);
      process.exit(1);
      break;
    case 'deaf':
      return new Promise(() => setInterval(() => undefined, 60_000));
    default:
  }
  await says(well.stdout, turn);
  return stopReasons[behaviour] ?? 'end_turn';
}

type Scene = (turn: Turn, answers: { readonly well: string; readonly objects: string }) => Promise<void>;

/** What is said before and after a tool, and in which session. */
const scenes = {
  'looks-first': async (turn, { well }) => {
    await says('I will look at the file, and have not read the change yet.', turn);
    await calls(turn);
    await says(well, turn);
  },
  'turns-round': async (turn, { well, objects }) => {
    await says(objects, turn);
    await calls(turn);
    await says(well, turn);
  },
  'says-twice': async (turn, { well }) => {
    await says(well, turn);
    await calls(turn);
    await says(well, turn);
  },
  'looks-after': async (turn, { objects }) => {
    await says(objects, turn);
    await calls(turn);
  },
  elsewhere: (turn, { well }) => says(well, elsewhere(turn)),
  'objects-here': async (turn, { well, objects }) => {
    await says(objects, turn);
    await calls(elsewhere(turn));
    await says(well, elsewhere(turn));
  },
  'asks-elsewhere': async (turn, { well }) => {
    await asks('search', elsewhere(turn));
    await tells(elsewhere(turn), 'fs/read_text_file', { path: `${turn.directory}/src/a.ts` });
    await says(well, turn);
  },
} as const satisfies Partial<Record<AcpBehaviour, Scene>>;

function isScene(behaviour: AcpBehaviour): behaviour is keyof typeof scenes {
  return Object.hasOwn(scenes, behaviour);
}

const stopReasons: Partial<Record<AcpBehaviour, StopReason>> = {
  refuses: 'refusal',
  'out-of-tokens': 'max_tokens',
  'cancels-itself': 'cancelled',
};

/** The part of an agent on the command line, in the words of the protocol. */
async function perform({ stdout, stderr, exitCode, then, writes }: Act, turn: Turn): Promise<StopReason> {
  process.stderr.write(stderr);
  if (writes !== undefined) leaveFile(`${turn.directory}/${writes}`);
  if (exitCode >= 70) process.exit(exitCode);
  if (exitCode > 0) throw RequestError.internalError(undefined, stderr.trim());
  await says(stdout, turn);
  while (then !== 'end') {
    await new Promise((settle) => setTimeout(settle, then === 'words' ? 50 : then === 'flood' ? 0 : 60_000));
    if (then !== 'silence') await says(then === 'words' ? '.' : 'a'.repeat(65_536), turn);
  }
  return 'end_turn';
}

/** In pieces, as models speak. */
async function says(text: string, { client, sessionId }: Turn): Promise<void> {
  const size = text.length < 65_536 ? 50 : 65_536;
  for (let at = 0; at < text.length; at += size)
    await client.notify(methods.client.session.update, {
      sessionId,
      update: {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: text.slice(at, at + size) },
      },
    });
}

function elsewhere(turn: Turn): Turn {
  return { ...turn, sessionId: `${turn.sessionId}-other` };
}

/** A tool of its own, which needs no permission. */
async function calls({ client, sessionId }: Turn): Promise<void> {
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'tool_call', toolCallId: 'look', title: 'Read src/a.ts', kind: 'read' },
  });
}

async function asks(kind: ToolKind, { client, sessionId }: Turn): Promise<void> {
  await client.request(methods.client.session.requestPermission, {
    sessionId,
    toolCall: { toolCallId: kind, kind, title: `to ${kind}`, locations: [] },
    options: [
      { optionId: 'always', name: 'Always', kind: 'allow_always' },
      { optionId: 'once', name: 'Once', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  });
}

/** Asks its client for something, and says what came of it. */
async function tells(turn: Turn, method: string, params: object): Promise<void> {
  try {
    const given = await turn.client.request(method, { sessionId: turn.sessionId, ...params });
    await says(`${method} gave ${JSON.stringify(given)}\n`, turn);
  } catch (error) {
    await says(`${method} was refused: ${String(error)}\n`, turn);
  }
}
