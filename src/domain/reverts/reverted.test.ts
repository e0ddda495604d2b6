import { describe, expect, it } from 'vitest';
import { revertedIn } from './reverted.js';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];

describe('commits that a message says it reverts', () => {
  it.each([
    [`Revert "feat: add"\n\nThis reverts commit ${a}.\n`, [a]],
    [`Revert "Merge topic"\n\nThis reverts commit ${a}, reversing\nchanges made to ${b}.\n`, [a]],
    [`Revert two\n\nThis reverts commit ${a}.\nThis reverts commit ${b}.\n`, [a, b]],
    [`Revert two\n\nThis reverts commits ${a} and ${b}.`, [a, b]],
    ['Revert\n\nThis reverts commit abcdef0 (feat: add, 2026-01-01).', ['abcdef0']],
    [`feat: add\n\n> This reverts commit ${a}.\n    This reverts commit ${b}.`, []],
    ['This reverts commit of mine', []],
    [`Reapply "feat"\n\nThis reapplies commit ${a}.`, []],
  ])('%j: %j', (message, ids) => expect(revertedIn(message)).toEqual(ids));

  it('are so many and no more, however many it names', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `This reverts commit ${String(index).padStart(40, '0')}.`);
    expect(revertedIn(lines.join('\n'))).toHaveLength(50);
  });
});
