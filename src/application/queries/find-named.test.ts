import { describe, expect, it } from 'vitest';
import { GateBench, usualWorkflow } from '../../../test/kit/gates.js';
import { Team } from '../../../test/kit/runs.js';
import { MemoryStore } from '../../adapters/storage/memory/memory-store.js';
import { explain } from './explain.js';
import { findNamed } from './find-named.js';
import { log } from './log.js';

describe('what an id leads to', () => {
  it('is a run or a gate where no review has it, a whole id before others that begin so', async () => {
    const store = new MemoryStore();
    const team = await Team.of(undefined, store);
    for (let run = 1; run <= 10; run++) await team.start();
    await new GateBench([['GO', 'right']], usualWorkflow, store).run();
    expect(await findNamed(store, 'r1')).toEqual({ of: 'run', id: 'R1' });
    expect(await findNamed(store, 'R10')).toEqual({ of: 'run', id: 'R10' });
    expect(await findNamed(store, 'G')).toMatchObject({
      code: 'ambiguous_id',
      message: '"G" is too short to name one:',
    });
    expect(await findNamed(store, 'implement')).toEqual({ of: 'gate', id: 'G1' });
    expect(await findNamed(store, 'R')).toMatchObject({
      code: 'ambiguous_id',
      problems: expect.arrayContaining([{ message: 'R1  run running  Login' }]) as unknown,
    });
    expect(await log(store, 'R1')).not.toHaveProperty('refused');
  });

  it('is refused as found nowhere', async () => {
    const store = new MemoryStore();
    const missing = { code: 'unknown_review', message: expect.stringMatching(/^not found: .*"nosuch"/u) as unknown };
    expect(await explain(store, 'nosuch')).toMatchObject(missing);
    expect(await log(store, 'nosuch')).toMatchObject(missing);
  });

  it('is explained by the rules behind each decision', async () => {
    const store = new MemoryStore();
    const team = await Team.of(['ada', 'bo'], store);
    await team.start();
    await team.cycle('approved', 'approved');
    await new GateBench([['GO', 'right']], usualWorkflow, store).run();
    const decided = { number: 1, rules: expect.arrayContaining([expect.anything()]) as unknown };
    expect(await explain(store, 'R1')).toMatchObject({ of: 'run', id: 'R1', decisions: [decided] });
    expect(await explain(store, 'G1')).toMatchObject({ of: 'gate', id: 'G1', decisions: [decided] });
  });
});
