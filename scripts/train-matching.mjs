#!/usr/bin/env node
// Trains the matcher offline: node scripts/train-matching.mjs PAIRS.jsonl FINDINGS.jsonl [--write]
// Prints cross-validated figures (grouped by pull request); --write replaces match-prior.ts and match-weights.ts.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { demandOf, opposite } from '../build/domain/findings/match-claims.js';
import { corpusOf, readPrior } from '../build/domain/findings/match-corpus.js';
import { featuresOf, loneFeatures, pairFeatures, peerFeatures } from '../build/domain/findings/match-features.js';
import { nearness } from '../build/domain/findings/match-place.js';
import { enoughPeers } from '../build/domain/findings/match.js';
import { termReader } from '../build/domain/findings/match-terms.js';
import { groupBy, readLines, readPairs } from './matching/data.mjs';
import { fit, predict } from './matching/logistic.mjs';
import { bestThreshold, f1, jaccardOf, table } from './matching/measure.mjs';

const [pairsFile, findingsFile, write] = process.argv.slice(2);
if (findingsFile === undefined) {
  console.error('usage: node scripts/train-matching.mjs PAIRS.jsonl FINDINGS.jsonl [--write]');
  process.exit(2);
}
const folds = 10;
const seeds = [1, 2, 3];
const say = (text) => console.error(text);
/** Measures that say something else at one place, where texts share words since they speak of one code. */
const atPlace = { among: ['length.shorter', 'peers.bridge'], alone: ['words.unshared'] };
// The bridge is left to the model of place: there it pays, in the text model it repeats `bridges`.
const peerMeasures = peerFeatures.filter((name) => name !== 'peers.bridge');
const settings = {
  among: {
    measures: [...pairFeatures, ...peerMeasures],
    modes: ['review', 'panel'],
    place: { measures: atPlace.among, modes: ['review'], penalty: 0.2 },
  },
  // It also decides in reviews with few other findings.
  alone: {
    measures: [...pairFeatures, ...loneFeatures],
    modes: ['alone'],
    place: { measures: atPlace.alone, modes: ['alone', 'review'], penalty: 1 },
  },
};

const pairs = readPairs(pairsFile).filter(({ same }) => typeof same === 'boolean');
const reviews = groupBy(pairs, ({ pr }) => pr);
const priorText = priorOf(readLines(findingsFile));
const prior = readPrior(priorText);
const sizes = { review: new Map(), panel: new Map(), alone: new Map() };
const measured = Object.fromEntries(['review', 'panel', 'alone'].map((mode) => [mode, measureAll(mode)]));

const figures = [];
for (const [label, mode] of [
  ['all findings of the review', 'review'],
  ['a panel of four', 'panel'],
  ['the two alone', 'alone'],
]) {
  figures.push(
    row(
      label,
      seeds.map((seed) => validate(mode, seed)),
    ),
  );
}
figures.push(
  row(
    'token Jaccard',
    seeds.map((seed) => validateJaccard(seed)),
  ),
);
console.log(`F1, ${folds}-fold over pull requests, mean of ${seeds.length} splits`);
console.log(table(['against', 'text only', 'golden-tool', 'tool-tool', 'located', 'tool-tool-located'], figures));

if (write === '--write') {
  const folder = new URL('../src/domain/findings/', import.meta.url);
  writeFileSync(new URL('match-prior.ts', folder), priorSource());
  writeFileSync(new URL('match-weights.ts', folder), weightsSource());
  say('wrote match-prior.ts and match-weights.ts; run npx prettier --write src/domain/findings and npm run build');
}

