/**
 * The same function, asked once for each object as long as that object lives. For pure functions of values that nobody
 * changes: whoever reads the same review again and again pays for it once.
 */
export function oncePer<Key extends object, Value>(derive: (key: Key) => Value): (key: Key) => Value {
  const derived = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = derived.get(key);
    if (known !== undefined) return known.value;
    const value = derive(key);
    derived.set(key, { value });
    return value;
  };
}
