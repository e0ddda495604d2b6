import type { Severity } from '../model/verdict.js';

/** What a protocol allows its author: both numbers are the policy's. */
export interface LoopTerms {
  /** Attempts after which a person is asked, 1 or more. */
  readonly attempts: number;
  /** Turns that one attempt may take; null where the author keeps no count of turns. */
  readonly turns: number | null;
}

/** A finding that counts against the work, as the loop has to know it. */
export interface Standing {
  /** The same for the same problem in every round, whatever its words and its line. */
  readonly key: string;
  readonly severity: Severity;
  /** `file:line`, `file`, or words for a place that is no file. */
  readonly place: string;
  readonly message: string;
}

/** One content that was judged. */
export interface Judged {
  /** Identifies the content exactly, e.g. a tree id or the digest of an artifact. */
  readonly content: string;
  /** `undecided`: a person has to decide, and asking the author first would not help. */
  readonly verdict: 'passed' | 'objected' | 'inconclusive' | 'undecided';
  readonly findings: readonly Standing[];
  /** Findings of earlier rounds that stand, since nobody who raised them has judged this content. */
  readonly unverified?: readonly Standing[];
}

/** What came of asking the author once. */
export interface Attempt {
  readonly ended: 'done' | 'turn_limit' | 'failed';
  /** What the author left behind, as `Judged.content`. */
  readonly content: string;
  /** Why it failed. */
  readonly detail?: string;
  /** Why what the author made is not to be judged by this loop. */
  readonly halt?: Halt;
}

export interface Halt {
  readonly reason: Extract<StopReason, 'moved' | 'asks_for_more' | 'tests_weakened'>;
  /** In a sentence. */
  readonly why: string;
}

/** Rounds and attempts in their order: `judged[0]` before any attempt, `judged[n]` what attempt n made. */
export interface Loop {
  readonly terms: LoopTerms;
  readonly judged: readonly Judged[];
  readonly attempts: readonly Attempt[];
}

/** Why a loop stopped without passing (SPEC 6.3). */
export const stopReasons = [
  'cap',
  'same_finding',
  'content_again',
  'no_change',
  'regression',
  'turn_limit',
  'author_failed',
  'inconclusive',
  'undecided',
  'nothing_to_fix',
  'moved',
  'asks_for_more',
  'tests_weakened',
  'interrupted',
] as const;

export type StopReason = (typeof stopReasons)[number];

/** What is to be done next. */
export type LoopStep =
  | { readonly do: 'judge' }
  | {
      readonly do: 'fix';
      /** From 1. */
      readonly attempt: number;
      readonly of: number;
      readonly turns: number | null;
      readonly findings: readonly Standing[];
    }
  | {
      readonly do: 'stop';
      readonly ended: 'passed';
      /** Minor findings that do not block. */
      readonly notes: readonly Standing[];
    }
  | {
      readonly do: 'stop';
      readonly ended: 'escalated';
      readonly reason: StopReason;
      /** In a sentence. */
      readonly why: string;
      readonly remaining: readonly Standing[];
    };

/** Findings that do not block: a loop for them alone would go round for nits (FAULTS no-mistakes#683). */
export function blocking(findings: readonly Standing[]): readonly Standing[] {
  return findings.filter(({ severity }) => severity !== 'minor');
}
