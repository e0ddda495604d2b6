/** A program that is there, and what the user puts in front of its arguments. */
export interface Started {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
}