/** How many of 1,000 findings hold a stem: mean over reviews of five findings or more, stems of three reviews or more. */
function priorOf(findings) {
  const read = termReader();
  const sums = new Map();
  const reviewed = [...groupBy(findings, ({ pr }) => pr).values()].filter(({ length }) => length >= 5);
  for (const docs of reviewed) {
    const holding = new Map();
    for (const { text } of docs)
      for (const stem of new Set(read(text).stems)) holding.set(stem, (holding.get(stem) ?? 0) + 1);
    for (const [stem, count] of holding) {
      const { sum = 0, seen = 0 } = sums.get(stem) ?? {};
      sums.set(stem, { sum: sum + count / docs.length, seen: seen + 1 });
    }
  }
  return [...sums]
    .map(([stem, { sum, seen }]) => ({ stem, seen, perMille: Math.round((1000 * sum) / reviewed.length) }))
    .filter(({ stem, seen, perMille }) => seen >= 3 && perMille >= 4 && /^[a-z]+$/u.test(stem))
    .sort((a, b) => b.perMille - a.perMille || (a.stem < b.stem ? -1 : 1))
    .map(({ stem, perMille }) => `${stem}:${perMille}`)
    .join(' ');
}

/**
 * Measures of every pair against the findings of its whole review, against those of four tools (the pair's own and two
 * others, so that the weights also suit a panel), or against nothing.
 */
function measureAll(mode) {
  const started = Date.now();
  const found = new Map();
  for (const rows of reviews.values()) {
    const byTool = groupBy(
      rows.flatMap(({ tools, a, b }) => [
        { tool: tools[0], claim: a },
        { tool: tools[1], claim: b },
      ]),
      ({ tool }) => tool,
    );
    const tools = [...byTool.keys()].sort();
    const corpora = new Map();
    const corpusFor = (seats) => {
      const key = seats.join();
      if (!corpora.has(key))
        corpora.set(
          key,
          corpusOf(
            seats.flatMap((tool) => byTool.get(tool).map(({ claim }) => claim)),
            prior,
          ),
        );
      return corpora.get(key);
    };
    rows.forEach((pair, index) => {
      const others = [tools[(index * 7) % tools.length], tools[(index * 13 + 5) % tools.length]];
      const corpus =
        mode === 'alone'
          ? corpusOf([pair.a, pair.b], prior)
          : corpusFor(mode === 'review' ? tools : [...new Set([...pair.tools, ...others])].sort());
      sizes[mode].set(pair, corpus.size);
      found.set(pair, featuresOf(corpus.entry(pair.a), corpus.entry(pair.b), corpus));
    });
  }
  say(`${mode}: measured in ${Date.now() - started} ms`);
  return found;
}

/** Pull requests shared out so that the folds have about as many pairs. */
function foldsOf(seed) {
  let state = seed * 7919 + 1;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const load = new Array(folds).fill(0);
  const placed = new Map();
  const order = [...reviews].map(([pr, { length }]) => ({ pr, length, rank: length * (0.7 + 0.6 * random()) }));
  for (const { pr, length } of order.sort((a, b) => b.rank - a.rank)) {
    const fold = load.indexOf(Math.min(...load));
    placed.set(pr, fold);
    load[fold] += length;
  }
  return placed;
}

function train({ measures, modes, place: how }, rows) {
  const vector = (mode, pair) => measures.map((name) => measured[mode].get(pair)[name]);
  const examples = modes.flatMap((mode) => rows.map((pair) => ({ pair, row: vector(mode, pair) })));
  const text = fit(
    examples.map(({ row }) => row),
    examples.map(({ pair }) => pair.same),
    { penalty: 3 * modes.length },
  );
  const textOf = (mode, pair) => predict(text, vector(mode, pair));
  const [mode] = modes;
  text.intercept -= bestThreshold(
    rows.filter(({ located }) => !located).map((pair) => ({ same: pair.same, score: textOf(mode, pair) })),
  );
  const placeRow = (at, pair) => [
    textOf(at, pair),
    nearness(pair.a, pair.b) === 'apart' ? 1 : 0,
    ...how.measures.map((name) => measured[at].get(pair)[name]),
  ];
  const located = how.modes.flatMap((at) =>
    rows
      .filter((pair) => pair.located && (at === mode || sizes[at].get(pair) - 2 < enoughPeers))
      .map((pair) => ({ row: placeRow(at, pair), same: pair.same })),
  );
  const place = fit(
    located.map(({ row }) => row),
    located.map(({ same }) => same),
    { penalty: how.penalty },
  );
  place.intercept -= bestThreshold(located.map(({ row, same }) => ({ same, score: predict(place, row) })));
  const score = (at, pair) => (pair.located ? predict(place, placeRow(at, pair)) : textOf(at, pair));
  return { text, place, score };
}

