import { isMap, isScalar, visit, type Document, type Pair, type YAMLMap } from 'yaml';

/** How many of one key are looked at: more are no mistakes that anybody makes. */
const most = 8;

/** PRS section 10 gives `rationale` twice in one map; both count. */
export function mayBeGivenTwice(name: unknown): boolean {
  return name === 'rationale';
}

/** How often the key that is given most often is given in its map, at most `most`. */
export function timesGiven(document: Document.Parsed): number {
  let times = 1;
  visit(document, {
    Map: (_place, map) => void (times = Math.max(times, ...[...byName(map)].map(([, { length }]) => length))),
  });
  return Math.min(times, most);
}

/** Top keys that are given more than once, or below which a key is. */
export function doubledAt(document: Document.Parsed): readonly string[] {
  const top = document.contents;
  if (!isMap(top)) return [];
  const twice = [...byName(top)].flatMap(([name, { length }]) => (length > 1 ? [name] : []));
  const below = top.items.flatMap((pair) => (isScalar(pair.key) && holdsDoubled(pair) ? [String(pair.key.value)] : []));
  return [...new Set([...twice, ...below])];
}

/** Leaves of a key that is given more than once the one that comes at `index` (from 0), or the last where there are fewer. */
export function keepOnly(document: Document.Parsed, index: number): void {
  visit(document, {
    Map: (_place, map) => {
      for (const [, pairs] of byName(map)) {
        const kept = pairs[index] ?? pairs.at(-1);
        map.items = map.items.filter((pair) => pair === kept || !pairs.includes(pair));
      }
    },
  });
}

function holdsDoubled({ value }: Pair): boolean {
  let found = false;
  if (typeof value !== 'object' || value === null) return false;
  visit(value as Parameters<typeof visit>[0], {
    Map: (_place, map) => {
      found ||= [...byName(map)].some(([, { length }]) => length > 1);
    },
  });
  return found;
}

function byName(map: YAMLMap): ReadonlyMap<string, readonly Pair[]> {
  const named = new Map<string, Pair[]>();
  for (const pair of map.items) {
    if (!isScalar(pair.key) || mayBeGivenTwice(pair.key.value)) continue;
    const name = String(pair.key.value);
    const known = named.get(name);
    if (known === undefined) named.set(name, [pair]);
    else known.push(pair);
  }
  return named;
}
