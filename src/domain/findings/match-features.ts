import { likeness, overlap, ratio, type Bag } from './match-bag.js';
import type { Corpus, Entry } from './match-corpus.js';
import { worth, type Peer } from './match-search.js';

/** Measures that need only the two texts. */
export const pairFeatures = [
  'words.jaccard',
  'words.weighted',
  'words.shared',
  'words.rarest',
  'words.unshared',
  'identifiers.weighted',
  'identifiers.contained',
  'identifiers.shared',
  'identifiers.disjoint',
  'concerns.shared',
  'length.shorter',
  'length.ratio',
] as const;

/** More of the two texts, for when nothing else is known: beside the peers they add nothing. */
export const loneFeatures = ['words.contained', 'identifiers.rarest', 'identifiers.absent'] as const;

/** Measures of what the other findings of the review say of the two. */
export const peerFeatures = ['peers.bridge', 'peers.bridges', 'peers.common', 'peers.gain', 'peers.expanded'] as const;

export type Feature = (typeof pairFeatures | typeof loneFeatures | typeof peerFeatures)[number];
export type Features = Readonly<Record<Feature, number>>;

export function featuresOf(a: Entry, b: Entry, corpus: Corpus): Features {
  return { ...textFeatures(a, b), ...voices(a, b, corpus) };
}

function textFeatures(a: Entry, b: Entry) {
  const words = overlap(a.words, b.words);
  const names = overlap(a.identifiers, b.identifiers);
  const [shorter = 0, longer = 0] = [a.words.ids.length, b.words.ids.length].sort((x, y) => x - y);
  const named = a.identifiers.ids.length > 0 && b.identifiers.ids.length > 0;
  return {
    'words.jaccard': words.jaccard,
    'words.weighted': words.weighted,
    'words.contained': words.contained,
    'words.shared': Math.log1p(words.shared),
    'words.rarest': words.rarest,
    'words.unshared': words.unshared,
    'identifiers.weighted': names.weighted,
    'identifiers.contained': names.contained,
    'identifiers.shared': Math.log1p(names.shared),
    'identifiers.rarest': names.rarest,
    'identifiers.absent': Number(!named),
    'identifiers.disjoint': Number(named && names.shared === 0),
    'concerns.shared': shareOf(a.concerns, b.concerns),
    'length.shorter': Math.log1p(shorter),
    'length.ratio': ratio(shorter, longer),
  };
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const item of a) common += Number(b.has(item));
  return ratio(common, a.size + b.size - common);
}

/**
 * What third findings say. A finding that is like both joins two wordings that share few words (`bridge`); two that are
 * like the same others are likely the same (`common`); and each text speaks with the words of its peers (`expanded`,
 * Rocchio's relevance feedback).
 */
function voices(a: Entry, b: Entry, corpus: Corpus) {
  const ofA = corpus.peers(a);
  const ofB = new Map(corpus.peers(b).map(({ item, likeness }) => [item, likeness]));
  const direct = likeness(a.words, b.words) * worth(a.claim, b.claim);
  const bridges: number[] = [];
  let dot = 0;
  for (const { item, likeness } of ofA) {
    const other = ofB.get(item);
    if (item === b || other === undefined) continue;
    bridges.push(Math.min(likeness, other));
    dot += (likeness * other) ** 3;
  }
  bridges.sort((x, y) => y - x);
  const [bridge = 0, second = 0, third = 0] = bridges;
  return {
    'peers.bridge': bridge,
    'peers.bridges': (bridge + second + third) / 3,
    'peers.common': ratio(dot, lengthWithout(b, ofA) * lengthWithout(a, corpus.peers(b))),
    'peers.gain': Math.max(0, bridge - direct),
    'peers.expanded': cosine(expanded(a, corpus), expanded(b, corpus)),
  };
}

/** Length of the vector of cubed likenesses to all peers but one: the cube lets the likest peers speak. */
function lengthWithout(one: Entry, peers: readonly Peer<Entry>[]): number {
  return Math.sqrt(peers.reduce((sum, { item, likeness }) => sum + (item === one ? 0 : likeness ** 6), 0));
}

type Vector = ReadonlyMap<number, number>;
const expansions = new WeakMap<Corpus, Map<Entry, Vector>>();
const feedbackPeers = 5;
const feedbackWeight = 0.5;

function expanded(entry: Entry, corpus: Corpus): Vector {
  let known = expansions.get(corpus);
  if (known === undefined) expansions.set(corpus, (known = new Map<Entry, Vector>()));
  let vector = known.get(entry);
  if (vector === undefined) known.set(entry, (vector = expand(entry, corpus)));
  return vector;
}

function expand(entry: Entry, corpus: Corpus): Vector {
  const vector = new Map<number, number>();
  add(vector, entry.words, 1);
  for (const { item, likeness } of corpus.peers(entry).slice(0, feedbackPeers)) {
    add(vector, item.words, feedbackWeight * likeness);
  }
  return normalised(vector);
}

function add(vector: Map<number, number>, { ids, weights, counts }: Bag, factor: number): void {
  const value = (index: number) => (1 + Math.log(counts[index] ?? 1)) * (weights[index] ?? 0);
  let square = 0;
  for (let index = 0; index < ids.length; index += 1) square += value(index) ** 2;
  const scale = ratio(factor, Math.sqrt(square));
  ids.forEach((id, index) => vector.set(id, (vector.get(id) ?? 0) + value(index) * scale));
}

function normalised(vector: Map<number, number>): Vector {
  let square = 0;
  for (const value of vector.values()) square += value * value;
  const length = Math.sqrt(square);
  for (const [id, value] of vector) vector.set(id, ratio(value, length));
  return vector;
}

function cosine(a: Vector, b: Vector): number {
  if (a.size > b.size) return cosine(b, a);
  let sum = 0;
  for (const [id, value] of a) sum += value * (b.get(id) ?? 0);
  return sum;
}
