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
const peersOfAll = 200_000;
/** What the likeness of a finding at another place is worth. */
const otherLines = 0.4;
const otherFile = 0.2;
/** Up to so many items each is compared with every other one. */
const searchedWhole = 600;
/** Below this likeness an item has nothing to say. */
const leastLikeness = 0.02;

/** Holders of a word, as positions in the list of items, and how telling it is. */
interface Posting {
  readonly holders: number[];
  readonly weight: number;
}

type Postings = Map<number, Posting>;

/**
 * Finds what may say the same as an item: items that share its rarest words, the likest first. In a large corpus an item
 * that names a file is compared only with the items of that file and those without one.
 */
export function searchIn<I extends Item>(items: readonly I[]): (item: I) => readonly Peer<I>[] {
  const candidates = items.length <= searchedWhole ? everyOne(items) : fileSearch(items);
  const maxPeers = Math.max(16, Math.floor(peersOfAll / Math.max(1, items.length)));
  return (item) => {
    const peers: Peer<I>[] = [];
    for (const index of candidates(item, maxPeers * 2)) {
      const other = items[index];
      if (other === undefined || other === item) continue;
      const alike = likeness(item.words, other.words) * worth(item.claim, other.claim);
      if (alike > leastLikeness) peers.push({ item: other, likeness: alike });
    }
    return peers.sort((a, b) => b.likeness - a.likeness).slice(0, maxPeers);
  };
}

/** Positions of the items worth comparing, at most about so many. */
type Candidates = (item: Item, most: number) => readonly number[];

function everyOne(items: readonly Item[]): Candidates {
  const all = [...items.keys()];
  return () => all;
}

function fileSearch(items: readonly Item[]): Candidates {
  const byFile = new Map<string | undefined, number[]>();
  items.forEach(({ claim }, index) => {
    const there = byFile.get(claim.file);
    if (there === undefined) byFile.set(claim.file, [index]);
    else there.push(index);
  });
  const everywhere = byFile.has(undefined) ? byWords(items, [...items.keys()]) : undefined;
  const placeless = byFile.has(undefined) ? byWords(items, byFile.get(undefined) ?? []) : undefined;
  const crowded = new Map<string, Candidates>();
  return (item, most) => {
    const { file } = item.claim;
    if (file === undefined) return everywhere?.(item, most) ?? [];
    const inFile = byFile.get(file) ?? [];
    const rest = placeless?.(item, most) ?? [];
    if (inFile.length <= most) return [...inFile, ...rest];
    let find = crowded.get(file);
    if (find === undefined) crowded.set(file, (find = byWords(items, inFile)));
    return [...find(item, most), ...rest];
  };
}

/** Adds up the weight of the words that an item shares with others, the rarest word first, until the visits are used up. */
function byWords(items: readonly Item[], members: readonly number[]): Candidates {
  const postings: Postings = new Map();
  for (const index of members) post(postings, items[index]?.words, index);
  const maxVisits = Math.max(200, Math.floor(visitsOfAll / Math.max(1, items.length)));
  const sharedBy = new Float64Array(items.length);
  return (item, most) => {
    const found: number[] = [];
    visit(item.words, postings, maxVisits, sharedBy, found);
    if (found.length > most) found.sort((a, b) => (sharedBy[b] ?? 0) - (sharedBy[a] ?? 0) || a - b);
    for (const index of found) sharedBy[index] = 0;
    return found.slice(0, most);
  };
}

function post(postings: Postings, words: Bag | undefined, index: number): void {
  words?.ids.forEach((id, position) => {
    const posting = postings.get(id);
    if (posting === undefined) postings.set(id, { holders: [index], weight: words.weights[position] ?? 0 });
    else posting.holders.push(index);
  });
}

function visit(words: Bag, postings: Postings, maxVisits: number, sharedBy: Float64Array, found: number[]): void {
  const order: Posting[] = [];
  for (const id of words.ids) {
    const posting = postings.get(id);
    if (posting !== undefined) order.push(posting);
  }
  order.sort((a, b) => a.holders.length - b.holders.length);
  let left = maxVisits;
  for (const { holders, weight } of order) {
    const end = Math.min(holders.length, left);
    for (let at = 0; at < end; at += 1) {
      const index = holders[at] ?? 0;
      const shared = sharedBy[index] ?? 0;
      if (shared === 0) found.push(index);
      sharedBy[index] = shared + weight;
    }
    left -= end;
    if (left === 0) return;
  }
}

/** What a likeness is worth between two places, 0-1. */
export function worth(a: Place, b: Place): number {
  if (nearness(a, b) !== 'apart') return 1;
  return a.file === b.file ? otherLines : otherFile;
}
