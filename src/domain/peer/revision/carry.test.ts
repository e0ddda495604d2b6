import { describe, expect, it } from 'vitest';
import { change, changedFile } from '../../../../test/kit/review.js';
import type { Change } from '../../model/change.js';
import { carries, carryRules } from './carry.js';

const all = { identicalTree: true, rebase: true, messageOnly: true };
const id = (letter: string) => letter.repeat(40);
const satisfiedBy = (before: Change, after: Change, allowed = all) =>
  carryRules(before, after, allowed)
    .filter(({ result }) => result === 'satisfied')
    .map((rule) => rule.id);

describe('an approval outlives a change of its content', () => {
  const before = change();

  it('when only the commits were written anew', () => {
    const after = change(undefined, { headCommit: id('9') });
    expect(satisfiedBy(before, after)).toEqual(['carry.identical_tree', 'carry.message_only']);
    expect(satisfiedBy(before, after, { ...all, identicalTree: false })).toEqual(['carry.message_only']);
  });

  it('when the same tree comes out of a part of the change', () => {
    const two = change([changedFile('a.ts'), changedFile('b.ts')]);
    const after = change([changedFile('b.ts')], { baseTree: id('8') });
    expect(satisfiedBy(two, after)).toEqual(['carry.identical_tree']);
  });

  it('when the base moved and touched none of the changed files', () => {
    const after = change(undefined, { baseTree: id('8'), headTree: id('9') });
    expect(satisfiedBy(before, after)).toEqual(['carry.rebase']);
  });

  it.each<[string, Change]>([
    ['a line differs', change([changedFile('a.ts', { newBlob: id('c') })], { headTree: id('9'), patchId: id('7') })],
    [
      'only white space differs, which a patch id ignores',
      change([changedFile('a.ts', { newBlob: id('c') })], { baseTree: id('8'), headTree: id('9') }),
    ],
    [
      'the new base touched the same file elsewhere',
      change([changedFile('a.ts', { oldBlob: id('c'), newBlob: id('d') })], { baseTree: id('8'), headTree: id('9') }),
    ],
    [
      'the mode became executable',
      change([changedFile('a.ts', { newMode: '100755' })], { baseTree: id('8'), headTree: id('9') }),
    ],
    [
      'the file got another name',
      change([changedFile('b.ts', { status: 'R', oldPath: 'a.ts' })], { baseTree: id('8'), headTree: id('9') }),
    ],
    [
      'a further file is changed',
      change([changedFile('a.ts'), changedFile('b.ts')], { baseTree: id('8'), headTree: id('9') }),
    ],
    ['a file was left out of the rebase', change([], { baseTree: id('8'), headTree: id('9') })],
    [
      'the base went back and brings what nobody reviewed',
      change([changedFile('a.ts'), changedFile('b.ts')], { baseTree: id('8') }),
    ],
    ['the base went back in the same file', change([changedFile('a.ts', { oldBlob: id('c') })], { baseTree: id('8') })],
  ])('but not when %s', (_, after) => {
    expect(satisfiedBy(before, after)).toEqual([]);
    expect(carries(carryRules(before, after, all))).toBe(false);
  });

  it('only by rules that the policy allows', () => {
    const none = { identicalTree: false, rebase: false, messageOnly: false };
    expect(satisfiedBy(before, before, none)).toEqual([]);
    expect(carryRules(before, before, none).map(({ result }) => result)).toEqual(Array(3).fill('not_applicable'));
  });
});
