import type { Outcome } from '../../model/decision.js';
import type { Finding } from '../../model/finding.js';
import type { Opinion } from '../../model/opinion.js';
import { seatName } from '../../model/seat.js';
import type { Criterion, EmbeddedVerdict, Standards } from '../../model/review.js';
import type { Makers } from '../own-opinion.js';

/** Everything that the protocol `standards` looks at when a round is complete. All of it stands in the journal. */
export interface Round extends Makers {
  readonly criteria: readonly Criterion[];
  readonly standards: Standards;
  readonly embedded: EmbeddedVerdict;
  readonly rejectGrounds: readonly string[];
  /** `seatName`s that owe an opinion. */
  readonly seats: readonly string[];
  readonly opinions: readonly Opinion[];
  /** Findings that count against the change; those a person disposed of are not among them. */
  readonly counting: readonly Finding[];
  /** Findings that a person took out of the count. */
  readonly settled: readonly Finding[];
  /** Among peers: findings of earlier rounds that still stand. Undefined elsewhere. */
  readonly earlier?: readonly Finding[];
  /** In a fix loop: findings of earlier rounds that stand, since nobody who raised them has judged the fix. */
  readonly unverified?: readonly Finding[];
  readonly coverage: readonly { readonly path: string; readonly coverage: string; readonly rule?: string }[];
}

/** What a rule that is not satisfied does to the outcome. Listed in the order in which they win. */
export type Effect = Extract<Outcome, 'rejected' | 'changes_requested' | 'inconclusive' | 'escalated'>;

export const satisfied = (reason: string) => ({ result: 'satisfied', reason }) as const;
export const unsatisfied = (reason: string) => ({ result: 'unsatisfied', reason }) as const;
export const notApplicable = (reason: string) => ({ result: 'not_applicable', reason }) as const;

/** `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The first few names, and how many more there are. */
export function some(names: readonly string[], limit = 3): string {
  const shown = names.slice(0, limit).join(', ');
  return names.length > limit ? `${shown} and ${names.length - limit} more` : shown;
}

/** Findings that stand for the embedded reviewers, which have no verdict of their own (SPEC 5.5). */
export function fromEmbedded(round: Round): readonly Finding[] {
  const embedded = new Set(
    round.opinions.filter(({ seat }) => seat.driver === 'embedded').map(({ seat }) => seatName(seat)),
  );
  return round.counting.filter(({ sources }) => sources.some(({ seat }) => embedded.has(seat)));
}
