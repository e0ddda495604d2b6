const CAPACITY = 200;

/** Prepared statements by SQL text. Cleared when full: statements of varying length are rare. */
export class StatementCache<Prepared> {
  readonly #prepare: (sql: string) => Prepared;
  readonly #prepared = new Map<string, Prepared>();

  constructor(prepare: (sql: string) => Prepared) {
    this.#prepare = prepare;
  }

  get(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= CAPACITY) this.#prepared.clear();
    const prepared = this.#prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
