/** The data of an event as the journal keeps it. */
export interface EventText {
  /** JSON without white space, members in the order in which they were set, absent where undefined. */
  readonly text: string;
  /** What the text reads back as: the value itself where that is the same, for events are never changed once made. */
  readonly value: unknown;
}

/** Throws `TypeError` for what JSON cannot hold, since it would come back as something else. */
export function eventText(given: unknown): EventText {
  const value = asReadBack(given);
  return { text: JSON.stringify(value), value };
}

/** Looking costs a third of copying and sorting, and most events need no more. */
function asReadBack(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return finite(value) + 0;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no place in an event`);
  return Array.isArray(value) ? listAsReadBack(value) : membersAsReadBack(value);
}

function listAsReadBack(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const kept = asReadBack(list[index]);
    if (copy === undefined && !Object.is(kept, list[index])) copy = list.slice(0, index);
    copy?.push(kept);
  }
  return copy ?? list;
}

function membersAsReadBack(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new TypeError(`only plain objects have a place in an event, got ${Object.prototype.toString.call(value)}`);
  }
  const members = value as Record<string, unknown>;
  const keys = Object.keys(members);
  // Entries before the first that differs stand as they are; without a prototype all are copied.
  let entries: [string, unknown][] | undefined = prototype === null ? [] : undefined;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    const member = members[key];
    const kept = member === undefined ? undefined : asReadBack(member);
    if (entries === undefined && (kept === undefined || !Object.is(kept, member))) {
      entries = keys.slice(0, index).map((before) => [before, members[before]]);
    }
    if (kept !== undefined) entries?.push([key, kept]);
  }
  // Sets every key as a member of its own, `__proto__` too.
  return entries === undefined ? value : Object.fromEntries(entries);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in an event`);
  return value;
}
