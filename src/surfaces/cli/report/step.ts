/** One thing to do: a sentence, and where there is one the command to copy. */
export interface Step {
  readonly text: string;
  readonly command?: string;
}
