// node bench/merge.mjs: time to merge the findings of 4 seats x 2,500 findings (bar: 1 s, SPEC 10). Needs npm run build.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { mergeFindings } from '../build/domain/findings/merge.js';

const seats = 4;
const perSeat = 2_500;
const subjects = [
  'user',
  'session',
  'cache',
  'order',
  'invoice',
  'token',
  'device',
  'calendar',
  'webhook',
  'queue',
  'index',
  'report',
  'import',
  'schema',
  'theme',
  'route',
];
const actions = [
  'load',
  'save',
  'refresh',
  'delete',
  'merge',
  'parse',
  'render',
  'validate',
  'encode',
  'publish',
  'schedule',
  'resolve',
];
const claims = [
  [
    'null',
    (n) => [
      `\`${n}\` can return null and the result is dereferenced without a check, which throws at runtime.`,
      `Possible null dereference: the value of ${n} is used before anything checks that it exists.`,
      `${n}() may be undefined here; calling a method on it crashes. Add a guard.`,
      `No null check after ${n}, so a missing record leads to a TypeError.`,
    ],
  ],
  [
    'race',
    (n) => [
      `Race condition: two requests can both pass the check in ${n} before either writes.`,
      `${n} reads and then writes without a lock, so concurrent callers lose updates.`,
      `The check and the update in \`${n}\` are not atomic; use a transaction.`,
      `Concurrent calls of ${n} interleave between read and write.`,
    ],
  ],
  [
    'error',
    (n) => [
      `The catch block in ${n} swallows the error, and the caller believes that it worked.`,
      `Errors of \`${n}\` are ignored silently. Log or rethrow them.`,
      `${n} hides failures: the exception is caught and dropped.`,
      `A failed ${n} is reported as success since the exception is discarded.`,
    ],
  ],
  [
    'loop',
    (n) => [
      `${n} awaits inside the loop, so requests run one after the other; use Promise.all.`,
      `Sequential awaits in \`${n}\` make this slow for large lists.`,
      `Performance: every iteration of ${n} waits for the network.`,
      `The loop around ${n} could run its calls in parallel.`,
    ],
  ],
  [
    'name',
    (n) => [
      `Typo in the name ${n}: it doesn't match the interface.`,
      `\`${n}\` is misspelled, compare the declaration.`,
      `The method name ${n} differs from what callers use.`,
      `Spelling mistake in ${n}.`,
    ],
  ],
];
let state = 42;
/** Mulberry32: the same findings on every run. */
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
}
const pick = (list) => list[random(list.length)];
const title = (word) => word[0].toUpperCase() + word.slice(1);

const problems = Array.from({ length: perSeat * 2 }, () => ({
  file: `src/${pick(subjects)}/${pick(actions)}-${pick(subjects)}.ts`,
  line: 1 + random(600),
  name: `${pick(actions)}${title(pick(subjects))}${title(pick(subjects))}`,
  claim: pick(claims),
}));

function findingsOf(seat, located) {
  return Array.from({ length: perSeat }, () => {
    const { file, line, name, claim } = pick(problems);
    const at = line + random(3);
    return {
      severity: pick(['critical', 'important', 'minor']),
      category: claim[0],
      ...(located ? { file, line: at, ...(random(3) === 0 ? { endLine: at + random(12) } : {}) } : {}),
      message: `${claim[1](name)[seat % 4]} Seen while reading ${pick(subjects)} ${pick(actions)} of ${pick(subjects)}.`,
    };
  });
}

const digest = (text) => createHash('sha256').update(text).digest('hex');
for (const [label, located] of [
  ['with file and line', true],
  ['without any place', false],
]) {
  const opinions = Array.from({ length: seats }, (_, seat) => ({
    seat: { role: `reviewer-${seat}`, driver: 'model' },
    findings: findingsOf(seat, located),
  }));
  const times = [];
  let merged = [];
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    merged = mergeFindings({ reviewId: 'bench', opinions, carried: {}, digest });
    times.push(performance.now() - started);
  }
  const agreed = merged.filter(({ agreement }) => agreement === 'agreed').length;
  console.log(
    `${label}: ${seats} x ${perSeat} findings -> ${merged.length} (${agreed} agreed) in ${times.map((time) => Math.round(time)).join(', ')} ms`,
  );
}
