import { describe, expect, it } from 'vitest';
import { requested, started } from '../../../test/contract/sample-events.js';
import { record } from '../../../test/contract/store.js';
import type { Store } from '../../application/ports/store.js';
import { MemoryStore } from './memory/memory-store.js';
import { RememberedReads } from './remembered-reads.js';

/** One store with two handles, of which one tells what it was asked. */
function shared() {
  const store = new MemoryStore();
  const asked: string[] = [];
  const told = new Proxy<Store>(store, {
    get: (_, name) => {
      const value: unknown = Reflect.get(store, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        asked.push(String(name));
        return Reflect.apply(value, store, given);
      };
    },
  });
  return { store, told, asked, reads: new RememberedReads() };
}

describe('remembered reads', () => {
  it('ask for nothing but the position while nothing happens', async () => {
    const { store, told, asked, reads } = shared();
    await record(store, 'a', [requested()]);
    const first = reads.during(told);
    const rows = await first.listReviews({ limit: 5 });
    const history = await first.readStream('review/a');
    asked.length = 0;
    const second = reads.during(told);
    expect(await second.listReviews({ limit: 5 })).toBe(rows);
    expect(await second.readStream('review/a')).toBe(history);
    expect(await second.listReviews({ limit: 6 })).toEqual(rows);
    expect(asked).toEqual(['position', 'listReviews']);
  });

  it('see in the next call what another process wrote, and in the same call once it asks for the position', async () => {
    const { store, told, reads } = shared();
    await record(store, 'a', [requested()]);
    const call = reads.during(told);
    expect(await call.readStream('review/a')).toHaveLength(1);
    await record(store, 'a', [started()]);
    expect(await reads.during(told).readStream('review/a')).toHaveLength(2);
    const waiting = reads.during(told);
    await waiting.readStream('review/a');
    await record(store, 'a', [started()]);
    await waiting.position();
    expect(await waiting.readStream('review/a')).toHaveLength(3);
  });

  it('look again after a write of their own, also after one that lost', async () => {
    const { store, told, reads } = shared();
    await record(store, 'a', [requested()]);
    const call = reads.during(told);
    const { length } = await call.readStream('review/a');
    await record(store, 'a', [started()]);
    const append = { stream: 'review/a', actor: 'x', at: 9, events: [started()] } as const;
    expect(await call.append({ ...append, expectedVersion: length })).toMatchObject({ outcome: 'conflict' });
    expect(await call.append({ ...append, expectedVersion: (await call.readStream('review/a')).length })).toMatchObject(
      { outcome: 'appended' },
    );
    expect(await call.readStream('review/a')).toHaveLength(3);
  });

  it('do not keep a failure', async () => {
    const { store, told, reads } = shared();
    const broken = { ...told, position: () => store.position(), listReviews: () => Promise.reject(new Error('busy')) };
    await expect(reads.during(broken).listReviews()).rejects.toThrow('busy');
    expect(await reads.during(told).listReviews()).toEqual([]);
  });
});
