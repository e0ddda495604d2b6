/**
 * The one JSON text of a value: keys sorted by UTF-16 code units, no white space, absent where undefined.
 * Throws `TypeError` for what JSON cannot hold, since it would come back as something else.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return objectText(value);
  throw new TypeError(`a ${typeof value} has no place in an event`);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in an event`);
  return JSON.stringify(value);
}

function objectText(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new TypeError(`only plain objects have a place in an event, got ${Object.prototype.toString.call(value)}`);
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