/** The decision as the product takes it: weights by how many other claims there are, then the rules of match.ts. */
function validate(mode, seed) {
  const placed = foldsOf(seed);
  return Array.from({ length: folds }, (_, fold) => {
    const outside = pairs.filter(({ pr }) => placed.get(pr) !== fold);
    const among = train(settings.among, outside);
    const alone = train(settings.alone, outside);
    const score = (pair) =>
      sizes[mode].get(pair) - 2 < enoughPeers ? alone.score(mode, pair) : among.score(mode, pair);
    return pairs
      .filter(({ pr }) => placed.get(pr) === fold)
      .map((pair) => ({ ...pair, predicted: score(pair) >= 0 && !forbidden(pair) }));
  }).flat();
}

/** What the rules of match.ts keep apart whatever the score says. */
function forbidden({ a, b }) {
  return nearness(a, b) === 'apart' || opposite(demandOf(a.message), demandOf(b.message));
}

function validateJaccard(seed) {
  const placed = foldsOf(seed);
  const scored = pairs.map((pair) => ({ ...pair, score: jaccardOf(pair.a.message, pair.b.message) }));
  return Array.from({ length: folds }, (_, fold) => {
    const outside = scored.filter(({ pr }) => placed.get(pr) !== fold);
    const threshold = (located) => bestThreshold(outside.filter((pair) => pair.located === located));
    const [text, place] = [threshold(false), threshold(true)];
    return scored
      .filter(({ pr }) => placed.get(pr) === fold)
      .map((pair) => ({ ...pair, predicted: pair.score >= (pair.located ? place : text) }));
  }).flat();
}

function row(label, runs) {
  const mean = (pick) => runs.reduce((sum, rows) => sum + f1(rows.filter(pick)).f1, 0) / runs.length;
  return [
    label,
    mean(({ located }) => !located),
    ...['golden-tool', 'tool-tool'].map((kind) => mean((pair) => pair.kind === kind)),
    mean(({ located }) => located),
    mean(({ kind }) => kind === 'tool-tool-located'),
  ];
}

function priorSource() {
  const lines = priorText.match(/.{1,108}(?: |$)/gu).map((line) => `  '${line}'`);
  return `/** Generated by scripts/train-matching.mjs: of 1,000 findings of a review, how many hold a stem (mean over reviews). */\nexport const priorText =\n${lines.join(' +\n')};\n`;
}

function weightsSource() {
  const number = (value) => Number(value.toPrecision(4));
  const source = (name) => {
    const { measures, place: how } = settings[name];
    const { text, place } = train(settings[name], pairs);
    const [slope, apart, ...weights] = place.weights;
    return JSON.stringify({
      intercept: number(text.intercept),
      weights: Object.fromEntries(measures.map((measure, index) => [measure, number(text.weights[index])])),
      located: {
        intercept: number(place.intercept),
        text: number(slope),
        apart: number(apart),
        weights: Object.fromEntries(how.measures.map((measure, index) => [measure, number(weights[index])])),
      },
    });
  };
  return `import type { Feature } from './match-features.js';

// Generated by scripts/train-matching.mjs from ${pairs.length} labelled pairs of ${reviews.size} pull requests; docs/matching.md says how.

/** A logistic model: the log odds that two findings are the same, 0 at the threshold. */
export interface Model {
  readonly intercept: number;
  readonly weights: Readonly<Partial<Record<Feature, number>>>;
  /** Turns the log odds of the text into those of text and place. */
  readonly located: {
    readonly intercept: number;
    readonly text: number;
    readonly apart: number;
    readonly weights: Readonly<Partial<Record<Feature, number>>>;
  };
}

/** For two findings without others beside them. */
export const alone: Model = ${source('alone')};

/** For two findings of a review with more findings. */
export const among: Model = ${source('among')};
`;
}
