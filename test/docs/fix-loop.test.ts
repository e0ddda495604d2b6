import { describe, expect, it } from 'vitest';
import { stopReasons } from '../../src/domain/fix-loop/loop.js';
import { read } from './sources.js';

describe('docs/fix-loop.md', () => {
  it('lists every reason for which a loop stops, once', () => {
    const [, after = ''] = read('docs/fix-loop.md').split(/^## When it stops$/mu);
    const [section = ''] = after.split(/^## /mu);
    const listed = [...section.matchAll(/^\| `([a-z_]+)` \|/gmu)].map(([, reason]) => reason);
    expect(listed.toSorted()).toEqual([...stopReasons].sort());
  });
});
