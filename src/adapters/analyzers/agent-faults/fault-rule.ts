import type { Side } from '../../../domain/model/finding.js';
import type { Severity } from '../../../domain/model/verdict.js';
import type { AnalysisInput, AnalyzedFile, Hit, SourceText } from '../analyzer.js';
import type { Language } from '../language.js';
import type { RuleDoc } from '../rule-catalogue.js';
import type { SyntaxTree } from '../syntax/tree.js';

/** One side of a file with its tree. */
export interface ParsedSide {
  readonly file: AnalyzedFile;
  readonly side: Side;
  readonly source: SourceText;
  readonly tree: SyntaxTree;
}

/** A changed file of which every side that exists has a tree. */
export interface ParsedFile {
  readonly file: AnalyzedFile;
  readonly base: ParsedSide | undefined;
  readonly head: ParsedSide | undefined;
}

export interface ParsedChange {
  readonly input: AnalysisInput;
  /** Files in languages with a grammar that could be parsed, without generated and vendored ones. */
  readonly files: readonly ParsedFile[];
}

/** A place a rule objects to, on the side that was scanned. */
export interface Spot {
  readonly line: number;
  readonly endLine?: number;
  /** Why it matters and what to do. */
  readonly message: string;
  readonly severity: Severity;
  readonly suggestion?: string;
}

/** Looks at one side alone; what the base already had is dropped afterwards. */
export interface SideRule {
  readonly doc: RuleDoc;
  readonly languages: readonly Language[];
  scan(side: ParsedSide): readonly Spot[] | Promise<readonly Spot[]>;
}

/** Judges the difference between the sides, of one file or of the whole change. */
export interface ChangeRule {
  readonly doc: RuleDoc;
  judge(change: ParsedChange): readonly Hit[] | Promise<readonly Hit[]>;
}

export type FaultRule = SideRule | ChangeRule;

export function isSideRule(rule: FaultRule): rule is SideRule {
  return 'scan' in rule;
}
