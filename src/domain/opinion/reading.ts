import type { CriterionAnswer, Verified } from '../model/opinion.js';
import type { Severity, Verdict } from '../model/verdict.js';

/** A finding as the reviewer wrote it, with the lines of the answer that say it. */
export interface ReadFinding {
  readonly severity: Severity;
  /** The reviewer's own word; absent where none was stated (the severity is then `important`, SPEC 1). */
  readonly statedSeverity?: string;
  readonly category?: string;
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  /** Code that the reviewer quoted: where line and quote disagree, the quote wins (FAULTS: quote and line). */
  readonly quote?: string;
  readonly message: string;
  readonly suggestion?: string;
  /** 1-based, inclusive lines of the answer. */
  readonly from: number;
  readonly to: number;
}

/** Text that no rule of the grammar took up. It is kept: nothing that a reviewer wrote is dropped (SPEC 2, rule 8). */
export interface Remark {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: 'text' | 'thinking' | 'comment' | 'quotation' | 'field';
}

/** One thing that was recognised, in the order in which it was. Lines are 1-based and inclusive. */
export interface TraceStep {
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

/** Why an answer decides nothing. */
export type Obstacle =
  | 'empty'
  | 'nonce'
  | 'cut_short'
  | 'contradiction'
  | 'several_answers'
  | 'conditional'
  | 'not_covered'
  | 'template'
  | 'quoted'
  | 'plan'
  | 'quota'
  | 'not_logged_in'
  | 'unread'
  | 'no_verdict';

/** What a reviewer's answer says (SPEC 4, 5.5). A value for any text: reading never throws. */
export interface OpinionReading {
  readonly verdict: Verdict;
  /** The reviewer's own words for the verdict, where there are any. */
  readonly statedVerdict?: string;
  /** One sentence: why this verdict. */
  readonly reason: string;
  /** Present exactly when the verdict is `inconclusive`. */
  readonly obstacle?: Obstacle;
  readonly findings: readonly ReadFinding[];
  readonly checklist: Readonly<Record<string, CriterionAnswer>>;
  readonly answers: readonly string[];
  /** What it says of findings of earlier rounds, where it does so in a form. */
  readonly verified: readonly Verified[];
  /** Integer 0-100; absent where none was stated. */
  readonly confidence?: number;
  /** Named ground of a rejection (SPEC 5.5). */
  readonly ground?: string;
  readonly summary: string;
  readonly remarks: readonly Remark[];
  /** True when an object was readable only after its syntax was repaired. */
  readonly repaired: boolean;
  readonly trace: readonly TraceStep[];
}

/** Mends the syntax of one complete JSON object; undefined where it can't. Pure; must not throw. */
export type RepairJson = (text: string) => string | undefined;

export interface ReadingOptions {
  /** Demanded from the answer when given (SPEC 2, rule 11). */
  readonly nonce?: string;
  /** Without it nothing is repaired. */
  readonly repair?: RepairJson;
}
