import type { SeatFailure } from '../../../domain/model/seat.js';
import type { ProcessEnd, ProcessLimits } from './isolated-process.js';
import type { Stopped } from './stop.js';

type Kind = SeatFailure['kind'];

/**
 * What programs and services say when they could not work at all. Asked only about runs that failed by their exit code or by their
 * own word: text of an answer is read by `readOpinion` alone.
 */
const signs: readonly (readonly [Kind, RegExp])[] = [
  [
    'quota',
    /quota|rate.?limit|usage.?limit|(?:hit|reached|exceeded) (?:your|the) .{0,30}limit|too many requests|\b429\b|resource.?exhausted|credit balance|out of credits|insufficient (?:credits|funds|balance)|billing|overloaded|\b529\b/i,
  ],
  [
    'not_logged_in',
    /not logged in|log ?in (?:again|first|required)|please (?:run .{0,40}log ?in|log ?in|sign in|authenticate)|\/login\b|unauthori[sz]ed|\b401\b|(?:invalid|incorrect|missing|expired|no) .{0,20}(?:api.?key|token|credentials?)|api.?key .{0,30}(?:not|missing|required|invalid)|authentication (?:failed|required|error)|(?:set|configure) an auth|no auth\w* .{0,20}(?:found|configured|selected)/i,
  ],
  [
    'refused_by_sandbox',
    /sandbox|landlock|seccomp|bubblewrap|\bbwrap\b|(?:un|not a )trusted (?:folder|directory|workspace)|not running in a trusted|operation not permitted/i,
  ],
];

/** The failure that the text of a run which came to nothing tells of; a crash where it tells of none. */
export function failureFrom(text: string, otherwise: string): SeatFailure {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (const [kind, sign] of signs) {
    const line = lines.findLast((each) => sign.test(each));
    if (line !== undefined) return { kind, detail: shorten(line) };
  }
  const last = lines.at(-1);
  return { kind: 'crashed', detail: last === undefined ? otherwise : `${otherwise}: ${shorten(last)}` };
}

/** Why a process gave no answer; undefined when it ended by itself with 0. */
export function processFailure(program: string, end: ProcessEnd, limits: ProcessLimits): SeatFailure | undefined {
  if (end.unstarted !== undefined) {
    const missing = /ENOENT|EACCES/.test(end.unstarted);
    return { kind: missing ? 'not_installed' : 'crashed', detail: `${program} could not be started: ${end.unstarted}` };
  }
  if (end.stopped !== undefined) return { kind: stoppedKind[end.stopped], detail: stoppedDetail(end.stopped, limits) };
  if (end.exitCode === 0) return undefined;
  if (end.exitCode === 127) return { kind: 'not_installed', detail: `${program} ended with exit code 127: not found` };
  const how = end.exitCode === undefined ? 'was ended by a signal' : `ended with exit code ${end.exitCode}`;
  return failureFrom(`${end.stdout.slice(-20_000)}\n${end.stderr.slice(-20_000)}`, `${program} ${how}`);
}

const stoppedKind: Readonly<Record<Stopped, Kind>> = {
  timed_out: 'timed_out',
  idle: 'idle',
  cancelled: 'cancelled',
  too_much_output: 'unreadable',
};

function stoppedDetail(stopped: Stopped, { wallMs, idleMs, outputBytes }: ProcessLimits): string {
  switch (stopped) {
    case 'timed_out':
      return `no answer within ${seconds(wallMs)}`;
    case 'idle':
      return `nothing was heard for ${seconds(idleMs ?? 0)}`;
    case 'cancelled':
      return 'the review was cancelled';
    case 'too_much_output':
      return `it wrote more than ${outputBytes} bytes`;
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function shorten(line: string): string {
  return line.length <= 300 ? line : `${line.slice(0, 297)}...`;
}
