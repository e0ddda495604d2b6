import { bag, type Bag } from './match-bag.js';
import { demandOf, type Demand } from './match-claims.js';
import { priorText } from './match-prior.js';
import { claimReader, keyOf, vocabulary, type Claim, type Reading } from './match-read.js';
import { searchIn, type Peer } from './match-search.js';
import { expander, type Vector } from './match-vector.js';

/** A claim read against its corpus. */
export interface Entry extends Pick<Reading, 'claim' | 'key' | 'concerns'> {
  readonly words: Bag;
  readonly identifiers: Bag;
  /** What the claim wants of the code; read when it is asked for. */
  demand(): Demand;
}

/** The findings of a review: against them a word is rare or common, and a third finding can speak for two. */
export interface Corpus {
  /** Number of different claims. */
  readonly size: number;
  entry(claim: Claim): Entry;
  /** Claims that have something in common with this one, the likest first; never itself. */
  peers(entry: Entry): readonly Peer<Entry>[];
  /** The claim in its own words and those of its likest peers. */
  expanded(entry: Entry): Vector;
  termOf(id: number): string;
}

/** Weight of the prior against the corpus, in findings, and the frequency of a term that the prior doesn't know. */
const priorFindings = 20;
const unknownFrequency = 0.002;

/** Frequency of a stem among findings in general, 0-1. */
export type Prior = ReadonlyMap<string, number>;

const generalPrior: Prior = readPrior(priorText);

export function readPrior(text: string): Prior {
  return new Map(
    text.split(' ').map((item): [string, number] => {
      const [stem = '', perMille = ''] = item.split(':');
      return [stem, Number(perMille) / 1000];
    }),
  );
}

/** Reads claims into a corpus. The order of the claims and claims that stand twice make no difference. */
export function corpusOf(claims: readonly Claim[], prior: Prior = generalPrior): Corpus {
  const words = vocabulary();
  const read = claimReader(words);
  const readings = distinct(claims).map(([, claim]) => read(claim));
  const holding = frequencies(readings);
  const weigh = (id: number) => {
    const expected = priorFindings * (prior.get(words.termOf(id)) ?? unknownFrequency);
    return -Math.log(((holding[id] ?? 0) + expected) / (readings.length + priorFindings));
  };
  const toEntry = ({ claim, key, concerns, ...terms }: Reading): Entry => ({
    claim,
    key,
    concerns,
    words: bag(terms.words, weigh),
    identifiers: bag(terms.identifiers, weigh),
    demand: demandOnce(claim),
  });
  const entries = new Map(readings.map((reading): [string, Entry] => [reading.key, toEntry(reading)]));
  const peers = once(searchIn([...entries.values()]));
  const expand = expander();
  const met = new Map<Claim, Entry>();
  return {
    size: readings.length,
    entry(claim) {
      let entry = met.get(claim);
      if (entry === undefined) met.set(claim, (entry = entries.get(keyOf(claim)) ?? toEntry(read(claim))));
      return entry;
    },
    peers,
    expanded: once((entry) => expand(entry, peers(entry))),
    termOf: words.termOf,
  };
}

function distinct(claims: readonly Claim[]): readonly (readonly [string, Claim])[] {
  const byKey = new Map(claims.map((claim): [string, Claim] => [keyOf(claim), claim]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Number of readings that hold a term, by id. */
function frequencies(readings: readonly Reading[]): readonly number[] {
  const holding: number[] = [];
  for (const { words, identifiers } of readings) {
    for (const id of words.ids) holding[id] = (holding[id] ?? 0) + 1;
    for (const id of identifiers.ids) holding[id] = (holding[id] ?? 0) + 1;
  }
  return holding;
}

function demandOnce({ message }: Claim): () => Demand {
  let known: Demand | undefined;
  return () => (known ??= demandOf(message));
}

function once<T>(make: (entry: Entry) => T): (entry: Entry) => T {
  const made = new Map<Entry, T>();
  return (entry) => {
    let found = made.get(entry);
    if (found === undefined) made.set(entry, (found = make(entry)));
    return found;
  };
}
