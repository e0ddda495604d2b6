import { expect, it } from 'vitest';
import { GateBench, refusalOf, usualWorkflow } from '../../../test/kit/gates.js';
import { isRefusal } from '../../domain/model/refusal.js';
import { decideGate } from './decide-by-person.js';
import { loadGate } from './record.js';

const minute = 60_000;

async function atOnce(bench: GateBench) {
  const done = await Promise.all([bench.tries(), bench.tries()]);
  return { refused: done.filter(isRefusal), ended: done.flatMap((each) => (isRefusal(each) ? [] : [each.gate])) };
}

it('of two processes that begin a task at once, one works and the other is told so', async () => {
  const bench = new GateBench([['GO', 'fine']]);
  const { refused, ended } = await atOnce(bench);
  expect(refused).toMatchObject([{ code: 'gate_at_work' }]);
  expect(ended).toMatchObject([{ status: 'go' }]);
  expect(await bench.store.listGates()).toHaveLength(1);
  expect(bench.prompts).toHaveLength(2);
});

it('of two tasks that make the same artifact, one at a time', async () => {
  const bench = new GateBench([['GO', 'fine']]);
  bench.committed.set('other.yaml', usualWorkflow.replace('  implement:', '  implement-2:'));
  const done = await Promise.all([bench.tries(), bench.tries('implement-2', 'other.yaml')]);
  expect(done.filter(isRefusal)).toMatchObject([{ code: 'gate_at_work' }]);
  expect(await bench.store.listGates()).toHaveLength(1);
});

it('of two processes that go on at once with what a person gave more iterations, one works', async () => {
  const bench = new GateBench([]);
  await bench.person();
  await bench.run();
  await decideGate(bench.on('dana'), { gate: 'implement', note: 'once more', outcome: 'more', iterations: 1 });
  const asked = bench.prompts.length;
  const { refused, ended } = await atOnce(bench);
  expect(refused).toMatchObject([{ code: 'gate_at_work' }]);
  expect(ended).toMatchObject([{ id: 'G1', status: 'waiting', reason: 'cap' }]);
  expect(bench.prompts).toHaveLength(asked + 2);
});

it('a process that was silent for too long adds nothing to what another goes on with', async () => {
  const bench = new GateBench([]);
  await bench.person();
  let second: Promise<unknown> | undefined;
  bench.says = async () => {
    if (second !== undefined) return undefined;
    bench.clock.advance(36 * minute);
    await bench.on().overdue();
    await decideGate(bench.on('dana'), { gate: 'implement', note: 'go on', outcome: 'more', iterations: 1 });
    // The other one stands where this one stood: at its first artifact.
    let arrived = (): void => undefined;
    const begun = new Promise<void>((resolve) => (arrived = resolve));
    bench.says = () => {
      arrived();
      return new Promise(() => undefined);
    };
    second = bench.tries();
    await begun;
    bench.says = undefined;
    return undefined;
  };
  expect(refusalOf(await bench.tries()).code).toBe('gate_taken');
  expect((await loadGate(bench.store, 'G1')).gate).toMatchObject({ status: 'coding', iterations: [] });
});
