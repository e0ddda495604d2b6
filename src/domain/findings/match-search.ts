import { likeness, type Bag } from './match-bag.js';
import { nearness, reach, type Place } from './match-place.js';

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

/** What a finding at another place still has in common with this one: much in another wording, little as a claim. */
const otherFile = 0.2;
const otherLines = 0.4;
/** Work for a whole corpus: postings visited and peers kept, shared out among its items. */
const visitsOfAll = 4_000_000;
const peersOfAll = 240_000;

/**
 * Finds what may say the same as an item: items at its place, then those that share its rarest words. The work an item
 * may cost falls with the size of the corpus, so that no corpus is quadratic.
 */
export function searchIn<I extends Item>(items: readonly I[]): (item: I) => readonly Peer<I>[] {
  const atPlace = placesOf(items);
  const holders = holdersOf(items);
  const maxVisits = Math.max(400, Math.floor(visitsOfAll / Math.max(1, items.length)));
  const maxPeers = Math.max(24, Math.floor(peersOfAll / Math.max(1, items.length)));
  return (item) => {
    const found = new Set<I>();
    for (const other of atPlace(item.claim)) {
      if (found.size >= maxVisits / 4) break;
      found.add(other);
    }
    let visits = 0;
    for (const holding of byRarity(item.words, holders)) {
      for (const other of holding) {
        found.add(other);
        visits += 1;
        if (visits >= maxVisits) break;
      }
      if (visits >= maxVisits) break;
    }
    found.delete(item);
    const peers: Peer<I>[] = [];
    for (const other of found) {
      const alike = likeness(item.words, other.words) * placeFactor(item.claim, other.claim);
      if (alike > 0.02) peers.push({ item: other, likeness: alike });
    }
    return peers.sort((a, b) => b.likeness - a.likeness).slice(0, maxPeers);
  };
}

/** 1 at the same or an unknown place. */
export function placeFactor(a: Place, b: Place): number {
  if (nearness(a, b) !== 'apart') return 1;
  return a.file === b.file ? otherLines : otherFile;
}

function holdersOf<I extends Item>(items: readonly I[]): ReadonlyMap<number, readonly I[]> {
  const holders = new Map<number, I[]>();
  for (const item of items) {
    for (const id of item.words.ids) {
      const holding = holders.get(id);
      if (holding === undefined) holders.set(id, [item]);
      else holding.push(item);
    }
  }
  return holders;
}

/** Holders of the words, the rarest word first. */
function byRarity<I>(words: Bag, holders: ReadonlyMap<number, readonly I[]>): readonly (readonly I[])[] {
  return Array.from(words.ids, (id) => holders.get(id) ?? []).sort((a, b) => a.length - b.length);
}

/** Items whose lines may touch a place, found by bands of lines; a long range stands in its first bands only. */
function placesOf<I extends Item>(items: readonly I[]): (place: Place) => Iterable<I> {
  const bands = new Map<string, I[]>();
  for (const item of items) {
    for (const band of bandsOf(item.claim, 0)) {
      const there = bands.get(band);
      if (there === undefined) bands.set(band, [item]);
      else there.push(item);
    }
  }
  return function* (place) {
    for (const band of bandsOf(place, reach)) yield* bands.get(band) ?? [];
  };
}

const bandLines = 16;
const maxBands = 8;

function bandsOf({ file, line, endLine }: Place, margin: number): readonly string[] {
  if (file === undefined || line === undefined) return [];
  const first = Math.floor((line - margin) / bandLines);
  const last = Math.floor((Math.max(line, endLine ?? line) + margin) / bandLines);
  return Array.from({ length: Math.min(maxBands, last - first + 1) }, (_, index) => `${first + index}:${file}`);
}
