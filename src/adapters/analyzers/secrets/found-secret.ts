export interface FoundSecret {
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
  /** What it looks like, a few words. */
  readonly kind: string;
}
