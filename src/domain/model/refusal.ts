/** A command that was refused: nothing was changed. A value, not an exception. */
export interface Refusal {
  readonly refused: true;
  /** Stable code, listed in docs/errors.md. */
  readonly code: string;
  /** What happened and where. */
  readonly message: string;
  /** What was expected or what to do about it. */
  readonly remedy?: string;
  /** Where there are several: each with its place. */
  readonly problems?: readonly Problem[];
}

export interface Problem {
  /** File, or `-` for standard input. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  readonly column?: number;
  /** Dotted key, e.g. `standards.approve.min_confidence`; entries of lists are counted from 1, as in the ids of rules. */
  readonly key?: string;
  readonly message: string;
  readonly expected?: string;
  /** Nearest allowed word. */
  readonly nearest?: string;
}

export function refuse(code: string, message: string, remedy?: string): Refusal {
  return remedy === undefined ? { refused: true, code, message } : { refused: true, code, message, remedy };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
}
