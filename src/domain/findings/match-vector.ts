import { ratio, type Bag } from './match-bag.js';
import type { Item, Peer } from './match-search.js';

/** A text and what its likest peers say, of length 1; terms ascending by id. */
export interface Vector {
  readonly ids: readonly number[];
  readonly values: readonly number[];
}

const feedbackPeers = 5;
const feedbackWeight = 0.5;

/** Expands texts with the words of their peers (Rocchio's relevance feedback). One sum for all texts of a corpus: a large one has many. */
export function expander(): (text: Item, peers: readonly Peer<Item>[]) => Vector {
  const sums: number[] = [];
  return (text, peers) => {
    const ids: number[] = [];
    add(text.words, 1, sums, ids);
    for (const { item, likeness } of peers.slice(0, feedbackPeers)) {
      add(item.words, feedbackWeight * likeness, sums, ids);
    }
    const ascending = [...Int32Array.from(ids).sort()];
    const vector = { ids: ascending, values: normalised(ascending.map((id) => sums[id] ?? 0)) };
    for (const id of ids) sums[id] = 0;
    return vector;
  };
}

/** Adds the terms of a text to `sums`, and to `ids` those that are new there. */
function add({ ids, weights, counts }: Bag, factor: number, sums: number[], met: number[]): void {
  let square = 0;
  const values = ids.map((_, index) => {
    const value = (1 + Math.log(counts[index] ?? 1)) * (weights[index] ?? 0);
    square += value * value;
    return value;
  });
  const scale = ratio(factor, Math.sqrt(square));
  ids.forEach((id, index) => {
    const sum = sums[id] ?? 0;
    if (sum === 0) met.push(id);
    sums[id] = sum + (values[index] ?? 0) * scale;
  });
}

function normalised(values: readonly number[]): readonly number[] {
  let square = 0;
  for (const value of values) square += value * value;
  const length = Math.sqrt(square);
  return values.map((value) => ratio(value, length));
}

export function cosine(a: Vector, b: Vector): number {
  let sum = 0;
  let j = 0;
  for (let i = 0; i < a.ids.length; i += 1) {
    const id = a.ids[i] ?? 0;
    while (j < b.ids.length && (b.ids[j] ?? 0) < id) j += 1;
    if (b.ids[j] === id) sum += (a.values[i] ?? 0) * (b.values[j] ?? 0);
  }
  return sum;
}
