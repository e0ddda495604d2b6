import { expect, it } from 'vitest';
import { record } from '../../../../test/contract/store.js';
import {
  decided,
  escalated,
  opinion,
  personDecided,
  requested,
  started,
} from '../../../../test/contract/sample-events.js';
import { ManualClock } from '../../../adapters/clock/manual-clock.js';
import { MemoryStore } from '../../../adapters/storage/memory/memory-store.js';
import { metrics, questions } from '../../../application/peer/metrics.js';
import { periodReport } from './period-report.js';

const day = 24 * 60 * 60_000;
const now = Date.parse('2026-03-15T12:00:00Z');

/** Six reviews a day ago that were approved at once, six the week before of which half were, and two questions to a person. */
async function reported(narrowed: { readonly agent?: string } = {}) {
  const store = new MemoryStore();
  const life = (outcome: 'approved' | 'changes_requested') => [requested(), started(), opinion(), decided(outcome)];
  for (let index = 0; index < 6; index += 1) {
    await record(store, `NOW${index}`, life('approved'), now - day + index);
    await record(
      store,
      `PAST${index}`,
      life(index % 2 === 0 ? 'approved' : 'changes_requested'),
      now - 8 * day + index,
    );
  }
  const disputed = [requested(), started(), decided('rejected'), escalated()];
  await record(store, 'WAITS', disputed, now - day);
  await record(store, 'ASKED', [...disputed, personDecided('approved', 'eve<b>', 1)], now - day);
  await record(store, 'LONGAGO', [...disputed, personDecided('rejected', 'dana')], now - 20 * day);
  const on = { store, clock: new ManualClock(now) };
  return periodReport({
    metrics: await metrics(on, { period: 'week', ...narrowed }),
    questions: await questions(on, { period: 'week' }),
    patterns: [],
    narrowed,
    now,
  });
}

it('tells a week: counts, figures against their targets, who was asked, and what moved', async () => {
  const report = await reported();
  expect(report).toContain('# Reviews: the week to 2026-03-15');
  expect(report).toMatch(/^8 reviews: 7 approved, 0 with changes requested, 0 rejected, 1 before a person/mu);
  expect(report).toMatch(/\| first-pass approval \| \S+ % \| missed \| 70 to 80 \| 8 \|/u);
  expect(report).toMatch(/^- `WAITS` waits for a person: `feature`/mu);
  expect(report).toContain('- `ASKED`: `feature`, by hand; `eve<b>` decided approved (option 1) on 2026-03-14');
  expect(report).not.toContain('LONGAGO');
  expect(report).toMatch(/- First&#45;pass approval rose from 50 to 75 percent|- First-pass approval rose from 50 to/u);
});

it('says what it was narrowed to, and that there is nothing where there is nothing', async () => {
  const report = await reported({ agent: 'nobody' });
  expect(report).toContain('# Reviews: the week to 2026-03-15, `nobody`');
  expect(report).toContain('0 reviews:');
  expect(report).toContain('No pattern is enabled or could be.');
  expect(report).toContain('Nothing moved on enough reviews to call it a trend.');
});
