import { describe, expect, it } from 'vitest';
import { digest } from '../../../test/kit/digest.js';
import { GateBench } from '../../../test/kit/gates.js';
import { largestArtifact } from '../ports/gate-agents.js';
import { showGate } from './look.js';

describe('the artifact of a gate', () => {
  it('takes the place of what somebody wrote there only once that is kept, and says where', async () => {
    const bench = new GateBench([
      ['GO', 'ok'],
      ['GO', 'ok'],
      ['GO', 'ok'],
    ]);
    expect((await bench.run()).warnings).toEqual([]);
    const edit = new TextEncoder().encode('version 1, with what dana thought of\n');
    bench.files.set('docs/auth.md', edit);
    const { gate, warnings: told } = await bench.run();
    expect(gate.status).toBe('go');
    expect(new TextDecoder().decode(bench.files.get('docs/auth.md'))).toBe('version 2\n');
    const kept = `what stood in docs/auth.md came from no gate, and the artifact takes its place; it is kept as blobs/${digest(edit)}`;
    expect(told).toEqual([kept]);
    expect(await bench.store.blobs.get(digest(edit))).toEqual(edit);
    expect(gate.edits).toEqual([{ digest: digest(edit), at: 0 }]);
    const events = await bench.store.readStream(`gate/${gate.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'gate_edit_kept', data: { digest: digest(edit) } });
    // What a gate wrote is in the store as its artifact.
    expect((await bench.run()).warnings).toEqual([]);
  });

  it('is made by a coder who is shown what somebody wrote into the file meanwhile, and the iteration names it', async () => {
    const bench = new GateBench([
      ['NO_GO', 'say more'],
      ['NO_GO', 'say still more'],
      ['GO', 'ok'],
    ]);
    const edit = new TextEncoder().encode('what dana thought of\n');
    bench.says = ({ agent }) => {
      if (agent === 'reviewer') bench.files.set('docs/auth.md', edit);
      return undefined;
    };
    const { gate } = await bench.run();
    const told = bench.prompts.filter(({ agent }) => agent === 'dev').map(({ prompt }) => prompt);
    expect(told.map((prompt) => prompt.includes('what dana thought of'))).toEqual([false, true, true]);
    expect(gate.iterations.map(({ edit: shown }) => shown)).toEqual([null, digest(edit), digest(edit)]);
    expect(gate.edits.map(({ digest: kept }) => kept)).toEqual([digest(edit)]);
  });

  it.each([
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00)],
    ['nothing', new Uint8Array()],
    ['more than an artifact may hold', new Uint8Array(largestArtifact + 1).fill(97)],
  ])('is made without a look at %s in its file', async (_, standing) => {
    const bench = new GateBench([['GO', 'ok']]);
    bench.files.set('docs/auth.md', standing);
    const { gate } = await bench.run();
    expect(gate.iterations.map(({ edit }) => edit)).toEqual([null]);
    expect(bench.prompts[0]?.prompt).not.toContain('what stands in the file');
  });

  it('is not written over what is too long to be kept', async () => {
    const bench = new GateBench([['GO', 'ok']]);
    const long = new Uint8Array(largestArtifact + 1).fill(97);
    bench.files.set('docs/auth.md', long);
    const { warnings: told } = await bench.run();
    expect(told).toEqual([
      expect.stringMatching(/^docs\/auth\.md was not written: .* too long to be kept; move it away$/u),
    ]);
    expect(bench.files.get('docs/auth.md')).toBe(long);
    expect(await showGate(bench.on(), 'implement')).toMatchObject({ standing: 'changed' });
  });
});
