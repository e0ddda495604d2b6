import type { Disposition } from '../../../domain/model/finding.js';
import { statement, type SqlRow, type Statement } from '../sqlite/connection.js';
import type { DispositionRecord } from '../schema.js';

/** Keys asked for in one statement; two parameters each. */
const KEYS_AT_ONCE = 400;

export interface DispositionKey {
  readonly fingerprint: string;
  readonly content: string;
}

/** One statement for every so many keys. The cross join makes the keys, and not the table, what is walked. */
export function selectDispositions(keys: readonly DispositionKey[]): readonly Statement[] {
  return batches(keys).map((batch) =>
    statement(
      `with wanted (fingerprint, content) as (values ${batch.map(() => '(?, ?)').join(', ')})
       select found.* from wanted cross join dispositions as found
       where found.fingerprint = wanted.fingerprint and found.content = wanted.content`,
      ...batch.flatMap((key) => [key.fingerprint, key.content]),
    ),
  );
}

export function selectDispositionsOn(contents: readonly string[]): readonly Statement[] {
  return batches(contents).map((batch) =>
    statement(`select * from dispositions where content in (${batch.map(() => '?').join(', ')})`, ...batch),
  );
}

/** The latest of each fingerprint. */
export function latest(rows: readonly SqlRow[]): ReadonlyMap<string, Disposition> {
  const records = rows.map((row) => row as unknown as DispositionRecord).sort((a, b) => a.position - b.position);
  return new Map(records.map((record) => [record.fingerprint, disposition(record)]));
}

function disposition({ state, actor, reason, at, authority }: DispositionRecord): Disposition {
  return { state, actor, reason, at, authority };
}

function batches<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / KEYS_AT_ONCE) }, (_, index) =>
    values.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
}
