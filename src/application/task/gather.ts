import type { Opinion } from '../../domain/model/opinion.js';
import { seatName, type Seat } from '../../domain/model/seat.js';
import type { ContextPart } from '../../domain/model/task.js';
import { contextParts, type Gathered, type TaskUnderReview } from '../../domain/task/context.js';
import { askAtOnce, type AskDependencies } from '../commands/ask-seats.js';
import type { Packet, Reviewer } from '../ports/reviewer.js';
import type { BlobStore } from '../ports/store.js';

interface Gathering extends Omit<AskDependencies, 'digest'> {
  readonly blobs: BlobStore;
}

/** Characters of one part of the context: beyond it the last ones say most. */
const longestPart = 20_000;

export interface WithContext {
  /** Gives the agents the context; what the embedded reviewers said already is not asked again. */
  readonly reviewer: Reviewer;
  readonly context: readonly ContextPart[];
}

/**
 * Lets the embedded reviewers look first, since they run the tests and the linters, and puts before the agents what the policy's switches
 * ask for of that and of the task (SVC, context builder).
 */
export async function withTaskContext(
  on: Gathering,
  { packet, seats, task }: { readonly packet: Packet; readonly seats: readonly Seat[]; readonly task: TaskUnderReview },
): Promise<WithContext> {
  const embedded = seats.filter(({ driver }) => driver === 'embedded');
  const opinions = embedded.length === 0 ? [] : await askAtOnce(on, packet, embedded);
  const context = contextParts(task, await gathered(on.blobs, opinions)).map(({ label, text }) => ({
    label,
    text: ending(text),
  }));
  return { context, reviewer: knowing(on.reviewer, opinions, { context, withoutDiff: !task.context.gitDiff }) };
}

function knowing(
  reviewer: Reviewer,
  known: readonly Opinion[],
  told: { readonly context: readonly ContextPart[]; readonly withoutDiff: boolean },
): Reviewer {
  const said = new Map(known.map((opinion) => [seatName(opinion.seat), opinion]));
  return {
    seats: (packet) => reviewer.seats(packet),
    review: async (packet, seats, progress, signal) => {
      const others = seats.filter((seat) => !said.has(seatName(seat)));
      const panel = packet.panel === undefined ? {} : { panel: { ...packet.panel, ...told } };
      const given = others.length === 0 ? [] : await reviewer.review({ ...packet, ...panel }, others, progress, signal);
      return [...seats.flatMap((seat) => said.get(seatName(seat)) ?? []), ...given];
    },
  };
}

async function gathered(blobs: BlobStore, opinions: readonly Opinion[]): Promise<Gathered> {
  const of = (role: string) => opinions.find(({ seat, failure }) => seat.role === role && failure === undefined);
  const [tester, auditor] = [of('tester'), of('auditor')];
  const outputs: string[] = [];
  for (const { what, digest } of tester?.evidence ?? []) {
    const bytes = await blobs.get(digest);
    outputs.push(`${what}\n${bytes === undefined ? '' : new TextDecoder().decode(bytes)}`.trimEnd());
  }
  return {
    testResults: outputs.length === 0 ? null : outputs.join('\n\n'),
    lintResults: auditor === undefined ? null : lintText(auditor),
  };
}

function lintText({ findings }: Opinion): string {
  if (findings.length === 0) return 'Nothing was found.';
  return findings
    .map(({ severity, file, line, message, rule }) => {
      const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`;
      return `${severity}${place}: ${message}${rule === undefined ? '' : ` (${rule})`}`;
    })
    .join('\n');
}

function ending(text: string): string {
  return text.length <= longestPart ? text : `(the beginning is left out)\n${text.slice(-longestPart)}`;
}
