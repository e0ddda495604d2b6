import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/application/ports/store.js';
import type { TaskEvent } from '../../src/domain/model/event.js';
import type { TaskImported, TaskReviewed } from '../../src/domain/model/task-event.js';
import { defaultPolicy } from '../../src/domain/policy/default-policy.js';
import type { StoreUnderTest } from './store.js';

const imported = (of: Partial<TaskImported> = {}): TaskEvent => ({
  type: 'task_imported',
  data: {
    plan: 'docs/plan.md',
    key: '1',
    position: 1,
    title: 'Check the token',
    scope: null,
    acceptance: null,
    dependsOn: [],
    assignee: 'impl-1',
    maxRevisions: 3,
    notifications: defaultPolicy.notifications,
    ...of,
  },
});
const started: TaskEvent = { type: 'task_started', data: { assignee: 'impl-1' } };
const underReview: TaskEvent = {
  type: 'task_review_started',
  data: { attempt: 1, trigger: 'explicit', maxRevisions: 3, leaseUntil: 9_000 },
};
const ended = (status: 'complete' | 'in_progress' | 'blocked'): TaskEvent => {
  const result = status === 'complete' ? 'approved' : status === 'blocked' ? 'rejected' : 'needs_revision';
  const word = status === 'complete' ? 'pass' : 'fail';
  const data: TaskReviewed = {
    review: 'R1',
    said: { result, issues: [], summary: 'so it is', blocking: false },
    stages: { spec: word, quality: word },
    decision: { status, rules: [{ id: 'task.rejected', result: 'unsatisfied', reason: 'because' }] },
    retryUntil: null,
  };
  return { type: status === 'complete' ? 'task_review_completed' : 'task_review_failed', data };
};

/** What every `Store` promises about tasks. */
export function taskContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract, tasks: ${name}`, () => {
    let context: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      context = await open();
      store = context.store;
    });

    afterEach(() => context.cleanUp());

    const append = async (id: string, at: number, ...events: readonly TaskEvent[]) => {
      const stream = `task/${id}` as const;
      const expectedVersion = (await store.readStream(stream)).length;
      return (await store.append({ stream, expectedVersion, actor: 'tester', at, events })).outcome;
    };
    const ids = async (...filter: Parameters<Store['listTasks']>) =>
      (await store.listTasks(...filter)).map(({ id }) => id);

    it('lists the plan that was imported last first, its tasks in their order', async () => {
      await append('TB', 1_000, imported({ key: '2', position: 2 }));
      await append('TA', 1_000, imported());
      await append('TC', 2_000, imported({ plan: 'other.md' }));
      expect(await ids()).toEqual(['TC', 'TA', 'TB']);
      expect(await ids({ plan: 'docs/plan.md' })).toEqual(['TA', 'TB']);
      expect(await ids({ key: '1' })).toEqual(['TC', 'TA']);
      expect(await ids({ limit: 1 })).toEqual(['TC']);
      expect((await store.findTasks('ta')).map(({ id }) => id)).toEqual(['TA']);
    });

    it('says how each stands, what is due, and which a person must unblock', async () => {
      await append('TA', 1_000, imported(), started, underReview);
      expect(await store.dueTasks(8_999, 5)).toEqual([]);
      expect(await store.dueTasks(9_000, 5)).toEqual([{ id: 'TA', dueAt: 9_000 }]);
      await append('TA', 2_000, ended('in_progress'));
      await append('TB', 3_000, imported({ key: '2' }), started, underReview, ended('blocked'));
      await append('TC', 1_500, imported({ key: '3' }), started, underReview, ended('blocked'));
      await append('TD', 1_000, imported({ key: '4' }), started, underReview, ended('complete'));
      expect(await store.dueTasks(9_000, 5)).toEqual([]);
      expect(await ids({ blocked: true })).toEqual(['TC', 'TB']);
      expect(await ids({ waiting: true })).toEqual([]);
      const waits: TaskEvent = { type: 'task_review_waits', data: { review: 'R5', why: 'a person decides it' } };
      await append('TE', 1_000, imported({ key: '5' }), started, underReview, waits);
      expect(await ids({ waiting: true })).toEqual(['TE']);
      expect(await ids({ status: ['in_progress', 'complete'], limit: 9 })).toEqual(['TA', 'TD']);
      const [row] = await store.listTasks({ key: '1' });
      expect(row).toMatchObject({ status: 'in_progress', revisions: 1, review: 'R1', spec: 'fail', startedAt: 1_000 });
      expect((await store.listTasks({ key: '4' }))[0]).toMatchObject({ completion: 'reviewed', quality: 'pass' });
    });

    it('lets one of two writers go on, and keeps its rows when they are made anew', async () => {
      const both = await Promise.all([append('TA', 1_000, imported()), append('TA', 1_000, imported())]);
      expect(both.toSorted()).toEqual(['appended', 'conflict']);
      await append('TA', 2_000, started, underReview, ended('in_progress'));
      const before = await store.listTasks();
      expect((await store.rebuild()).differences).toEqual([]);
      expect(await store.listTasks()).toEqual(before);
      expect(await store.verify()).toMatchObject({ intact: true });
    });

    it('tells a person of what is blocked, by the name of the task', async () => {
      await append('TA', 1_000, imported(), started, underReview, ended('blocked'));
      const told = await store.outbox.listNotifications({ limit: 5 });
      expect(told).toMatchObject([
        {
          word: 'review_escalated',
          detail: 'because',
          review: { subject: 'task', id: 'TA', title: 'Check the token' },
        },
      ]);
    });
  });
}
