import { describe, expect, it } from 'vitest';
import { movedOn } from './moved-on.js';

const change = { source: 'range', headTree: 'seen' } as const;
const at = (tree: string) => ({
  tip: (name: string) => Promise.resolve(name === 'topic/a' ? { commit: 'c2', tree } : undefined),
});

describe('a branch that moved on after its review', () => {
  it.each(['main..topic/a', 'main...topic/a', 'v1.2..topic/a'])('is named with where it is now: %s', async (title) => {
    expect(await movedOn({ ...change, title }, at('other'))).toEqual({ branch: 'topic/a', head: 'c2' });
  });

  it('is none while it holds the same content, under whatever commit', async () => {
    expect(await movedOn({ ...change, title: 'main..topic/a' }, at('seen'))).toBeUndefined();
  });

  it.each(['main..gone', 'main..HEAD', 'main..topic/a~1', 'last commit on main (abc)', 'commit abc', 'main..'])(
    'is none where the change is of no branch: %s',
    async (title) => {
      expect(await movedOn({ ...change, title }, at('other'))).toBeUndefined();
    },
  );

  it('is none where the change was not committed', async () => {
    expect(await movedOn({ ...change, source: 'staged', title: 'main..topic/a' }, at('other'))).toBeUndefined();
  });
});
