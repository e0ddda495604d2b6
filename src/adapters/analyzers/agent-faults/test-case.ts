import type { SyntaxNode } from '../syntax/tree.js';

/** One assertion: its statement, and what is asserted how where that can be told. */
export interface Assertion {
  /** Statement with its white space made single. */
  readonly text: string;
  readonly line: number;
  /** What is looked at, e.g. `result.total`. */
  readonly subject?: string;
  /** How it is looked at: name of the matcher or the operator. */
  readonly matcher?: string;
  /** What it is compared with. */
  readonly expected?: string;
  /** What has to fail, where the words of the assertion alone say little: the body below `with pytest.raises(…)`. */
  readonly around?: string;
  /** Go: the function whose error it looks at. */
  readonly errorOf?: string;
}

export interface Skip {
  readonly line: number;
  /** Depends on a condition at run time, such as the platform. */
  readonly conditional: boolean;
  /** A reason was given: in the call, the decorator or a comment. */
  readonly explained: boolean;
  /** It runs, and passes when it fails. */
  readonly inverted?: boolean;
}

/** A test as its framework would report it. */
export interface TestCase {
  /** Own name, without the groups around it. */
  readonly name: string;
  /** Names of the groups around it and its own, joined by ` > `. */
  readonly fullName: string;
  readonly line: number;
  readonly endLine: number;
  /** Text of the body with its white space made single. */
  readonly body: string;
  readonly bodyNode: SyntaxNode | undefined;
  readonly assertions: readonly Assertion[];
  /** Names of everything the body calls. */
  readonly calls: ReadonlySet<string>;
  readonly skip: Skip | undefined;
  /** One source text, many cases: `it.each`, `parametrize`. */
  readonly parametrised: boolean;
  /** Go: functions whose error nobody looks at, once for each call. */
  readonly errorsIgnored?: readonly string[];
}

/** A call or test that turns a whole group off. */
export interface SkippedGroup extends Skip {
  readonly name: string;
}

export interface TestFile {
  readonly cases: readonly TestCase[];
  readonly skippedGroups: readonly SkippedGroup[];
}

export function singleSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
