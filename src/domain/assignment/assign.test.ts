import { describe, expect, it } from 'vitest';
import { assign, type AssignmentInput } from './assign.js';

const line = { primary: 'auditor', backup: 'tester', escalate: 'human', reasons: [] };
const input = (over: Partial<AssignmentInput> = {}): AssignmentInput => ({
  creator: 'core-developer',
  line,
  open: new Map(),
  unqueued: new Set(),
  parallelReviewsMax: 3,
  reviewQueueMax: 5,
  ...over,
});

describe('assignment', () => {
  it.each<[string, Partial<AssignmentInput>, string | undefined]>([
    ['the primary when free', {}, 'auditor'],
    ['the primary at the limit', { open: new Map([['auditor', 3]]) }, 'auditor'],
    ['the backup when the primary is busy', { open: new Map([['auditor', 4]]) }, 'tester'],
    [
      'the escalation role when both are busy',
      {
        open: new Map([
          ['auditor', 4],
          ['tester', 6],
        ]),
      },
      'human',
    ],
    [
      'nobody when all are busy',
      {
        open: new Map([
          ['auditor', 4],
          ['tester', 4],
          ['human', 9],
        ]),
      },
      undefined,
    ],
    [
      'an embedded reviewer whatever its count',
      { open: new Map([['auditor', 99]]), unqueued: new Set(['auditor']) },
      'auditor',
    ],
    ['nobody without a line', { line: undefined }, undefined],
  ])('%s', (_name, over, reviewer) => {
    expect(assign(input(over)).reviewer).toBe(reviewer);
  });

  it('never picks the author', () => {
    const own = { ...line, primary: 'core-developer' };
    expect(assign(input({ line: own })).reviewer).toBe('tester');
  });

  it('says why each candidate was passed over', () => {
    const { rules } = assign(input({ open: new Map([['auditor', 7]]) }));
    expect(rules.map(({ id, result }) => [id, result])).toEqual([
      ['assignment.primary', 'unsatisfied'],
      ['assignment.backup', 'satisfied'],
    ]);
  });
});
