import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { opinion, requested, started } from './sample-events.js';

/**
 * A process of its own that appends: `DIRECTORY NAME COUNT`. It says `ready`, waits for a line on its standard input, and
 * prints `STREAM VERSION EPOCH-MS` for every acknowledged event.
 */
const [directory = '', name = '', count = '0'] = process.argv.slice(2);
const store = await openStore({ directory, lockBudgetMs: 60_000 });
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
for (let index = 0; index < Number(count); index += 1) {
  const stream = `review/${name}-${index >> 1}` as const;
  const opening = index % 2 === 0;
  const result = await store.append({
    stream,
    expectedVersion: opening ? 0 : 2,
    actor: name,
    at: index,
    events: opening ? [requested(), started()] : [opinion()],
  });
  if (result.outcome === 'conflict') throw new Error(`conflict in ${stream}`);
  writeSync(1, `${stream} ${result.events.at(-1)?.version ?? 0} ${Date.now()}\n`);
}
await store.close();
process.stdin.destroy();
