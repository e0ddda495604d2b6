import { z } from 'zod';

/** What the reference page and the JSON Schema say about a key beside its type. */
export interface KeyNote {
  readonly description: string;
  /** Where the key comes from: a section of the specification or of a source document. */
  readonly source: string;
  /** As it would be written in the file. */
  readonly default?: unknown;
}

/** An optional key of the file, described. */
export function key<T extends z.ZodType>(schema: T, note: KeyNote): z.ZodOptional<T> {
  return z.optional(schema).meta({ ...note });
}

/** A key that must be given, described. */
export function needed<T extends z.ZodType>(schema: T, note: KeyNote): T {
  return schema.meta({ ...note });
}
