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
    const kept = `what stood in docs/auth.md came from no gate and was replaced; it is kept as blobs/${digest(edit)}`;
    expect(told).toEqual([kept]);
    expect(await bench.store.blobs.get(digest(edit))).toEqual(edit);
    // What a gate wrote is in the store as its artifact.
    expect((await bench.run()).warnings).toEqual([]);
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
