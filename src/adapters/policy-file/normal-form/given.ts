/** `{ [name]: value }`, or nothing where the value is undefined, as exact optional properties want it. */
export function given<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  if (value === undefined) return {};
  const one: Partial<Record<K, V>> = {};
  one[name] = value;
  return one;
}

/** A map with the same keys, in their order. */
export function mapValues<V, W>(map: Readonly<Record<string, V>>, to: (value: V, key: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value, key)]));
}

/** The defaults, but for what is written; undefined is not written. */
export function over<T extends object>(defaults: T, written: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.assign(
    { ...defaults },
    Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)),
  );
}
