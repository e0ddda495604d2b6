import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/application/ports/store.js';
import type { GateEvent } from '../../src/domain/model/event.js';
import type { GateOpened } from '../../src/domain/model/gate-event.js';
import { defaultPolicy } from '../../src/domain/policy/default-policy.js';
import type { StoreUnderTest } from './store.js';

const opened = (of: Partial<GateOpened> = {}): GateEvent => ({
  type: 'gate_opened',
  data: {
    task: 'implement',
    workflow: 'workflow.yaml',
    description: 'Check the token',
    coder: 'dev',
    reviewer: 'reviewer',
    terms: { maxIterations: 3, exitConditions: [], acceptanceCriteria: [], timeoutMs: 1_000 },
    standards: null,
    artifactPath: 'docs/auth.md',
    notifications: defaultPolicy.notifications,
    leaseUntil: 9_000,
    ...of,
  },
});
const ended = (status: 'go' | 'waiting'): GateEvent => ({
  type: 'gate_ended',
  data: { status, reason: status, why: 'because' },
});
const decided = (outcome: 'no_go' | 'more'): GateEvent => ({
  type: 'gate_person_decided',
  data: { outcome, person: 'dana', note: 'so be it', ...(outcome === 'more' ? { iterations: 1 } : {}) },
});
const resumed: GateEvent = { type: 'gate_resumed', data: { leaseUntil: 9_000 } };

/** What every `Store` promises about gates: one at a time for a task, and for an artifact. */
export function gateContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, gates: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const append = async (id: string, ...events: readonly GateEvent[]) => {
      const stream = `gate/${id}` as const;
      const expectedVersion = (await store.readStream(stream)).length;
      return (await store.append({ stream, expectedVersion, actor: 'tester', at: 1_000, events })).outcome;
    };

    it('lists what stands how, and what is due', async () => {
      await append('G1', opened(), ended('go'));
      await append('G2', opened({ task: 'other', artifactPath: null }));
      const ids = async (...filter: Parameters<Store['listGates']>) =>
        (await store.listGates(...filter)).map(({ id }) => id);
      expect(await ids({ status: ['go'] })).toEqual(['G1']);
      expect(await ids({ task: 'other' })).toEqual(['G2']);
      expect(await ids({ waiting: true })).toEqual([]);
      expect(await store.dueGates(8_999, 5)).toEqual([]);
      expect(await store.dueGates(9_000, 5)).toEqual([{ id: 'G2', dueAt: 9_000 }]);
    });

    it('refuses a second gate of a task, or of an artifact, while one is at work or waits for a person', async () => {
      expect(await append('G1', opened())).toBe('appended');
      const others = [opened({ artifactPath: 'other.md' }), opened({ task: 'other' })];
      for (const other of others) expect(await append('G2', other)).toBe('conflict');
      await append('G1', ended('waiting'));
      for (const other of others) expect(await append('G2', other)).toBe('conflict');
      expect(await store.readStream('gate/G2')).toEqual([]);
      expect(await append('G2', opened({ task: 'other', artifactPath: 'other.md' }))).toBe('appended');
      await append('G1', decided('no_go'));
      expect(await append('G3', opened())).toBe('appended');
      expect(await store.rebuild()).toMatchObject({ differences: [] });
    });

    it('two tasks without an artifact have none in common', async () => {
      await append('G1', opened({ artifactPath: null }));
      expect(await append('G2', opened({ task: 'other', artifactPath: null }))).toBe('appended');
    });

    it('refuses to go on with a gate while another of its task is at work', async () => {
      await append('G1', opened(), ended('waiting'), decided('more'));
      expect(await append('G2', opened({ workflow: 'copy.yaml' }))).toBe('appended');
      expect(await append('G1', resumed)).toBe('conflict');
      await append('G2', ended('go'));
      expect(await append('G1', resumed)).toBe('appended');
    });

    it('lets exactly one of several gates of a task begin at once', async () => {
      const begun = ['G1', 'G2', 'G3'].map((id) => append(id, opened()));
      expect((await Promise.all(begun)).filter((outcome) => outcome === 'appended')).toHaveLength(1);
      expect(await store.listGates()).toHaveLength(1);
    });
  });
}
