import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskOpinion, TaskResult } from '../../model/task.js';
import { decide, decideUnreviewed, mostFailures } from './decide.js';

const said = (result: TaskResult, blocking = false): TaskOpinion => ({
  result,
  blocking,
  issues: [],
  summary: 'so it is',
});
const counts = { revisions: 0, maxRevisions: 3, failures: 0 };

describe('the protocol task', () => {
  it.each<[string, TaskOpinion, Partial<typeof counts>, string, string | null]>([
    ['approved completes', said('approved'), {}, 'complete', null],
    ['approved completes at the cap too', said('approved'), { revisions: 3 }, 'complete', null],
    ['changes go back to the worker', said('needs_revision'), {}, 'in_progress', 'task.approved'],
    ['changes go back once more', said('needs_revision'), { revisions: 2 }, 'in_progress', 'task.approved'],
    ['changes at the cap block', said('needs_revision'), { revisions: 3 }, 'blocked', 'task.revisions'],
    ['changes beyond the cap block', said('needs_revision'), { revisions: 4 }, 'blocked', 'task.revisions'],
    ['the cap is the policy’s', said('needs_revision'), { revisions: 1, maxRevisions: 1 }, 'blocked', 'task.revisions'],
    ['rejected blocks at the first attempt', said('rejected'), {}, 'blocked', 'task.rejected'],
    ['what needs a person blocks', said('needs_revision', true), {}, 'blocked', 'task.blocking'],
    ['an approval that needs a person is none', said('approved', true), {}, 'blocked', 'task.blocking'],
    ['a reviewer that fails is asked again', said('inconclusive'), {}, 'awaiting_review', 'task.reviewed'],
    [
      'a reviewer’s failure is no attempt of the author',
      said('inconclusive'),
      { revisions: 3 },
      'awaiting_review',
      'task.reviewed',
    ],
    ['the third failure blocks', said('inconclusive'), { failures: 2 }, 'blocked', 'task.reviewer_failures'],
  ])('%s', (_, opinion, of, status, rule) => {
    const decision = decide(opinion, { ...counts, ...of });
    expect(decision.status).toBe(status);
    expect(decision.rules.find(({ result }) => result === 'unsatisfied')?.id ?? null).toBe(rule);
  });

  it('completes nothing but a plain approval, whatever the counts', () => {
    const results = fc.constantFrom<TaskResult>('approved', 'needs_revision', 'rejected', 'inconclusive');
    fc.assert(
      fc.property(
        results,
        fc.boolean(),
        fc.record({ revisions: fc.nat(9), maxRevisions: fc.nat(9), failures: fc.nat(9) }),
        (result, blocking, at) => {
          const { status } = decide(said(result, blocking), at);
          expect(status === 'complete').toBe(result === 'approved' && !blocking);
        },
      ),
    );
  });

  it('ends every row of failures with a person', () => {
    let failures = 0;
    while (decide(said('inconclusive'), { ...counts, failures }).status === 'awaiting_review') failures++;
    expect(failures + 1).toBe(mostFailures);
  });

  it('says where nobody reviewed that nobody did', () => {
    const { status, rules } = decideUnreviewed();
    expect(status).toBe('complete');
    expect(rules).toMatchObject([{ id: 'task.reviewed', result: 'not_applicable' }]);
    expect(rules[0]?.reason).toContain('nobody reviewed');
  });
});
