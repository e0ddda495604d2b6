import { expect, it } from 'vitest';
import { livingRow } from './living-table.js';

type Shown = Parameters<typeof livingRow>[0];

const task: Shown = {
  ...{ key: '2', title: 'Use it', assignee: 'impl-2', status: 'pending', completion: null, waitsFor: null },
  ...{ revisions: 0, maxRevisions: 2, spec: 'none', quality: 'none' },
};

it.each<[string, Partial<Shown>, readonly [status: string, spec: string, quality: string, fixIterations: string]]>([
  ['waits to be begun', {}, ['pending', '-', '-', '0']],
  ['is being done', { status: 'in_progress' }, ['in-progress', '-', '-', '0']],
  ['is under review', { status: 'awaiting_review' }, ['in-review', '-', '-', '0']],
  [
    'passed both stages',
    { status: 'complete', completion: 'reviewed', spec: 'pass', quality: 'pass' },
    ['complete', '✅', '✅', '0'],
  ],
  [
    'failed spec and is mended',
    { status: 'in_progress', revisions: 1, spec: 'fail' },
    ['review-fix-1', 'FAIL -> retry', '-', '1'],
  ],
  ['failed at its cap', { status: 'blocked', revisions: 2, spec: 'fail' }, ['escalated', 'FAIL', '-', '2 (max)']],
  ['is rejected before it', { status: 'blocked', revisions: 1, quality: 'fail' }, ['escalated', '-', 'FAIL', '1']],
  [
    'waits for the word of a person on its review',
    { status: 'awaiting_review', waitsFor: 'R1' },
    ['escalated', '-', '-', '0'],
  ],
  [
    'nobody reviewed',
    { status: 'complete', completion: 'reviews_disabled' },
    ['complete', 'not reviewed', 'not reviewed', '0'],
  ],
  [
    'a person completed in spite of a fail',
    { status: 'complete', completion: 'person', revisions: 2, quality: 'fail' },
    ['complete', 'by a person', 'by a person', '2'],
  ],
])('a task that %s', (_, of, row) => {
  const { status, spec, quality, fixIterations } = livingRow({ ...task, ...of });
  expect([status, spec, quality, fixIterations]).toEqual(row);
});
