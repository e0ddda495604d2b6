import { corpusOf, type Corpus, type Entry } from './match-corpus.js';
import { nearness } from './match-place.js';
import type { Claim } from './match-read.js';
import { matchEntries } from './match.js';

/** Something that seats said once: findings with one fingerprint. */
export interface Voice {
  /** Unique; orders voices that nothing else tells apart. */
  readonly key: string;
  readonly claim: Claim;
  readonly seats: ReadonlySet<string>;
  /** Raised by a rule of the embedded reviewers only: two such voices are joined by their fingerprint or not at all. */
  readonly ruled: boolean;
}

export interface Cluster<V extends Voice> {
  readonly voices: readonly V[];
  /** Another seat asks for the opposite at the same place. */
  readonly contradicted: boolean;
}

interface Edge<V> {
  readonly a: V;
  readonly b: V;
  readonly score: number;
}

interface Growing<V> {
  readonly voices: V[];
  readonly seats: Set<string>;
  ruled: boolean;
}

/**
 * Joins voices of different seats that say the same (`matchScore`), surest first. A cluster holds no seat twice, and its
 * members are the same on average, so that a chain of half-likenesses doesn't join what its ends keep apart. The order of
 * the voices makes no difference.
 */
export function cluster<V extends Voice>(voices: readonly V[]): readonly Cluster<V>[] {
  const homes = new Map(voices.map((voice): [V, Growing<V>] => [voice, grow(voice)]));
  const contradicted = new Set<V>();
  if (voices.some(({ ruled }) => !ruled)) {
    const corpus = corpusOf(voices.map(({ claim }) => claim));
    for (const { a, b } of edges(voices, corpus, contradicted)) join(homes, a, b, corpus);
  }
  return [...new Set(homes.values())].map((home) => ({
    voices: home.voices,
    contradicted: home.voices.some((voice) => contradicted.has(voice)),
  }));
}

function grow<V extends Voice>(voice: V): Growing<V> {
  return { voices: [voice], seats: new Set(voice.seats), ruled: voice.ruled };
}

function edges<V extends Voice>(voices: readonly V[], corpus: Corpus, contradicted: Set<V>): readonly Edge<V>[] {
  const byEntry = new Map<Entry, V[]>();
  for (const voice of voices) {
    const entry = corpus.entry(voice.claim);
    const there = byEntry.get(entry);
    if (there === undefined) byEntry.set(entry, [voice]);
    else there.push(voice);
  }
  const found: Edge<V>[] = [];
  const compare = (entry: Entry, other: Entry) => {
    const there = byEntry.get(other);
    if (there === undefined || nearness(entry.claim, other.claim) === 'apart') return;
    for (const a of byEntry.get(entry) ?? []) {
      for (const b of there) {
        if (a.key >= b.key || !mayMeet(a, b)) continue;
        const { score, same, contradiction } = matchEntries(entry, other, corpus);
        if (contradiction) contradicted.add(a).add(b);
        if (same) found.push({ a, b, score });
      }
    }
  };
  for (const entry of byEntry.keys()) {
    compare(entry, entry);
    for (const { item } of corpus.peers(entry)) compare(entry, item);
  }
  return found.sort((x, y) => y.score - x.score || order(x.a.key, y.a.key) || order(x.b.key, y.b.key));
}

function mayMeet(a: Pick<Voice, 'seats' | 'ruled'>, b: Pick<Voice, 'seats' | 'ruled'>): boolean {
  if (a.ruled && b.ruled) return false;
  for (const seat of a.seats) if (b.seats.has(seat)) return false;
  return true;
}

function join<V extends Voice>(homes: Map<V, Growing<V>>, a: V, b: V, corpus: Corpus): void {
  const one = homes.get(a);
  const two = homes.get(b);
  if (one === undefined || two === undefined || one === two || !mayMeet(one, two) || !agree(one, two, corpus)) return;
  for (const voice of two.voices) {
    one.voices.push(voice);
    homes.set(voice, one);
  }
  for (const seat of two.seats) one.seats.add(seat);
  one.ruled ||= two.ruled;
}

function agree<V extends Voice>(one: Growing<V>, two: Growing<V>, corpus: Corpus): boolean {
  // Two alone are here because they are the same.
  if (one.voices.length === 1 && two.voices.length === 1) return true;
  let sum = 0;
  for (const a of one.voices) {
    for (const b of two.voices) {
      const { score, contradiction } = matchEntries(corpus.entry(a.claim), corpus.entry(b.claim), corpus);
      if (contradiction) return false;
      sum += score;
    }
  }
  return sum / (one.voices.length * two.voices.length) >= 0.5;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
