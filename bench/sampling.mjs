// Whether the bound on bad changes that pass unreviewed holds (docs/patterns.md): creators whose bad rate is known, against the
// rules that skip. Reviews find what is bad, and a person switches the pattern on again as soon as it goes off.
// Usage: node bench/sampling.mjs [RUNS] [CHANGES] [CLEAN_RUN] [FRACTION]
import { createHash } from 'node:crypto';
import { passUnreviewedAtMost, passUnreviewedInTheLongRun } from '../build/domain/patterns/bounds.js';
import { draw } from '../build/domain/patterns/draw.js';
import { EVIDENCE_LOOKED_AT } from '../build/domain/patterns/evidence.js';
import { outlookOf } from '../build/domain/patterns/standing.js';
import { defaultPolicy } from '../build/domain/policy/default-policy.js';

const runs = Number(process.argv[2] ?? 1_000);
const changes = Number(process.argv[3] ?? 1_000);
const hour = 3_600_000;
const basis = 'policy';

/** Whether the next change is bad. `chance` is in [0, 1); what a creator can know is its number and how its pattern stands. */
const creators = {
  ...Object.fromEntries(
    [0.5, 1, 2, 5, 10, 20, 30].map((rate) => [`${rate} % bad`, ({ chance }) => chance < rate / 100]),
  ),
  'drifts from 0.5 to 30 %': ({ chance, index }) => chance < 0.005 + (0.295 * index) / changes,
  'bad after 500 good ones': ({ index }) => index >= 500,
  'bad whenever it may be skipped': ({ phase }) => phase === 'sampled',
  'one bad each time skipping begins': ({ phase, before }) => phase === 'sampled' && before !== 'sampled',
  'every tenth while it may be skipped': ({ phase, index }) => phase === 'sampled' && index % 10 === 0,
};

const plans = [
  {
    cleanRun: Number(process.argv[4] ?? defaultPolicy.learning.sampling.cleanRun),
    fraction: Number(process.argv[5] ?? defaultPolicy.learning.sampling.fraction),
  },
];

for (const sampling of plans) {
  const bound = passUnreviewedAtMost(sampling, changes);
  const longRun = (passUnreviewedInTheLongRun(sampling) * 100).toFixed(1);
  console.log(
    `\ni = ${sampling.cleanRun}, f = ${sampling.fraction}: at most ${bound} of ${changes} with 95 %, ${longRun} % in the long run`,
  );
  console.log(`${'creator'.padEnd(36)} skipped   bad   passed: mean  95 %  most  within the bound`);
  for (const [name, isBad] of Object.entries(creators)) {
    const results = Array.from({ length: runs }, (_, run) => live({ isBad, sampling, run }));
    const passed = results.map((result) => result.passed).toSorted((a, b) => a - b);
    const mean = (of) => results.reduce((sum, result) => sum + of(result), 0) / runs;
    const within = passed.filter((count) => count <= bound).length;
    console.log(
      `${name.padEnd(36)} ${percent(mean(({ skipped }) => skipped) / changes)} ${percent(mean(({ bad }) => bad) / changes)}` +
        `        ${mean((result) => result.passed)
          .toFixed(1)
          .padStart(5)} ${String(passed[Math.ceil(runs * 0.95) - 1]).padStart(5)}` +
        ` ${String(passed.at(-1)).padStart(5)}  ${((within / runs) * 100).toFixed(1)} %`,
    );
  }
}

function percent(fraction) {
  return `${(fraction * 100).toFixed(1)} %`.padStart(7);
}

function live({ isBad, sampling, run }) {
  const rules = { ...defaultPolicy.learning, sampling };
  const random = generator(run + 1);
  let evidence = Array.from({ length: sampling.cleanRun }, (_, back) => entry(-back * hour, 'clean', `before ${back}`));
  let switched = switchedOn(0);
  let before;
  const counts = { passed: 0, skipped: 0, bad: 0 };
  for (let index = 0; index < changes; index += 1) {
    const now = (index + 1) * hour;
    let { phase } = outlookOf({ evidence, switched }, rules, { now, basis });
    if (phase.name === 'off') {
      switched = switchedOn(now - 1);
      ({ phase } = outlookOf({ evidence, switched }, rules, { now, basis }));
    }
    const bad = isBad({ chance: random(), index, phase: phase.name, before });
    before = phase.name;
    const review = `${run} ${index}`;
    const skipped =
      phase.name === 'sampled' &&
      !draw({ seed: String(random()), review, fraction: sampling.fraction }, digest).reviewed;
    if (bad) counts.bad += 1;
    if (skipped) counts.skipped += 1;
    if (bad && skipped) counts.passed += 1;
    const outcome = skipped ? 'skipped' : bad ? 'failed' : 'clean';
    evidence = [entry(now, outcome, review), ...evidence.slice(0, EVIDENCE_LOOKED_AT - 1)];
  }
  return counts;
}

function entry(at, outcome, review) {
  return { at, outcome, confidence: 95, basis, content: review, review };
}

function switchedOn(at) {
  const key = { creator: 'maker', type: 'refactor' };
  return {
    id: 'maker/refactor',
    ...key,
    suggestedAt: null,
    enabledAt: at,
    disabledAt: null,
    person: 'ada',
    note: '',
    confidence: 1,
  };
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** mulberry32: the same numbers in every run of the benchmark. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
