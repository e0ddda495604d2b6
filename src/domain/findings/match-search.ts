import { likeness, type Bag } from './match-bag.js';
import { nearness, type Place } from './match-place.js';

/** What the search knows of a finding. */
export interface Item {
  readonly claim: Place;
  readonly words: Bag;
}

/** Another item and how much it has in common with the one asked for, 0-1. */
export interface Peer<I> {
  readonly item: I;
  readonly likeness: number;
}

/** Work for a whole corpus, shared out among its items: postings visited and peers kept. No corpus costs quadratic time. */
const visitsOfAll = 2_500_000;
const peersOfAll = 160_000;
/** What the likeness of a finding at another place is worth. */
const otherLines = 0.4;
const otherFile = 0.2;
/** Up to so many items the other files are searched too: their findings tell how common a wording is. */
const searchedWhole = 1_000;
/** Below this likeness an item has nothing to say. */
const leastLikeness = 0.02;

/** Holders of each word, as positions in the list of items. */
type Postings = Map<number, number[]>;

/**
 * Finds what may say the same as an item: items that share its rarest words, the likest first. In a large corpus the words of an item that names
 * a file are looked up only among the items of that file and those without one.
 */
export function searchIn<I extends Item>(items: readonly I[]): (item: I) => readonly Peer<I>[] {
  const everywhere: Postings = new Map();
  const byFile = new Map<string | undefined, Postings>();
  items.forEach((item, index) => {
    post(everywhere, item.words, index);
    const { file } = item.claim;
    const there = byFile.get(file) ?? new Map<number, number[]>();
    byFile.set(file, there);
    post(there, item.words, index);
  });
  const maxVisits = Math.max(200, Math.floor(visitsOfAll / Math.max(1, items.length)));
  const maxPeers = Math.max(16, Math.floor(peersOfAll / Math.max(1, items.length)));
  const sharedBy = new Float64Array(items.length);
  return (item) => {
    const { file } = item.claim;
    const postings =
      file === undefined || items.length <= searchedWhole ? [everywhere] : [byFile.get(file), byFile.get(undefined)];
    const found: number[] = [];
    for (const held of postings) if (held !== undefined) visit(item.words, held, maxVisits, sharedBy, found);
    const best = found.length > maxPeers ? found.sort((a, b) => at(sharedBy, b) - at(sharedBy, a) || a - b) : found;
    const peers: Peer<I>[] = [];
    for (const index of best) {
      const other = items[index];
      if (other === undefined || other === item) continue;
      const alike = likeness(item.words, other.words) * worth(item.claim, other.claim);
      if (alike > leastLikeness) peers.push({ item: other, likeness: alike });
      if (peers.length >= maxPeers) break;
    }
    for (const index of found) sharedBy[index] = 0;
    return peers.sort((a, b) => b.likeness - a.likeness);
  };
}

function post(postings: Postings, { ids }: Bag, index: number): void {
  for (const id of ids) {
    const holders = postings.get(id);
    if (holders === undefined) postings.set(id, [index]);
    else holders.push(index);
  }
}

/** Adds up the weight of the words shared with each holder, the rarest word first, until the visits are used up. */
function visit(words: Bag, postings: Postings, maxVisits: number, sharedBy: Float64Array, found: number[]): void {
  const order = Array.from(words.ids, (id, position) => ({
    holders: postings.get(id) ?? [],
    weight: at(words.weights, position),
  }));
  order.sort((a, b) => a.holders.length - b.holders.length);
  let visits = 0;
  for (const { holders, weight } of order) {
    for (const index of holders) {
      if (sharedBy[index] === 0) found.push(index);
      sharedBy[index] = at(sharedBy, index) + weight;
      visits += 1;
      if (visits >= maxVisits) return;
    }
  }
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

function worth(a: Place, b: Place): number {
  if (nearness(a, b) !== 'apart') return 1;
  return a.file === b.file ? otherLines : otherFile;
}
