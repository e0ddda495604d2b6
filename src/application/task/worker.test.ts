import { describe, expect, it } from 'vitest';
import { digest } from '../../../test/kit/digest.js';
import { must, TaskBench } from '../../../test/kit/tasks.js';
import { refusalOf } from '../../../test/kit/gates.js';
import { reviewTask } from './review.js';
import { startTask } from './start.js';

async function agent({ store }: TaskBench, name: string): Promise<void> {
  const data = { kind: 'agent', role: 'developer', tokenHash: digest(name) } as const;
  const events = [{ type: 'agent_added', data }] as const;
  await store.append({ stream: `agent/${name}`, expectedVersion: 0, actor: 'test', at: 0, events });
}

/** The task of a worker, reviewed by whoever has the token, with somebody named as creator. */
async function reviewed(
  assignee: string,
  of: { readonly creator?: string; readonly token?: string; readonly panel?: readonly string[] },
) {
  const bench = (await new TaskBench().imported()).comes('approved');
  await agent(bench, 'strong');
  await bench.person();
  must(await startTask(bench.on(), { task: '1', assignee }));
  const { token, ...rest } = of;
  const request = { change: { kind: 'default' }, ...rest } as const;
  const ask = { task: '1', trigger: 'explicit', request } as const;
  const done = await reviewTask(bench.on(token), ask, () => undefined, new AbortController().signal);
  return { done, bench };
}

describe('the worker of a task', () => {
  it.each([
    ['an agent that the store knows', 'strong', {}],
    ['an agent that the policy seats', 'light', { panel: ['light', 'heavy'] }],
  ])('is the creator where it is %s, and nobody else is named in its place', async (_, assignee, panel) => {
    const { bench } = await reviewed(assignee, panel);
    expect(bench.requests).toMatchObject([{ creator: assignee }]);
    const other = await reviewed(assignee, { ...panel, creator: 'Bob' });
    expect(refusalOf(other.done)).toMatchObject({ code: 'other_creator' });
    expect(other.bench.requests).toEqual([]);
    expect((await other.bench.show()).status).toBe('in_progress');
    const same = await reviewed(assignee, { ...panel, creator: assignee });
    expect(same.bench.requests).toMatchObject([{ creator: assignee }]);
  });

  it('may be named by a person as anybody', async () => {
    const { bench } = await reviewed('strong', { creator: 'Bob', token: 'dana' });
    expect(bench.requests).toMatchObject([{ creator: 'Bob' }]);
  });

  it('is whoever the caller names where it is no agent that could judge', async () => {
    const { bench } = await reviewed('impl-1', { creator: 'Bob' });
    expect(bench.requests).toMatchObject([{ creator: 'Bob' }]);
  });

  it('stays who it is though the plan is made to name another', async () => {
    const bench = await new TaskBench().imported();
    must(await startTask(bench.on(), { task: '1', assignee: 'strong' }));
    bench.files.set('plan.md', '| # | Task | Assignee |\n|---|---|---|\n| 1 | Check the token | impl-1 |\n');
    await bench.imported();
    expect((await bench.show()).assignee).toBe('strong');
  });

  it('starts a task in its own name, where a token says which that is', async () => {
    const bench = await new TaskBench().imported();
    await agent(bench, 'strong');
    expect(await startTask(bench.on('strong'), { task: '1', assignee: 'impl-1' })).toMatchObject({
      code: 'actor_mismatch',
    });
    expect(must(await startTask(bench.on('strong'), { task: '1' })).task.assignee).toBe('strong');
  });
});
