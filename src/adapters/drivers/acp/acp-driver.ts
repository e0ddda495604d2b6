import { mkdirSync, writeFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StopReason } from '@agentclientprotocol/sdk';
import type { SeatFailure } from '../../../domain/model/seat.js';
import { home as homeOf } from '../../user-config/config-file.js';
import type { Started } from '../cli/started.js';
import { linkLogin } from '../cli/login.js';
import { limitsFor, type Surroundings } from '../command.js';
import type { Driver, DriverAnswer, DriverCall } from '../driver.js';
import { makeSeatHome, type SeatHome } from '../isolation/environment.js';
import { processFailure } from '../process/classify.js';
import { startIsolated, type ProcessEnd, type ProcessLimits } from '../process/isolated-process.js';
import { converse, type Turn } from './converse.js';
import { MessageStream } from './message-stream.js';
import type { AcpLaunch, AcpLogin } from './program.js';
import { Said } from './said.js';

export interface AcpSpec {
  readonly started: Started;
  /** Arguments, files and variables of a run, and how it is kept to reading. */
  readonly launch: (seat: Pick<SeatHome, 'home' | 'env'>) => AcpLaunch;
  readonly login: AcpLogin | undefined;
  /** Chosen in the session; undefined: by its arguments, or not at all. */
  readonly model: string | undefined;
  /** Variables it may have. */
  readonly allow: readonly string[];
  /** Directory that holds its login; undefined: where it keeps it itself. */
  readonly credentials: string | undefined;
}

/** An agent that speaks the Agent Client Protocol, asked once for each prompt. */
export function acpDriver(name: string, spec: AcpSpec, around: Surroundings): Driver {
  return { name, readsCheckout: true, ask: (call) => ask(name, spec, around, call) };
}

async function ask(name: string, spec: AcpSpec, around: Surroundings, call: DriverCall): Promise<DriverAnswer> {
  const { directory } = await call.checkout();
  const seat = makeSeatHome({ from: around.env, untrusted: around.untrusted, allow: spec.allow, set: {} });
  try {
    const launch = spec.launch(seat);
    prepare(spec, { launch, home: seat.home }, around);
    return await speak(name, spec, { launch, seat, call, directory: realpathSync(directory) });
  } finally {
    seat.remove();
  }
}

function prepare(
  { login, credentials }: AcpSpec,
  { launch, home }: { readonly launch: AcpLaunch; readonly home: string },
  { env }: Surroundings,
): void {
  if (login !== undefined) linkLogin({ login }, { from: credentials, userHome: homeOf(env), home });
  for (const [path, text] of Object.entries(launch.files ?? {})) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode: 0o600 });
  }
}

interface Run {
  readonly launch: AcpLaunch;
  readonly seat: SeatHome;
  readonly call: DriverCall;
  readonly directory: string;
}

async function speak(name: string, spec: AcpSpec, { launch, seat, call, directory }: Run): Promise<DriverAnswer> {
  const { started, model } = spec;
  const limits = { ...limitsFor(call), keepsStdout: false };
  const said = new Said();
  let cancel = (): void => undefined;
  let malformed: string | undefined;
  const running = startIsolated(
    {
      program: started.program,
      args: [...started.args, ...launch.args],
      directory,
      env: { ...seat.env, ...launch.set, HOME: seat.home },
      limits,
      heard: (bytes) => stream.push(bytes),
      farewell: () => cancel(),
    },
    call.signal,
  );
  const stream = new MessageStream(running.stdin, (line) => {
    malformed = line;
    running.finish();
  });
  const ended = running.ended.finally(() => stream.close());
  const turn = await converse({
    ...{ name, stream, said, directory, model, prompt: call.prompt, mode: launch.mode },
    started: (how) => {
      cancel = how;
    },
  });
  running.finish();
  const end = await ended;
  const record = {
    transcript: transcriptOf(call.prompt, { said, stream, end, turn }),
    secrets: seat.secrets,
    ...(said.costUsd !== undefined && { usage: { costUsd: said.costUsd } }),
  };
  const failure = failureOf(name, { turn, end, malformed, limits });
  if (failure !== undefined) return { kind: 'failed', failure, ...record };
  return { kind: 'answered', text: said.answer(call.nonce), ...record };
}

/** Why there is no answer: what stopped it before what it says of itself, and that before how it ended. */
function failureOf(
  name: string,
  on: {
    readonly turn: Turn;
    readonly end: ProcessEnd;
    readonly malformed: string | undefined;
    readonly limits: ProcessLimits;
  },
): SeatFailure | undefined {
  const { turn, end, malformed, limits } = on;
  if (malformed !== undefined)
    return { kind: 'unreadable', detail: `${name} wrote what is no message: ${malformed.slice(0, 200)}` };
  if (end.stopped === undefined && turn.kind === 'failed') return turn.failure;
  if (end.stopped === undefined && turn.kind === 'ended') return unlessComplete(name, turn.why);
  return (
    processFailure(name, { ...end, stdout: '' }, limits) ?? {
      kind: 'crashed',
      detail: `${name} ended before it answered`,
    }
  );
}

/** Only a turn that came to its end is an answer. */
function unlessComplete(name: string, why: StopReason): SeatFailure | undefined {
  switch (why) {
    case 'end_turn':
      return undefined;
    case 'max_tokens':
    case 'max_turn_requests':
      return { kind: 'unreadable', detail: `the answer of ${name} was cut: it may say no more (${why})` };
    case 'refusal':
      return { kind: 'unreadable', detail: `${name} refused to answer` };
    case 'cancelled':
      return { kind: 'cancelled', detail: `${name} cancelled its own turn` };
    default:
      return { kind: 'unreadable', detail: `${name} ended its turn in a way that nobody knows: ${String(why)}` };
  }
}

function transcriptOf(
  prompt: string,
  on: { readonly said: Said; readonly stream: MessageStream; readonly end: ProcessEnd; readonly turn: Turn },
): string {
  const { said, stream, end, turn } = on;
  const how =
    end.unstarted ?? end.stopped ?? (turn.kind === 'ended' ? turn.why : `exit code ${end.exitCode ?? 'none'}`);
  return [
    ...['--- prompt', prompt, '--- turn', said.transcript(), '--- no messages', stream.noise.join('\n')],
    ...['--- stderr', end.stderr, `--- ended: ${how}, after ${end.durationMs} ms`],
  ].join('\n');
}
