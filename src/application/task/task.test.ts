import { describe, expect, it } from 'vitest';
import { must, TaskBench } from '../../../test/kit/tasks.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { isRefusal, refuse } from '../../domain/model/refusal.js';
import { tick } from '../deadlines/tick.js';
import type { Store } from '../ports/store.js';
import { replay } from '../queries/replay.js';
import { decideTask } from './decide-by-person.js';
import { idleTask } from './idle.js';
import { importPlan } from './import.js';
import { planProgress } from './progress.js';
import { startTask } from './start.js';

const minute = 60_000;
const hour = 60 * minute;

async function told(bench: TaskBench) {
  return (await bench.store.outbox.listNotifications({ limit: 9 })).map(({ word }) => word);
}

const fire = async ({ store, clock }: TaskBench) => (await tick({ store, clock, digest: (text) => text })).fired;

describe('a plan that is imported', () => {
  it('makes its tasks once, however often it is read, and takes over what changed', async () => {
    const bench = await new TaskBench().imported();
    expect(must(await importPlan(bench.on(), 'plan.md'))).toMatchObject({
      added: [],
      changed: [],
      unchanged: ['1', '2'],
    });
    bench.files.set(
      'plan.md',
      `${bench.files.get('plan.md')?.replace('Use it', 'Use it well') ?? ''}| 3 | More | - | done |\n`,
    );
    const again = must(await importPlan(bench.on(), 'plan.md'));
    expect(again).toMatchObject({ added: ['3'], changed: ['2'], unchanged: ['1'] });
    expect(again.warnings).toEqual([expect.stringContaining('nobody reviewed it here')]);
    expect(await bench.show('3')).toMatchObject({ status: 'pending' });
  });

  it('changes nothing of what is judged, or was', async () => {
    const bench = (await new TaskBench().started()).comes('approved');
    await bench.review();
    bench.files.set('plan.md', bench.files.get('plan.md')?.replace('Check the token', 'Check nothing') ?? '');
    const again = must(await importPlan(bench.on(), 'plan.md'));
    expect(again).toMatchObject({ changed: [], warnings: [expect.stringContaining('not taken over')] });
    expect((await bench.show()).title).toBe('Check the token');
  });

  it('is taken over by one of two who read it at once', async () => {
    const bench = new TaskBench();
    const both = await Promise.all([importPlan(bench.on(), 'plan.md'), importPlan(bench.on(), 'plan.md')]);
    expect(both.flatMap((each) => must(each).added).toSorted()).toEqual(['1', '2']);
  });
});

