/** What one look at what is overdue came to. */
export interface Ticked {
  /** Deadlines that this call fired. */
  readonly fired: number;
  /** Ids of reviews and runs whose history cannot be; they are left as they are, and `countersign verify` says more. */
  readonly broken: readonly string[];
}
