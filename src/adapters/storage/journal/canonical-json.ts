/** A value as the journal keeps it. */
export interface Canonical {
  /** The one JSON text of the value: keys sorted by UTF-16 code units, no white space, absent where undefined. */
  readonly text: string;
  /** What the text reads back as, sharing nothing with the value it was made from. */
  readonly value: unknown;
}

/** Throws `TypeError` for what JSON cannot hold, since it would come back as something else. */
export function canonicalJson(value: unknown): Canonical {
  const copy = sortedCopy(value);
  if (copy !== unorderable) return { text: JSON.stringify(copy), value: copy };
  const text = sortedText(value);
  return { text, value: JSON.parse(text) };
}

/** Stands for a copy that cannot be made: its keys would not stay in the order in which they are set. */
const unorderable = Symbol('unorderable');

/** Sorting and copying costs a third of writing and parsing; the text is then JSON.stringify's, at its speed. */
function sortedCopy(value: unknown): unknown {
  if (typeof value === 'number') return finite(value) + 0;
  if (!isComposite(value)) return value;
  if (Array.isArray(value)) {
    const members = value.map(sortedCopy);
    return members.includes(unorderable) ? unorderable : members;
  }
  const copy: Record<string, unknown> = {};
  for (const key of sortedKeys(value)) {
    if (!staysInPlace(key)) return unorderable;
    const member = value[key];
    if (member === undefined) continue;
    const copied = sortedCopy(member);
    if (copied === unorderable) return unorderable;
    copy[key] = copied;
  }
  return copy;
}

/** An object moves keys that look like an index to its front, and has a use of its own for one more. */
function staysInPlace(key: string): boolean {
  const first = key.charCodeAt(0);
  return !(first >= 0x30 && first <= 0x39) && key !== '__proto__';
}

function sortedText(value: unknown): string {
  if (typeof value === 'number') return JSON.stringify(finite(value));
  if (!isComposite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  const members = sortedKeys(value).flatMap((key) => {
    const member = value[key];
    return member === undefined ? [] : [`${JSON.stringify(key)}:${sortedText(member)}`];
  });
  return `{${members.join(',')}}`;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in an event`);
  return value;
}

/** Whether it is a list or an object of members. Throws for what is neither that nor a JSON scalar. */
function isComposite(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return false;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no place in an event`);
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new TypeError(`only plain objects have a place in an event, got ${Object.prototype.toString.call(value)}`);
  }
  return true;
}

/** Objects of this size are most of an event, and sorted in place several times as fast. */
const FEW_KEYS = 20;

function sortedKeys(value: Record<string, unknown>): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    let place = index;
    for (let before = keys[place - 1]; before !== undefined && before > key; before = keys[place - 1]) {
      keys[place] = before;
      place -= 1;
    }
    keys[place] = key;
  }
  return keys;
}
