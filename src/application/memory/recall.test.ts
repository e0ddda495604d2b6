import { expect, it } from 'vitest';
import { requested } from '../../../test/kit/review.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { rejectedApproaches, rejectedFor } from './recall.js';

/** A store in which changes of these types were rejected, one after the other. */
async function rejecting(types: readonly string[]): Promise<MemoryStore> {
  const store = new MemoryStore();
  for (const [number, type] of types.entries()) {
    const id = `R${String(number).padStart(3, '0')}`;
    const events = [
      { type: 'review_requested', data: requested({ reviewType: type }) },
      { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9 } },
      {
        type: 'review_decided',
        data: { findings: [], decision: { outcome: 'rejected', confidence: 90, rules: [] } },
      },
    ] as const;
    await store.append({ stream: `review/${id}`, expectedVersion: 0, actor: 'Ada', at: number, events });
  }
  return store;
}

const ids = (all: readonly { readonly review: string }[]) => all.map(({ review }) => review);

it('an approach that was rejected is told to the next of its type, however many of other types were rejected since', async () => {
  const store = await rejecting(['feature', ...Array.from({ length: 25 }, () => 'documentation')]);
  expect(ids(await rejectedFor(store, { type: 'feature', services: [] }))).toEqual(['R000']);
  expect(ids(await rejectedFor(store, { type: 'documentation', services: [] }))).toEqual(['R025', 'R024', 'R023']);
  expect(await rejectedApproaches(store)).toHaveLength(20);
});
