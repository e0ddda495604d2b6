import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { openStore } from '../../src/adapters/storage/open-store.js';
import { tick } from '../../src/application/deadlines/tick.js';
import { digest } from '../kit/digest.js';

/** A process of its own that fires what is due: `DIRECTORY NOW`. It says `ready`, waits for a line, prints how many it fired. */
const [directory = '', now = '0'] = process.argv.slice(2);
const store = await openStore({ directory, lockBudgetMs: 60_000 });
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
const { fired } = await tick({ store, clock: new ManualClock(Number(now)), digest });
writeSync(1, `${fired}\n`);
await store.close();
process.stdin.destroy();
