#!/usr/bin/env node
// npm run eval:matching -- FILE.jsonl [--alone]
// One line a pair {id, same, score} on stdout; where rows carry `same`, figures with the baseline beside them on stderr.
// The findings of one `pr` in the file are each other's corpus; --alone judges every pair by itself.
import process from 'node:process';
import { existsSync } from 'node:fs';
import { groupBy, readPairs } from './matching/data.mjs';
import { bestThreshold, f1, jaccardOf, table } from './matching/measure.mjs';

const built = new URL('../build/domain/findings/match.js', import.meta.url);
const [file, flag] = process.argv.slice(2);
if (file === undefined || (flag !== undefined && flag !== '--alone')) {
  fail('usage: npm run eval:matching -- FILE.jsonl [--alone]');
}
if (!existsSync(built)) fail('build/ is missing: run npm run build first');
const { matchScore } = await import(built.href);
const { corpusOf } = await import(new URL('match-corpus.js', built).href);

const pairs = readPairsOrFail(file);
const judged = [...groupBy(pairs, ({ pr }) => pr).values()].flatMap((rows) => {
  const together = flag === '--alone' ? undefined : corpusOf(rows.flatMap(({ a, b }) => [a, b]));
  return rows.map((pair) => ({ pair, match: matchScore(pair.a, pair.b, together) }));
});
const matches = new Map(judged.map(({ pair, match }) => [pair, match]));
const lines = pairs.map((pair) => {
  const { same, score } = matches.get(pair);
  return JSON.stringify({ id: pair.id, same, score: Number(score.toFixed(4)) });
});
process.stdout.write(lines.length === 0 ? '' : `${lines.join('\n')}\n`);

const labelled = pairs.filter(({ same }) => typeof same === 'boolean');
if (labelled.length > 0) report(labelled);

function report(rows) {
  const scored = rows.map((pair) => ({
    ...pair,
    predicted: matches.get(pair).same,
    score: jaccardOf(pair.a.message, pair.b.message),
  }));
  // The baseline gets the thresholds that suit it best on these very rows, one for each form.
  const thresholds = new Map(
    [true, false].map((located) => [located, bestThreshold(scored.filter((row) => row.located === located))]),
  );
  const baseline = (list) =>
    f1(list.map((row) => ({ ...row, predicted: row.score >= thresholds.get(row.located) }))).f1;
  const line = (name, list) => {
    const { rows: count, are, precision, recall, f1: value } = f1(list);
    return [name, count, are, precision, recall, value, baseline(list)];
  };
  const kinds = [...groupBy(scored, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1));
  const forms = [
    ['all', scored],
    ['text only', scored.filter(({ located }) => !located)],
    ['located', scored.filter(({ located }) => located)],
    ...kinds,
  ];
  console.error(
    table(
      ['pairs', 'rows', 'same', 'precision', 'recall', 'F1', 'Jaccard F1'],
      forms.filter(([, list]) => list.length > 0).map(([name, list]) => line(name, list)),
    ),
  );
  const opposed = rows.filter(({ contradiction }) => contradiction);
  const found = rows.filter((pair) => matches.get(pair).contradiction);
  const right = found.filter(({ contradiction }) => contradiction).length;
  const joined = opposed.filter((pair) => matches.get(pair).same).length;
  console.error(
    `contradictions: ${opposed.length} labelled, ${right} found, ${joined} taken for the same; ${found.length - right} others called so, of them ${found.filter(({ same }) => same).length} labelled same`,
  );
}

function readPairsOrFail(path) {
  try {
    return readPairs(path);
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
