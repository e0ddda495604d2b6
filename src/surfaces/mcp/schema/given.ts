/** The fields that were given: an optional field is left out, never undefined. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]: [string, unknown]) => value !== undefined);
  // Only undefined ones were left out, which the type says.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
