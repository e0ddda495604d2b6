export interface ParseError {
  readonly message: string;
  /** 1-based. */
  readonly line: number;
}

/** The first error of a text, undefined where it parses. */
export type Parse = (text: string) => ParseError | undefined;
