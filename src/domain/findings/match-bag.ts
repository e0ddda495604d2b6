/** Terms of one kind that a text holds, ascending by id, with how telling each is. */
export interface Bag {
  readonly ids: readonly number[];
  /** Inverse document frequency in nats, beside `ids`. */
  readonly weights: readonly number[];
  /** How often the text has the term, beside `ids`. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** What two bags share. All weights in nats. */
export interface Overlap {
  /** Number of shared terms over all terms, 0-1. */
  readonly jaccard: number;
  /** The same by weight. */
  readonly weighted: number;
  /** Shared weight over the weight of the smaller bag, 0-1. */
  readonly contained: number;
  readonly shared: number;
  /** The most telling shared term. */
  readonly rarest: number;
  /** The most telling term that only one has; the smaller of both sides. */
  readonly unshared: number;
}

/** Distinct ids ascending, and how often each stands there. */
export type Counted = Pick<Bag, 'ids' | 'counts'>;

export function counted(terms: readonly number[]): Counted {
  const ids: number[] = [];
  const counts: number[] = [];
  for (const id of Int32Array.from(terms).sort()) {
    const end = ids.length - 1;
    if (ids[end] === id) counts[end] = (counts[end] ?? 0) + 1;
    else {
      ids.push(id);
      counts.push(1);
    }
  }
  return { ids, counts };
}

export function bag({ ids, counts }: Counted, weigh: (id: number) => number): Bag {
  const weights = ids.map(weigh);
  return { ids, counts, weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** Behind every id; an integer, since numbers with a point are slower to compare. */
const last = 2 ** 30;

/** Calls `each` with the positions of every term in `a` and `b`; -1 where a bag lacks it. */
export function walk(a: Bag, b: Bag, each: (inA: number, inB: number) => void): void {
  let i = 0;
  let j = 0;
  while (i < a.ids.length || j < b.ids.length) {
    const left = a.ids[i] ?? last;
    const right = b.ids[j] ?? last;
    each(left <= right ? i : -1, right <= left ? j : -1);
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
}

export function overlap(a: Bag, b: Bag): Overlap {
  let shared = 0;
  let common = 0;
  let rarest = 0;
  let onlyA = 0;
  let onlyB = 0;
  walk(a, b, (inA, inB) => {
    const weight = a.weights[inA] ?? b.weights[inB] ?? 0;
    if (inA < 0) onlyB = Math.max(onlyB, weight);
    else if (inB < 0) onlyA = Math.max(onlyA, weight);
    else {
      shared += weight;
      common += 1;
      rarest = Math.max(rarest, weight);
    }
  });
  return {
    jaccard: ratio(common, a.ids.length + b.ids.length - common),
    weighted: ratio(shared, a.total + b.total - shared),
    contained: ratio(shared, Math.min(a.total, b.total)),
    shared,
    rarest,
    unshared: Math.min(onlyA, onlyB),
  };
}

/** How much of two bags is the same, 0-1: the mean of weighted Jaccard and containment. The hot path of the search. */
export function likeness(a: Bag, b: Bag): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.ids.length && j < b.ids.length) {
    const left = a.ids[i] ?? last;
    const right = b.ids[j] ?? last;
    if (left === right) shared += a.weights[i] ?? 0;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return (ratio(shared, a.total + b.total - shared) + ratio(shared, Math.min(a.total, b.total))) / 2;
}

export function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
