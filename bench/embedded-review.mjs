/**
 * What the frame of the embedded reviewers costs: a whole review against the same analyzers called by hand on the same
 * files, alternating in one process. `node bench/embedded-review.mjs [RANGE] [REPOSITORY]`, after `npm run build`.
 */
import { embeddedReviewer } from '../build/adapters/analyzers/embedded-reviewer.js';
import { materialise } from '../build/adapters/analyzers/frame/materialise.js';
import { readChange } from '../build/adapters/analyzers/frame/read-change.js';
import { embeddedAnalyzers } from '../build/adapters/analyzers/registry.js';
import { openRepository } from '../build/adapters/git/open-repository.js';
import { median } from './median.mjs';

const [range = 'HEAD', directory = '.'] = process.argv.slice(2);
const rounds = 7;
const { signal } = new globalThis.AbortController();
const storeEvidence = async () => '0'.repeat(64);

const repository = await openRepository(directory);
if ('refused' in repository) throw new Error(repository.message);
const frozen = await repository.freeze({ kind: 'range', range });
if ('refused' in frozen) throw new Error(frozen.message);

const packet = {
  reviewId: 'bench',
  frozen,
  classification: { type: 'code_change', reason: 'bench', protectedPaths: [], sensitivePaths: [] },
  criteria: [],
  exclusions: {},
  embeddedVerdict: {
    criticalConfidence: 40,
    importantConfidence: 60,
    minorConfidence: 75,
    cleanConfidence: 95,
    maxMinor: 2,
  },
};

let runs = [];
const reviewer = embeddedReviewer({ storeEvidence, onRuns: (each) => (runs = each) });
const analyzers = embeddedAnalyzers(storeEvidence);

async function review() {
  const start = performance.now();
  await reviewer.review(packet, reviewer.seats(packet), () => undefined, signal);
  return performance.now() - start;
}

/** Every analyzer that applies, side by side, with nothing compared, judged or answered. */
async function byHand() {
  const start = performance.now();
  const { files } = await readChange(packet);
  const onDisk = [];
  const materialised = () => (onDisk[0] ??= materialise(files));
  const input = { packet, files, materialised, progress: () => undefined, signal };
  await Promise.all(analyzers.filter((each) => each.applies(input)).map((each) => each.analyze(input)));
  for (const folder of await Promise.all(onDisk)) await folder.remove();
  return performance.now() - start;
}

const first = await review();
await byHand();
const times = { review: [], byHand: [] };
for (let round = 0; round < rounds; round += 1) {
  times.review.push(await review());
  times.byHand.push(await byHand());
}
const [ours, theirs] = [median(times.review), median(times.byHand)];
console.log(`${range}: ${frozen.change.files.length} entries, median of ${rounds}`);
console.log(`review   ${ours.toFixed(0)} ms (the first, which loads the libraries: ${first.toFixed(0)} ms)`);
console.log(`by hand  ${theirs.toFixed(0)} ms`);
console.log(`ratio    ${(ours / theirs).toFixed(2)} (bar 1.15)`);
for (const { analyzer, durationMs } of [...runs].sort((a, b) => b.durationMs - a.durationMs)) {
  if (durationMs >= 1) console.log(`  ${durationMs.toFixed(0).padStart(6)} ms  ${analyzer.name}`);
}
await frozen.close();
