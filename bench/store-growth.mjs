// How the store's latency grows (SPEC 10): p50 and p99 of the writing of a review and of what commands ask, with few and with many
// reviews in it. `verify`, `replay`, `rebuild` and `backup` walk the whole journal by their nature and are not among them.
// Usage: node bench/store-growth.mjs [MANY]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../build/adapters/storage/open-store.js';
import { statement } from '../build/adapters/storage/sqlite/connection.js';
import { loadDriver } from '../build/adapters/storage/sqlite/driver.js';
import { peerCommits } from './sample-review.mjs';

const FEW = 1_000;
const SAMPLES = 300;
const many = Number(process.argv[2] ?? 100_000);
const directory = mkdtempSync(join(tmpdir(), 'countersign-growth-'));
const pattern = { creator: 'ada', type: 'feature' };

/** What commands ask of the store, by the name of one that does. */
const questions = {
  list: (store) => store.listReviews({ status: ['in_progress', 'approved'], limit: 20 }),
  'list --mine': (store) => store.listReviews({ owedBy: ['bench'], limit: 20 }),
  inbox: (store) => store.listWaiting(20),
  show: (store) => store.readStream('review/seed'),
  'show PREFIX': (store) => store.findReviews('0000000000000000000000000'),
  findings: (store) => store.listFindings({ limit: 20 }),
  'findings dismissed': (store) => store.listFindings({ state: ['dismissed'], limit: 20 }),
  'findings PREFIX': (store) => store.findFindings('123456'),
  'what is due': (store) => store.dueReviews(Date.now(), 50),
  assignment: (store) => store.loadByReviewer(),
  'standing on it': (store) => store.findStandingOn({ base: 'a'.repeat(40), head: 'b'.repeat(40) }),
  objecting: (store) => store.objecting(['1'.repeat(32), '2'.repeat(32)]),
  metrics: (store) => store.tallies({ since: new Date(Date.now() - 7 * 24 * 3_600_000).toISOString().slice(0, 10) }),
  analytics: (store) => store.analyticsCounts(),
  memory: (store) => store.occurrences(),
  'memory, wrong': (store) => store.wrongOccurrences(),
  patterns: (store) => store.listPatterns(),
  'patterns NAME': (store) => store.patternEvidence(pattern),
  'before a skip': (store) => store.learnedDamage(),
  calibration: (store) => store.judgedOpinions({ limit: 500 }),
  'calibration NAME': (store) => store.judgedOpinions({ reviewer: 'grace', limit: 200 }),
  reverts: (store) => store.settledWith([`${'0'.repeat(36)}0500`]),
};

try {
  const few = await seeded('few', FEW);
  const large = await seeded('many', many);
  // In turns, so that a busy machine slows both sides alike.
  const times = { few: new Map(), many: new Map() };
  for (let index = 0; index < SAMPLES; index += 1) {
    await sample(few, times.few, index);
    await sample(large, times.many, index);
  }
  for (const what of times.few.keys()) {
    const [a, b] = [quantiles(times.few.get(what)), quantiles(times.many.get(what))];
    console.log(
      `${what.padEnd(18)} ${FEW} reviews p50 ${a.p50.toFixed(2)} p99 ${a.p99.toFixed(2)} ms, ` +
        `${many} reviews p50 ${b.p50.toFixed(2)} p99 ${b.p99.toFixed(2)} ms, ` +
        `ratio p50 ${(b.p50 / a.p50).toFixed(2)} p99 ${(b.p99 / a.p99).toFixed(2)}`,
    );
  }
  await few.close();
  await large.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function sample(store, times, index) {
  const asks = { 'a review': () => record(store, `new-${index}`), ...questions };
  for (const [what, ask] of Object.entries(asks))
    times.set(what, [...(times.get(what) ?? []), await milliseconds(() => ask(store))]);
}

/** Requested, started and decided among peers: three commits. */
async function record(store, id) {
  let expectedVersion = 0;
  for (const events of peerCommits(id)) {
    await store.append({ stream: `review/${id}`, expectedVersion, actor: 'bench', at: Date.now(), events });
    expectedVersion += events.length;
  }
  return expectedVersion;
}

/** A store with so many decided reviews, copied from one by SQL with short data: what grows is tables and indexes. */
async function seeded(name, reviews) {
  const path = join(directory, name);
  const first = await openStore({ directory: path });
  const events = await record(first, 'seed');
  await first.close();
  const connection = (await loadDriver()).open(join(path, 'countersign.db'), 'write');
  const id = `printf('%026d', i)`;
  const number = `(i * ${events} + 1)`;
  const copied = (table, own, of = table) => {
    const columns = connection.all(statement(`pragma table_info(${table})`)).map(({ name: column }) => column);
    const values = columns.map((column) => own[column] ?? column).join(', ');
    return `insert into ${table} with recursive n (i) as (select 1 union all select i + 1 from n where i < ${reviews})
      select ${values} from n cross join ${of}`;
  };
  const of = (table, where) => `(select * from ${table} where ${where} limit 1)`;
  const seed = "stream = 'review/seed'";
  const event = {
    position: `i * ${events} + version`,
    follows: `i * ${events} + follows`,
    stream: `'review/' || ${id}`,
  };
  const finding = {
    place: `${number} * 1048576 + place % 1048576`,
    review_id: id,
    id: "printf('%06x', i * 7919 % 16777216) || substr(id, 7)",
  };
  const days = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 730)`;
  const judged = `(select 0 as ordinal, 'grace' as reviewer, 'feature' as category, 90 as confidence, 'upheld' as outcome)`;
  for (const sql of [
    'begin immediate',
    copied('events', { ...event, data: 'substr(data, 1, 200)' }, `(select * from events where ${seed})`),
    copied('streams', { stream: `'review/' || ${id}`, last: `(i + 1) * ${events}` }, of('streams', seed)),
    `update streams set last = (select max(position) from events) where stream = '~'`,
    copied('reviews', { number, id, created_at: 'i' }, of('reviews', '1')),
    // Two of three were found wrong by a person.
    copied(
      'findings',
      { ...finding, state: `case when i % 3 > 0 then 'dismissed' else state end`, known_as: "'k' || i % 5000" },
      '(select * from findings)',
    ),
    copied('pattern_evidence', { at: 'i', review_number: number, review_id: id }, of('pattern_evidence', '1')),
    copied('settled_content', { object: `printf('%040x', i)`, review_number: number }, of('settled_content', '1')),
    copied('judged_opinions', { review_number: number }, judged),
    // Counters grow with days, not with reviews: two years of them on both sides.
    `insert into review_metrics ${days} select ${connection
      .all(statement('pragma table_info(review_metrics)'))
      .map(({ name: column }) => (column === 'date' ? "date('now', '-' || i || ' days')" : column))
      .join(', ')} from n cross join ${of('review_metrics', '1')}`,
    // These rows are no damage.
    'delete from learned_damage',
    'commit',
  ]) {
    connection.run(statement(sql));
  }
  connection.close();
  return openStore({ directory: path });
}

function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

async function milliseconds(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
