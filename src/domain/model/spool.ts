/** What is kept while the store does not answer (SPEC 5.8): whatever holds somebody's work or word. */
export const spooledVerbs = [
  'request',
  'revise',
  'submit',
  'contest',
  'escalate',
  'withdraw',
  'report_outcome',
  'decide',
  'dispose',
  'extend',
  'reassign',
] as const;

export type SpooledVerb = (typeof spooledVerbs)[number];

/** Something that was handed in and is not recorded yet. */
export interface SpooledEntry {
  /** ULID; what the caller was told, and what makes the entry count once. */
  readonly id: string;
  /** When it was handed in, epoch milliseconds. Every rule is asked again when it is recorded, at the time of then. */
  readonly at: number;
  readonly verb: SpooledVerb;
  /** What was asked, as the use case takes it. */
  readonly ask: Readonly<Record<string, unknown>>;
  /** `sha256` hex of the caller's token; null where there was none. The token itself is never kept. */
  readonly tokenHash: string | null;
  /** A name that nothing proves, for a caller without a token. */
  readonly claimed: string;
  /** As `PeerRequest.context`. */
  readonly context: string | null;
  /** Where the caller worked, absolute. */
  readonly directory: string;
  /** Trees of the change that it was handed in for, where it names one. */
  readonly content: { readonly baseTree: string; readonly headTree: string } | null;
}

/** An entry as it is kept: its text is what was signed. */
export interface SealedEntry {
  readonly entry: SpooledEntry;
  readonly text: string;
  /** By the key that only the caller's token gives, base64url; null where there was no token. */
  readonly signature: string | null;
}