describe('a task', () => {
  it('starts only after what it depends on is complete', async () => {
    const bench = (await new TaskBench().started()).comes('approved');
    expect(await startTask(bench.on(), { task: '2' })).toMatchObject({
      code: 'depends_unmet',
      problems: [{ message: '1  in progress  Check the token' }],
    });
    await bench.review();
    expect(must(await startTask(bench.on(), { task: '2' })).task).toMatchObject({
      status: 'in_progress',
      assignee: 'somebody',
    });
    expect(await startTask(bench.on(), { task: '2', assignee: 'another' })).toMatchObject({ code: 'task_at_work' });
  });

  it('is complete with an approval, and its worker is told', async () => {
    const bench = (await new TaskBench().started()).comes('approved');
    expect(await bench.review()).toMatchObject({ status: 'complete', completion: 'reviewed', revisions: 0 });
    expect(bench.requests).toMatchObject([{ noSkip: true }]);
    expect(await told(bench)).toEqual(['review_approved']);
    expect(await bench.tries()).toMatchObject({ code: 'task_complete' });
  });

  it('goes back to its worker with what to change, and is blocked when that is needed at the cap', async () => {
    const bench = (await new TaskBench().started()).comes(
      ...Array.from({ length: 4 }, () => 'changes_requested' as const),
    );
    const first = await bench.review();
    expect(first).toMatchObject({ status: 'in_progress', revisions: 1 });
    expect(first.reviews[0]?.said?.issues[0]).toMatch(/^critical test\/payment\/charge\.test\.ts:8: /u);
    await bench.review();
    expect((await bench.review()).status).toBe('in_progress');
    const last = await bench.review();
    expect(last).toMatchObject({ status: 'blocked', revisions: 3 });
    expect(last.reviews.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(await told(bench)).toEqual([
      'review_escalated',
      ...Array.from({ length: 3 }, () => 'review_changes_requested'),
    ]);
    expect(await bench.tries()).toMatchObject({ code: 'task_blocked' });
    expect(await startTask(bench.on(), { task: '2' })).toMatchObject({ code: 'depends_unmet' });
  });

  it('is blocked by a rejection at once', async () => {
    const bench = (await new TaskBench().started()).comes('rejected');
    expect(await bench.review()).toMatchObject({ status: 'blocked', why: 'rejected: it is rejected' });
    expect(await told(bench)).toEqual(['review_escalated']);
  });

  it('is never complete by a review that a rule skipped', async () => {
    const bench = (await new TaskBench().started()).comes('skipped');
    expect(await bench.review()).toMatchObject({ status: 'awaiting_review', failures: 1 });
  });

  it('asks reviewers that fail again with a back-off, and then a person', async () => {
    const bench = (await new TaskBench().started()).comes('crash', 'crash', 'crash');
    const task = await bench.review();
    expect(task).toMatchObject({ status: 'blocked', revisions: 0, failures: 3 });
    expect(task.reviews.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect(bench.pauses).toEqual([1_000, 5_000]);
    expect(await told(bench)).toEqual(['review_inconclusive']);
  });

  it('counts no failure of reviewers before a review that judged it', async () => {
    const bench = (await new TaskBench().started()).comes('crash', 'changes_requested');
    expect(await bench.review()).toMatchObject({ status: 'in_progress', revisions: 1, failures: 0 });
  });

  it('is complete without a review where the policy turns them off, and says so', async () => {
    const bench = await new TaskBench().started();
    bench.settings = { enabled: false };
    expect(await bench.review()).toMatchObject({ status: 'complete', completion: 'reviews_disabled', reviews: [] });
    const { rows } = must(await planProgress(bench.on(), { write: false }));
    expect(rows[0]).toMatchObject({ status: 'complete', spec: 'not reviewed', quality: 'not reviewed' });
  });

  it('stands as it was where its review was refused', async () => {
    const bench = (await new TaskBench().started()).comes(refuse('nothing_to_review', 'no change'));
    expect(await bench.tries()).toMatchObject({ code: 'nothing_to_review' });
    expect(await bench.show()).toMatchObject({ status: 'in_progress', reviews: [], failures: 0 });
  });

  it('waits for a person where its review does, and follows the decision', async () => {
    const bench = (await new TaskBench().started()).comes('escalated');
    expect(await bench.review()).toMatchObject({ status: 'awaiting_review', waitsFor: 'R1' });
    bench.clock.advance(99 * hour);
    expect(await bench.show()).toMatchObject({ status: 'awaiting_review', waitsFor: 'R1' });
    expect(await bench.tries()).toMatchObject({ code: 'task_at_work' });
    bench.decided('R1', 'approved');
    expect(await bench.show()).toMatchObject({ status: 'complete', completion: 'reviewed' });
  });

  it('is reviewed by one at a time', async () => {
    const bench = (await new TaskBench().started()).comes('approved');
    let second: unknown;
    bench.during = async () => {
      bench.during = undefined;
      second = await bench.tries();
    };
    expect((await bench.review()).status).toBe('complete');
    expect(second).toMatchObject({ code: 'task_at_work' });
  });
});

describe('a task whose review ended without a word', () => {
  it('is asked for again, and goes to a person after the third time, wherever it stood', async () => {
    const bench = await new TaskBench().started();
    bench.during = () => Promise.reject(new Error('killed'));
    await expect(bench.tries()).rejects.toThrow('killed');
    expect(await fire(bench)).toBe(0);
    bench.clock.advance(5 * hour);
    expect(await fire(bench)).toBe(1);
    expect(await bench.show()).toMatchObject({ status: 'awaiting_review', failures: 1 });
    bench.clock.advance(29 * minute);
    expect(await fire(bench)).toBe(0);
    bench.clock.advance(minute);
    expect(await fire(bench)).toBe(1);
    bench.clock.advance(5 * hour);
    expect(await fire(bench)).toBe(1);
    expect(await bench.show()).toMatchObject({
      status: 'blocked',
      why: expect.stringContaining('3 reviews') as unknown,
    });
    expect(await told(bench)).toEqual(['review_inconclusive']);
    expect(await fire(bench)).toBe(0);
  });

  it('is reviewed by whoever comes next, and what was given up stays so', async () => {
    const bench = (await new TaskBench().started()).comes('approved', 'approved');
    bench.during = async () => {
      bench.during = undefined;
      bench.clock.advance(5 * hour);
      await fire(bench);
      expect((await bench.review()).status).toBe('complete');
    };
    expect(await bench.tries()).toMatchObject({ code: 'task_taken' });
    expect(await bench.show()).toMatchObject({ status: 'complete', failures: 0 });
  });
});

describe('a process that is killed at a write', () => {
  /** A store that dies at the append of this number, from 1: before it is written, or as soon as it is. */
  function dying(at: number, when: 'before' | 'after') {
    const store = new MemoryStore();
    let writes = 0;
    const write = store.append.bind(store);
    const append: Store['append'] = async (what) => {
      const dies = ++writes === at;
      if (dies && when === 'before') throw new Error('killed');
      const done = await write(what);
      if (dies) throw new Error('killed');
      return done;
    };
    store.append = append;
    return { store, died: () => writes >= at };
  }

  it.each(['before', 'after'] as const)('leaves no task stuck, wherever it stands: %s it is on disk', async (when) => {
    let at = 1;
    for (let reached = true; reached; at++) {
      const { store, died } = dying(at, when);
      const bench = new TaskBench(store).comes('changes_requested', 'crash', 'approved', 'crash', 'crash', 'crash');
      const steps = [() => bench.started(), () => bench.tries(), () => bench.tries()];
      for (const step of steps) if (!died()) await step().catch(() => undefined);
      reached = died();
      for (let day = 0; day < 5; day++) {
        bench.clock.advance(24 * hour);
        await fire(bench);
      }
      const tasks = await bench.store.listTasks({ limit: 9 });
      expect([at, tasks.filter(({ status }) => status === 'awaiting_review')]).toEqual([at, []]);
      expect(await replay(bench.store.readAll(), (text) => text)).toMatchObject({ differing: [] });
      expect(await bench.store.verify()).toMatchObject({ intact: true });
    }
    expect(at).toBeGreaterThan(6);
  });
});

describe('a task that is blocked', () => {
  const blocked = async () => {
    const bench = (await new TaskBench().started()).comes('rejected');
    await bench.person();
    await bench.review();
    return bench;
  };

  it('is decided by a person alone, with a note', async () => {
    const bench = await blocked();
    const ask = { task: '1', outcome: 'complete', note: 'it is the other ticket' } as const;
    expect(await decideTask(bench.on(), ask)).toMatchObject({ code: 'human_needed' });
    expect(await decideTask(bench.on('dana'), { ...ask, note: ' ' })).toMatchObject({ code: 'reason_missing' });
    expect(must(await decideTask(bench.on('dana'), ask)).task).toMatchObject({
      status: 'complete',
      completion: 'person',
    });
    expect(await decideTask(bench.on('dana'), ask)).toMatchObject({ code: 'not_waiting' });
    const { rows } = must(await planProgress(bench.on(), { write: false }));
    expect(rows[0]).toMatchObject({ status: 'complete', quality: 'by a person' });
  });

  it('goes back to its worker with new revisions', async () => {
    const bench = (await blocked()).comes('changes_requested');
    const task = must(await decideTask(bench.on('dana'), { task: '1', outcome: 'reopen', note: 'split it' })).task;
    expect(task).toMatchObject({ status: 'in_progress', revisions: 0, blockedAt: null });
    expect((await bench.review()).status).toBe('in_progress');
  });

  it('is completed by nobody who did it', async () => {
    const bench = await new TaskBench().imported();
    must(await startTask(bench.on(), { task: '1', assignee: 'dana' }));
    await bench.person();
    bench.comes('rejected');
    await bench.review();
    const done = await decideTask(bench.on('dana'), { task: '1', outcome: 'complete', note: 'trust me' });
    expect(done).toMatchObject({ code: 'own_work' });
  });
});

describe('an agent that goes idle', () => {
  it('has the one task reviewed that is in progress, where the policy says so', async () => {
    const bench = await new TaskBench().started();
    expect(await idleTask(bench.on(), {})).toBeUndefined();
    bench.settings = { trigger: 'session_idle' };
    const { id } = await bench.show();
    expect(await idleTask(bench.on(), {})).toBe(id);
    expect(await idleTask(bench.on(), { assignee: 'another' })).toBeUndefined();
    bench.files.set('plan.md', `${bench.files.get('plan.md') ?? ''}| 3 | More | - | |\n`);
    await bench.imported();
    must(await startTask(bench.on(), { task: '3', assignee: 'impl-3' }));
    expect(await idleTask(bench.on(), {})).toMatchObject({ code: 'ambiguous_id' });
    expect(await idleTask(bench.on(), { assignee: 'impl-1' })).toBe(id);
  });
});

describe('the living table', () => {
  it('says how each task stands and is written into the plan on demand', async () => {
    const bench = (await new TaskBench().started()).comes('changes_requested');
    await bench.review();
    const before = bench.files.get('plan.md');
    const { rows, warnings } = must(await planProgress(bench.on(), { write: true }));
    expect(rows.map(({ status, fixIterations }) => [status, fixIterations])).toEqual([
      ['review-fix-1', '1'],
      ['pending', '0'],
    ]);
    expect(rows[0]).toMatchObject({ quality: 'FAIL -> retry' });
    expect(bench.files.get('plan.md')).toBe(before?.replace('| - | pending |', '| - | review-fix-1 |'));
    expect(warnings).toEqual([expect.stringContaining('Fix Iterations')]);
  });

  it('is that of a plan that was imported', async () => {
    const bench = new TaskBench();
    expect(await planProgress(bench.on(), { write: false })).toMatchObject({ code: 'no_plan' });
  });
});

describe('the history of tasks', () => {
  it('says of each review that it started, and completed or failed', async () => {
    const bench = (await new TaskBench().started()).comes('changes_requested', 'approved');
    await bench.review();
    await bench.review();
    const reviews: unknown[] = [];
    for await (const { type, data } of bench.store.readAll())
      if (type.startsWith('task_review_')) reviews.push([type, 'attempt' in data ? data.attempt : undefined]);
    expect(reviews).toEqual([
      ['task_review_started', 1],
      ['task_review_failed', undefined],
      ['task_review_started', 2],
      ['task_review_completed', undefined],
    ]);
  });

  it('is decided again as it was, and holds through a rebuild', async () => {
    const bench = (await new TaskBench().started()).comes('changes_requested', 'crash', 'approved');
    await bench.review();
    await bench.review();
    bench.settings = { enabled: false };
    must(await startTask(bench.on(), { task: '2' }));
    await bench.review('2');
    const replayed = await replay(bench.store.readAll(), (text) => text);
    expect(replayed).toMatchObject({ tasks: 2, differing: [] });
  });

  it('is never stuck: whatever reviews come to, a task is complete, with its worker, or before a person', async () => {
    const outcomes = ['approved', 'changes_requested', 'rejected', 'inconclusive', 'crash', 'escalated'] as const;
    for (const first of outcomes)
      for (const second of outcomes) {
        const bench = (await new TaskBench().started()).comes(first, second, 'crash', 'crash', 'crash');
        for (let turn = 0; turn < 2; turn++) {
          const done = await bench.tries();
          if (isRefusal(done)) break;
        }
        for (let day = 0; day < 5; day++) {
          bench.clock.advance(24 * hour);
          await fire(bench);
        }
        const { status, waitsFor } = await bench.show();
        expect([first, second, status === 'awaiting_review' ? waitsFor : 'R']).toEqual([
          first,
          second,
          expect.stringMatching(/^R/u),
        ]);
      }
  });
});
