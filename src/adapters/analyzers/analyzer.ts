import type { ChangedFile } from '../../domain/model/change.js';
import type { Side } from '../../domain/model/finding.js';
import type { Evidence } from '../../domain/model/opinion.js';
import type { Severity } from '../../domain/model/verdict.js';
import type { Packet } from '../../application/ports/reviewer.js';
import type { Language } from './language.js';

/** Roles of the embedded reviewers (SPEC 9). */
export type EmbeddedRole = 'auditor' | 'tester' | 'architect' | 'optimizer' | 'core-developer' | 'spec';

/** One side of a changed file, decoded once and shared by all analyzers. */
export interface SourceText {
  /** Text without byte order mark; line endings as they are. */
  readonly text: string;
  /** Lines without their ending; split on LF only, a CR at the end removed. */
  readonly lines: readonly string[];
}

/** A changed file as analyzers see it: readable text that no rule excludes. */
export interface AnalyzedFile {
  readonly entry: ChangedFile;
  readonly path: string;
  readonly language: Language;
  /** Whether the path is a test by the conventions of its language. */
  readonly isTest: boolean;
  /** Undefined when the side does not exist. */
  readonly base: SourceText | undefined;
  readonly head: SourceText | undefined;
}

export interface AnalysisInput {
  readonly packet: Packet;
  /** Sorted by path. */
  readonly files: readonly AnalyzedFile[];
  /** Both sides of the programs among `files` as plain files for tools that read a disk; made on first use. */
  readonly materialised: () => Promise<Materialised>;
  readonly progress: (step: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Program texts on disk under names of our own (`head/3.test.ts`), so that no configuration of the repository and no
 * hostile file name reaches a tool. Comments that would silence a tool are blunted without moving a column.
 */
export interface Materialised {
  readonly directory: string;
  /** Absolute path of the file, undefined where that side does not exist. */
  readonly place: (side: Side, file: AnalyzedFile) => string | undefined;
  /** The file behind a path that a tool printed, absolute or relative to `directory`. */
  readonly find: (place: string) => { readonly side: Side; readonly file: AnalyzedFile } | undefined;
}

/** A finding of one analyzer before it is known whether the change caused it. */
export interface Hit {
  /** `family/name`, documented in docs/rules.md. */
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly side: Side;
  /** 1-based; 0 points at the file as a whole. */
  readonly line: number;
  readonly endLine?: number;
  /** A change to any line of the file can bring it, so it is new wherever the base did not have it. */
  readonly anywhere?: true;
  readonly message: string;
  readonly suggestion?: string;
  /** Stands for the text of the line wherever a finding quotes it: set where the line holds a secret. */
  readonly quote?: string;
}

export interface AnalysisResult {
  readonly hits: readonly Hit[];
  /** Files that this analyzer really read to the end, by path. */
  readonly read: readonly string[];
  /** Files it should have read and could not, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  /** What the analyzer could not answer at all: rule id to reason, e.g. the tool is not installed. */
  readonly notChecked: readonly { readonly rule: string; readonly reason: string }[];
  readonly evidence?: readonly Evidence[];
}

/**
 * One real analyzer. With `compares: 'sides'` it reports everything it sees on both sides, and `new-hits.ts` keeps what the
 * change brought (on changed lines, and not in the base with the same rule and text). With `compares: 'itself'` it
 * already judged the difference.
 */
export interface Analyzer {
  readonly name: string;
  readonly role: EmbeddedRole;
  readonly compares: 'sides' | 'itself';
  /** Every rule id it can raise. */
  readonly rules: readonly string[];
  /** Whether it has anything to say about this change; false costs nothing. */
  applies(input: AnalysisInput): boolean;
  analyze(input: AnalysisInput): Promise<AnalysisResult>;
}
