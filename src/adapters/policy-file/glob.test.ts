import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../test/kit/processor-time.js';
import { matches } from './glob.js';

describe('globs of the policy', () => {
  it.each([
    ['**/AGENTS.md', 'AGENTS.md', true],
    ['**/AGENTS.md', 'a/b/agents.md', true],
    ['.claude/**', '.claude/hooks/.x', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['**/*.{png,jpg}', 'a/B.PNG', true],
    ['docs/**', 'docs', true],
    ['!secret', 'other', false],
    ['a b/[x]?.ts', 'a b/xy.ts', true],
    ['**/*.ts', 'src/\\xffa.ts', true],
  ])('%s on %s', (glob, path, expected) => {
    expect(matches(glob)(path)).toBe(expected);
  });

  it('answers in time on a path made to take long', () => {
    const path = `${'a/'.repeat(500)}${'a'.repeat(500)}`;
    expect(processorTime(() => expect(matches('**/a*a*a*b/**/c')(path)).toBe(false))).toBeLessThan(5_000);
  });
});
