import type { Packet, Reviewer, SeatProgress } from '../../application/ports/reviewer.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { Seat } from '../../domain/model/seat.js';
import type { AnalysisInput, Analyzer, EmbeddedRole, Materialised } from './analyzer.js';
import { detectLanguage } from './detect-language.js';
import { materialise } from './frame/materialise.js';
import { opinions } from './frame/opinions.js';
import { readChange, type ReadChange } from './frame/read-change.js';
import { runAnalyzers, type AnalyzerRun } from './frame/run-analyzers.js';
import { isProgram } from './language.js';
import { embeddedAnalyzers } from './registry.js';
import { embeddedRoles } from './roles.js';
import { concerns, roleOfRule } from './rules.js';

export interface EmbeddedReviewerOptions {
  /** Keeps bytes that back an opinion, returns their digest (`BlobStore.put`). */
  readonly storeEvidence: (bytes: Uint8Array) => Promise<string>;
  /** Instead of all of the registry. */
  readonly analyzers?: readonly Analyzer[];
  /** Told how long each analyzer took, for measuring. */
  readonly onRuns?: (runs: readonly AnalyzerRun[]) => void;
}

/** Reviewers that need no model and no account: real analyzers behind the roles of SPEC section 9. */
export function embeddedReviewer(options: EmbeddedReviewerOptions): Reviewer {
  const analyzers = options.analyzers ?? embeddedAnalyzers(options.storeEvidence);
  return {
    seats: (packet) =>
      embeddedRoles.filter((role) => isSeated(role, packet)).map((role) => ({ role, driver: 'embedded' })),
    review: async (packet, seats, progress, signal) => {
      const start = performance.now();
      try {
        return await reviewAll(analyzers, { packet, seats, progress, signal, onRuns: options.onRuns });
      } catch (error) {
        return seats.map((seat) => failed(seat, error, signal, performance.now() - start));
      }
    },
  };
}

/** Performance needs programs and scope a declared scope; the other roles have something to say about any change. */
function isSeated(role: EmbeddedRole, packet: Packet): boolean {
  if (role === 'spec') return packet.scope !== undefined;
  if (role !== 'optimizer') return true;
  return packet.frozen.change.files.some(({ path }) => {
    const language = detectLanguage(path, '');
    return isProgram(language) || language === 'unsupported';
  });
}

interface Call {
  readonly packet: Packet;
  readonly seats: readonly Seat[];
  readonly progress: (step: SeatProgress) => void;
  readonly signal: AbortSignal;
  readonly onRuns: EmbeddedReviewerOptions['onRuns'];
}

async function reviewAll(analyzers: readonly Analyzer[], call: Call): Promise<readonly Opinion[]> {
  const start = performance.now();
  const { packet, seats, signal } = call;
  signal.throwIfAborted();
  report(call, 'reading the change');
  const read = await orAbort(readChange(packet), signal);
  const runs = await analyse(lookingFor(packet.rules, analyzers), call, read);
  call.onRuns?.(runs);
  return opinions(seats, {
    packet,
    ...read,
    runs,
    roleOf: roleOfRule,
    concerns,
    durationMs: performance.now() - start,
  });
}

function lookingFor(rules: Packet['rules'], analyzers: readonly Analyzer[]): readonly Analyzer[] {
  return rules === undefined ? analyzers : analyzers.filter((each) => each.rules.some((rule) => rules.includes(rule)));
}

async function analyse(analyzers: readonly Analyzer[], call: Call, read: ReadChange): Promise<readonly AnalyzerRun[]> {
  let onDisk: ReturnType<typeof materialise> | undefined;
  const materialised = (): Promise<Materialised> => (onDisk ??= materialise(read.files));
  const input: AnalysisInput = {
    packet: call.packet,
    files: read.files,
    materialised,
    progress: (step) => report(call, step),
    signal: call.signal,
  };
  try {
    return await orAbort(runAnalyzers(analyzers, input), call.signal);
  } finally {
    // Who asked for the files has been told why there are none; the analyzers that need none are not touched by it.
    await (await onDisk?.catch(() => undefined))?.remove();
  }
}

/** Analyzers work for all seats at once, so a step is told once. */
function report({ progress }: Call, step: string): void {
  progress({ seat: 'embedded reviewers', step });
}

/** Rejects as soon as `signal` aborts, whatever `work` is waiting for. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(new Error('cancelled', { cause: signal.reason }));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The frame itself could not work: no seat has an opinion (SPEC 2, rule 1). */
function failed(seat: Seat, error: unknown, signal: AbortSignal, durationMs: number): Opinion {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    seat,
    verdict: 'inconclusive',
    confidence: 0,
    summary: signal.aborted ? 'The review was cancelled.' : `The review failed: ${detail}`,
    checklist: {},
    findings: [],
    shown: [],
    durationMs: Math.round(durationMs),
    failure: { kind: signal.aborted ? 'cancelled' : 'crashed', detail },
  };
}
