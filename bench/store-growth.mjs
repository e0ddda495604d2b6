// How the store's latency grows (SPEC 11): p50 and p99 of an append and of what commands ask, with few and with many reviews in
// it. `verify`, `replay`, `rebuild` and `backup` walk the whole journal by their nature and are not among them.
// Usage: node bench/store-growth.mjs [MANY]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../dist/adapters/storage/open-store.js';
import { statement } from '../dist/adapters/storage/sqlite/connection.js';
import { loadDriver } from '../dist/adapters/storage/sqlite/driver.js';
import { reviewCommits } from './sample-review.mjs';

const FEW = 1_000;
const SAMPLES = 300;
const many = Number(process.argv[2] ?? 100_000);
const directory = mkdtempSync(join(tmpdir(), 'countersign-growth-'));

/** What commands ask of the store, by the name of one that does. */
const questions = {
  list: (store) => store.listReviews({ status: ['in_progress', 'approved'], limit: 20 }),
  'list --mine': (store) => store.listReviews({ owedBy: ['bench'], limit: 20 }),
  inbox: (store) => store.listWaiting(20),
  show: (store) => store.readStream('review/seed'),
  'show PREFIX': (store) => store.findReviews('0000000000000000000000000'),
  findings: (store) => store.listFindings({ limit: 20 }),
  'what is due': (store) => store.dueReviews(Date.now(), 50),
  assignment: (store) => store.loadByReviewer(),
  metrics: (store) => store.tallies({ since: new Date(Date.now() - 7 * 24 * 3_600_000).toISOString().slice(0, 10) }),
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
      `${what.padEnd(16)} ${FEW} reviews p50 ${a.p50.toFixed(2)} p99 ${a.p99.toFixed(2)} ms, ` +
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
  const events = reviewCommits(`new-${index}`)[0];
  const append = { stream: `review/new-${index}`, expectedVersion: 0, actor: 'bench', at: Date.now(), events };
  const asks = { append: () => store.append(append), ...questions };
  for (const [what, ask] of Object.entries(asks))
    times.set(what, [...(times.get(what) ?? []), await milliseconds(() => ask(store))]);
}

/** A store with so many decided reviews, copied from one by SQL with short data: what grows is tables and indexes. */
async function seeded(name, reviews) {
  const path = join(directory, name);
  const first = await openStore({ directory: path });
  let expectedVersion = 0;
  for (const events of reviewCommits('0')) {
    await first.append({ stream: 'review/seed', expectedVersion, actor: 'bench', at: 1, events });
    expectedVersion += events.length;
  }
  await first.close();
  const connection = (await loadDriver()).open(join(path, 'countersign.db'), 'write');
  const own = { number: `i * ${expectedVersion} + number`, id: `printf('%026d', i)`, created_at: 'i' };
  const columns = connection
    .all(statement('pragma table_info(reviews)'))
    .map(({ name: column }) => own[column] ?? column)
    .join(', ');
  const sums = connection
    .all(statement('pragma table_info(review_metrics)'))
    .map(({ name: column }) => column)
    .slice(4)
    .join(', ');
  const count = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${reviews})`;
  for (const sql of [
    'begin immediate',
    `${count} insert into events (position, follows, stream, version, at, actor, type, previous, hash, chain, data)
     select i * ${expectedVersion} + version, i * ${expectedVersion} + follows, 'review/' || printf('%026d', i), version, at,
       actor, type, previous, hash, chain, substr(data, 1, 200) from n join events where stream = 'review/seed'`,
    `${count} insert into streams select 'review/' || printf('%026d', i), (i + 1) * ${expectedVersion} from n`,
    `update streams set last = (select max(position) from events) where stream = '~'`,
    // Counters grow with days, not with reviews: two years of them on both sides.
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 730)
     insert into review_metrics select date('now', '-' || i || ' days'), review_type, creator_agent, reviewer_agent, ${sums}
     from n join review_metrics where date < '1971'`,
    `${count} insert into reviews select ${columns} from n join reviews`,
    `${count} insert into findings select (i * ${expectedVersion} + 1) * 1048576 + place % 1048576, printf('%026d', i), i || id,
       fingerprint, state, severity, category, rule, file, line, message, disposition from n join findings`,
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
