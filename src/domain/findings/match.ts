import { walk } from './match-bag.js';
import { opposite } from './match-claims.js';
import { corpusOf, type Corpus, type Entry } from './match-corpus.js';
import { featuresOf, type Feature, type Features } from './match-features.js';
import { nearness, type Nearness } from './match-place.js';
import type { Claim } from './match-read.js';
import { alone, among, type Model } from './match-weights.js';

export interface Match {
  /** How likely both are one problem, 0-1; 0.5 is the threshold. Calibrated on the training pairs only. */
  readonly score: number;
  readonly same: boolean;
  /** They speak of the same thing at the same place and ask for opposite things; then `same` is false. */
  readonly contradiction: boolean;
  /** Why, for a person: place, shared names, shared words, third findings. */
  readonly because: readonly string[];
}

/** Findings besides the two from which the others of a review are asked. */
export const enoughPeers = 3;
const threshold = 0.5;
/** What is capped when place or claim forbid: one place and one claim make agreement, nothing less (SPEC 6.2). */
const belowThreshold = 0.49;
/** Score from which two findings that aren't the same speak of one thing; opposite claims about it contradict. */
const sameTopic = 0.15;

/**
 * Decides whether two findings of different reviewers are one problem, from place and words (SPEC 6.2). Severity and
 * category are no identity keys. `corpus` holds the findings of the review: give it, since with it the figures are
 * clearly better (docs/matching.md).
 */
export function matchScore(a: Claim, b: Claim, corpus: Corpus = corpusOf([a, b])): Match {
  const [one, two] = [corpus.entry(a), corpus.entry(b)];
  return {
    ...matchEntries(one, two, corpus),
    get because() {
      return reasons(one, two, featuresOf(one, two, corpus), nearness(a, b), corpus);
    },
  };
}

/** The same of what was read already, without the reasons: asked of every pair of a large review. */
export function matchEntries(a: Entry, b: Entry, corpus: Corpus): Omit<Match, 'because'> {
  const features = featuresOf(a, b, corpus);
  const place = nearness(a.claim, b.claim);
  const model = corpus.size - 2 < enoughPeers ? alone : among;
  const likely = 1 / (1 + Math.exp(-logOdds(features, place, isLocated(a, b), model)));
  const contradiction = place !== 'apart' && likely >= sameTopic && opposite(a.demand(), b.demand());
  const score = contradiction || place === 'apart' ? Math.min(likely, belowThreshold) : likely;
  return { score, same: score >= threshold, contradiction };
}

function isLocated(a: Entry, b: Entry): boolean {
  return a.claim.file !== undefined && b.claim.file !== undefined;
}

function logOdds(features: Features, place: Nearness, located: boolean, model: Model): number {
  const text = model.intercept + weighed(model.weights, features);
  if (!located) return text;
  const { intercept, text: slope, apart, weights } = model.located;
  return intercept + slope * text + (place === 'apart' ? apart : 0) + weighed(weights, features);
}

function weighed(weights: Model['weights'], features: Features): number {
  let sum = 0;
  for (const [name, weight] of listed(weights)) sum += weight * features[name];
  return sum;
}

const lists = new Map<Model['weights'], readonly (readonly [Feature, number])[]>();

/** Weights as a list, made once: ten thousand pairs are weighed with the same few. */
function listed(weights: Model['weights']): readonly (readonly [Feature, number])[] {
  let list = lists.get(weights);
  if (list === undefined) lists.set(weights, (list = Object.entries(weights) as [Feature, number][]));
  return list;
}

const bridgeWorthTelling = 0.3;

function reasons(a: Entry, b: Entry, features: Features, place: Nearness, corpus: Corpus): readonly string[] {
  const because: string[] = [];
  if (place === 'together') because.push(`same place: ${spot(a.claim)} and ${spot(b.claim)}`);
  if (place === 'apart') because.push(`different places: ${spot(a.claim)} and ${spot(b.claim)}`);
  const names = shared(a, b, 'identifiers', corpus).map((name) => name.slice(1));
  if (names.length > 0) because.push(`both name ${names.join(', ')}`);
  else if (features['identifiers.disjoint'] > 0) because.push('they name different code');
  const words = shared(a, b, 'words', corpus);
  if (words.length > 0) because.push(`both say ${words.join(', ')}`);
  const concerns = [...a.concerns].filter((concern) => b.concerns.has(concern));
  if (concerns.length > 0) because.push(`both concern ${concerns.join(', ')}`);
  if (features['peers.bridge'] >= bridgeWorthTelling) because.push('a third finding is like both');
  if (place !== 'apart' && opposite(a.demand(), b.demand())) because.push('they ask for opposite things');
  return because;
}

function spot({ file = 'the change', line, endLine }: Claim): string {
  if (line === undefined) return file;
  return endLine === undefined || endLine === line ? `${file}:${line}` : `${file}:${line}-${endLine}`;
}

/** The most telling shared terms, at most four. */
function shared(a: Entry, b: Entry, kind: 'words' | 'identifiers', corpus: Corpus): readonly string[] {
  const terms: [number, string][] = [];
  walk(a[kind], b[kind], (inA, inB) => {
    if (inA >= 0 && inB >= 0) terms.push([a[kind].weights[inA] ?? 0, corpus.termOf(a[kind].ids[inA] ?? 0)]);
  });
  return terms
    .sort(([x, s], [y, t]) => y - x || (s < t ? -1 : 1))
    .slice(0, 4)
    .map(([, term]) => term);
}
