import type { z } from 'zod';
import { jsonOf } from '../json-text.js';

/** Lines that are JSON of the given form, in order. Programs mix in other lines and events that nobody asked for. */
export function jsonLines<S extends z.ZodType>(output: string, schema: S): readonly z.output<S>[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const parsed = schema.safeParse(jsonOf(line));
    return parsed.success ? [parsed.data] : [];
  });
}
