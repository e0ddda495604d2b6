// How long `policy simulate` takes on a store of many decided reviews (SPEC 4: 10,000 in less than 5 s): whole runs of the command.
// Usage: node bench/simulate.mjs [REVIEWS] [RUNS]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../build/adapters/storage/open-store.js';
import { statement } from '../build/adapters/storage/sqlite/connection.js';
import { loadDriver } from '../build/adapters/storage/sqlite/driver.js';
import { matches } from '../build/adapters/policy-file/glob.js';
import { decideRound } from '../build/application/decide.js';
import { classifyProved } from '../build/domain/classification/classify.js';
import { fold } from '../build/domain/lifecycle/evolve.js';
import { defaultPolicy } from '../build/domain/policy/default-policy.js';
import { criteriaFor } from '../build/domain/policy/lookup.js';
import { pathFacts } from '../build/domain/policy/path-facts.js';
import { digest } from '../build/main/digest.js';
import { reviewCommits } from './sample-review.mjs';

const reviews = Number(process.argv[2] ?? 10_000);
const runs = Number(process.argv[3] ?? 5);
const home = mkdtempSync(join(tmpdir(), 'countersign-simulate-'));

const policies = {
  'all the same': 'embedded: { max_minor: 5 }\n',
  'the standards': 'standards: { approve: { min_confidence: 95 } }\n',
  'skip rules': 'review_required: { skip_if: [{ when: added + deleted < 5 }] }\n',
  'a new reviewer': "reviewer_matrix: { '*': { primary: human } }\n",
};

try {
  await seed();
  for (const [what, text] of Object.entries(policies)) {
    const file = join(home, 'policy.yaml');
    writeFileSync(file, text);
    const took = Array.from({ length: runs }, () => run(file)).toSorted((a, b) => a.ms - b.ms);
    const { ms, counts } = took[Math.floor(runs / 2)];
    console.log(
      `${what.padEnd(16)} ${counts}, p50 ${(ms / 1000).toFixed(2)} s, max ${(took.at(-1).ms / 1000).toFixed(2)} s`,
    );
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

function run(file) {
  const start = performance.now();
  const program = new URL('../dist/main/countersign.js', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'policy', 'simulate', file, '--json', '--limit', '1'],
    { cwd: home, encoding: 'utf8', env: { PATH: process.env.PATH, COUNTERSIGN_HOME: join(home, 'store') } },
  );
  if (![0, 1, 4].includes(status)) throw new Error(`exit ${status}: ${stdout}${stderr}`);
  const { reviews: seen, same, flipped, unknown } = JSON.parse(stdout);
  if (seen !== reviews) throw new Error(`${seen} reviews of ${reviews} were simulated`);
  return {
    ms: performance.now() - start,
    counts: `${seen} reviews: ${same} same, ${flipped} flip, ${unknown} unknown`,
  };
}

/** A store with so many decided reviews: whole events of one, copied by SQL under other ids. */
async function seed() {
  const store = await openStore({ directory: join(home, 'store') });
  let expectedVersion = 0;
  const recorded = [];
  for (const commit of reviewCommits('0')) {
    const events = commit
      .map(underDefault)
      .map((event) => (event.type === 'review_decided' ? decidedOn(recorded) : event));
    recorded.push(...events.map((event) => ({ ...event, stream: 'review/seed', at: 1 })));
    await store.append({ stream: 'review/seed', expectedVersion, actor: 'bench', at: 1, events });
    expectedVersion += events.length;
  }
  await store.close();
  const connection = (await loadDriver()).open(join(home, 'store', 'countersign.db'), 'write');
  const count = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${reviews - 1})`;
  for (const sql of [
    'begin immediate',
    `${count} insert into events (position, follows, stream, version, at, actor, type, previous, hash, chain, data)
     select i * ${expectedVersion} + version, i * ${expectedVersion} + follows, 'review/' || printf('%026d', i), version, at,
       actor, type, previous, hash, chain, data from n join events where stream = 'review/seed'`,
    "update streams set last = (select max(position) from events) where stream = '~'",
    'commit',
  ]) {
    connection.run(statement(sql));
  }
  connection.close();
}

/** As the program records it. */
function decidedOn(recorded) {
  return { type: 'review_decided', data: decideRound(fold(recorded), digest) };
}

/** As the default policy would have had it: only what its record tells whole can be decided again for certain. */
function underDefault({ type, data }) {
  const criteria = criteriaFor(defaultPolicy, 'feature');
  if (type === 'review_requested') {
    const { change } = data;
    const paths = change.files.map(({ path }) => path);
    const facts = { change, pathFacts: pathFacts(defaultPolicy, paths, matches), trivial: undefined };
    const classification = classifyProved(facts);
    return { type, data: { ...data, criteria, classification, reviewType: classification.type } };
  }
  if (type !== 'opinion_submitted') return { type, data };
  const checklist = Object.fromEntries(criteria.map(({ name }) => [name, { answer: true }]));
  return { type, data: { ...data, opinion: { ...data.opinion, checklist } } };
}
