import { likeness, overlap, ratio } from './match-bag.js';
import type { Corpus, Entry } from './match-corpus.js';
import { worth, type Peer } from './match-search.js';
import { cosine } from './match-vector.js';

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
  const words = overlap(a.words, b.words);
  const names = overlap(a.identifiers, b.identifiers);
  const shorter = Math.min(a.words.ids.length, b.words.ids.length);
  const named = a.identifiers.ids.length > 0 && b.identifiers.ids.length > 0;
  const { bridge, bridges, common, gain, expanded } = voices(a, b, corpus);
  // One object, written out: of a large review there are tens of thousands.
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
    'length.ratio': ratio(shorter, Math.max(a.words.ids.length, b.words.ids.length)),
    'peers.bridge': bridge,
    'peers.bridges': bridges,
    'peers.common': common,
    'peers.gain': gain,
    'peers.expanded': expanded,
  };
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const item of a) common += Number(b.has(item));
  return ratio(common, a.size + b.size - common);
}

/**
 * What third findings say. A finding that is like both joins two wordings that share few words (`bridge`); two that are
 * like the same others are likely the same (`common`); and each text speaks with the words of its peers (`expanded`).
 */
function voices(a: Entry, b: Entry, corpus: Corpus) {
  const ofA = corpus.peers(a);
  const ofB = corpus.peers(b);
  const bridges: number[] = [];
  let dot = 0;
  for (const { item, likeness } of ofA) {
    const other = item === b ? 0 : likenessTo(item, ofB);
    if (other === 0) continue;
    bridges.push(Math.min(likeness, other));
    dot += cube(likeness * other);
  }
  bridges.sort((x, y) => y - x);
  const [bridge = 0, second = 0, third = 0] = bridges;
  const direct = likeness(a.words, b.words) * worth(a.claim, b.claim);
  return {
    bridge,
    bridges: (bridge + second + third) / 3,
    common: ratio(dot, lengthWithout(b, ofA) * lengthWithout(a, ofB)),
    gain: Math.max(0, bridge - direct),
    expanded: cosine(corpus.expanded(a), corpus.expanded(b)),
  };
}

/** 0 for one that is no peer: peers are at least a little alike. */
function likenessTo(one: Entry, peers: readonly Peer<Entry>[]): number {
  for (const { item, likeness } of peers) if (item === one) return likeness;
  return 0;
}

/** Length of the vector of cubed likenesses to all peers but one: the cube lets the likest peers speak. */
function lengthWithout(one: Entry, peers: readonly Peer<Entry>[]): number {
  let square = 0;
  for (const { item, likeness } of peers) if (item !== one) square += cube(likeness) ** 2;
  return Math.sqrt(square);
}

function cube(value: number): number {
  return value * value * value;
}
