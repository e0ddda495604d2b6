import { describe, expect, it } from 'vitest';
import { frozenChange } from '../../../../test/kit/frozen-change.js';
import { change, changedFile, recorded, requested } from '../../../../test/kit/review.js';
import { fold } from '../../../domain/lifecycle/evolve.js';
import { decideByPerson } from '../../../domain/lifecycle/person.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { RaisedFinding } from '../../../domain/model/finding.js';
import { noOpinion, type Opinion } from '../../../domain/model/opinion.js';
import { isRefusal, refuse } from '../../../domain/model/refusal.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import type { Reviewer } from '../../ports/reviewer.js';
import { asksForMore, Halted, mustStand } from './halted.js';
import { testsWeakened } from './tests-weakened.js';

const events: readonly ReviewEvent[] = [
  { type: 'review_requested', data: requested() },
  { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9_000 } },
  {
    type: 'review_decided',
    data: { findings: [], decision: { outcome: 'changes_requested', confidence: 40, rules: [] } },
  },
];
const after = (...more: readonly ReviewEvent[]) => fold(recorded('R', [...events, ...more]))!;
const left = after();

describe('a review that is being mended', () => {
  it('goes on where it stands as the loop left it', () => {
    expect(mustStand(after(), left)).toEqual(left);
  });

  it.each(['approved', 'changes_requested', 'rejected'] as const)(
    'goes no further once a person has decided: %s',
    (outcome) => {
      const word = decideByPerson(left, { outcome, person: 'dana', note: 'read it' });
      if (isRefusal(word)) throw new Error(word.message);
      expect(() => mustStand(after(...word), left)).toThrow(Halted);
      expect(() => mustStand(after(...word), left)).toThrow(`was decided by dana (${outcome})`);
    },
  );

  it('goes no further once somebody withdrew it', () => {
    const withdrawn: ReviewEvent = { type: 'review_withdrawn', data: { reason: 'not needed' } };
    expect(() => mustStand(after(withdrawn), left)).toThrow('moved while it was being mended');
  });
});

describe('a fix that touches what a rule excludes from reading', () => {
  const policy = { ...defaultPolicy, criteria: { '*': [] } };
  const inForce = { policy, classification: left.classification, origin: left.policy };
  const exclusions = { 'vendor/a.js': 'vendored', 'logo.png': 'media' };
  const seen = { ...left, change: change([changedFile('src/a.js'), changedFile('logo.png')]) };
  const asks = (...files: readonly ReturnType<typeof changedFile>[]) =>
    asksForMore(seen, { ...inForce, exclusions, frozen: { ...frozenChange({ head: {} }), change: change(files) } });

  it.each<[string, ReturnType<typeof changedFile>]>([
    ['by moving code there', changedFile('vendor/a.js', { status: 'R', oldPath: 'src/a.js' })],
    ['by rewriting what was excluded before', changedFile('logo.png', { newBlob: 'c'.repeat(40) })],
  ])('asks for more, %s', (_how, file) => {
    expect(asks(file)).toMatchObject({ reason: 'asks_for_more' });
    expect(asks(file)?.why).toContain(`${file.path} would be read by nobody`);
  });

  it('and not one that leaves it as it was, takes it away, or touches what is read', () => {
    const gone = changedFile('vendor/a.js', { status: 'D', newBlob: '0'.repeat(40) });
    expect(asks(changedFile('logo.png'), gone, changedFile('src/a.js', { newBlob: 'c'.repeat(40) }))).toBeUndefined();
  });
});

const failure = { kind: 'crashed', detail: 'out of memory' } as const;
const path = 'src/sum.ts';
const saw: Opinion = {
  seat: { role: 'tester', driver: 'embedded' },
  verdict: 'approved',
  confidence: 90,
  summary: 'no findings',
  checklist: { tests_not_weakened: { answer: true } },
  findings: [],
  shown: [{ path, coverage: 'reviewed' }],
  durationMs: 1,
};
const lost: RaisedFinding = {
  rule: 'tests/deleted',
  severity: 'important',
  file: 'src/sum.test.ts',
  category: 'tests',
  message: 'a test is gone',
};

/** What follows from the opinions of the reviewers that have these roles, and which of them were asked. */
async function looked(opinions: readonly Opinion[], roles: readonly string[] = ['auditor', 'tester']) {
  const asked: string[] = [];
  const reviewer: Reviewer = {
    seats: () => roles.map((role) => ({ role, driver: 'embedded' })),
    review: (_packet, seats) => {
      asked.push(...seats.map(({ role }) => role));
      return Promise.resolve(opinions);
    },
  };
  const repository = { freeze: () => Promise.resolve(frozenChange({ base: { [path]: 'a' }, head: { [path]: 'b' } })) };
  const on = { repository, reviewer, signal: new AbortController().signal };
  const to = Promise.resolve({ classification: left.classification, exclusions: { 'vendor/a.bin': 'vendored' } });
  return { halt: await testsWeakened(on, { review: left, commit: 'c'.repeat(40) }, to), asked };
}

describe('what an attempt took away from tests', () => {
  it('is asked of the tester alone, and nothing halts where it saw all and lost nothing', async () => {
    expect(await looked([saw])).toEqual({ halt: undefined, asked: ['tester'] });
  });

  it('stops the loop, with the place', async () => {
    expect((await looked([{ ...saw, findings: [lost] }])).halt?.why).toBe(
      'the fix takes tests away: src/sum.test.ts (tests/deleted)',
    );
  });

  it('may lie in what the policy excludes from reading', async () => {
    const shown = [...saw.shown, { path: 'vendor/a.bin', coverage: 'unreadable' }] as const;
    expect((await looked([{ ...saw, shown }])).halt).toBeUndefined();
  });

  it.each<[string, readonly Opinion[], string]>([
    ['gives no opinion', [], 'no opinion from the tester'],
    ['failed', [noOpinion(saw.seat, failure, 0)], 'crashed: out of memory'],
    ['did not read all', [{ ...saw, shown: [{ path, coverage: 'not_shown' }] }], `${path} is not shown`],
    [
      'cannot tell',
      [{ ...saw, checklist: { tests_not_weakened: { answer: null, reason: 'no rule reads Java' } } }],
      'no rule reads Java',
    ],
    [
      'says that tests went and not where',
      [{ ...saw, checklist: { tests_not_weakened: { answer: false, reason: 'tests/deleted at a.test.ts' } } }],
      'tests/deleted at a.test.ts',
    ],
    ['does not say', [{ ...saw, checklist: {} }], 'the tester came to no verdict'],
  ])('stops the loop where the tester %s', async (_what, opinions, why) => {
    expect((await looked(opinions)).halt).toEqual({
      reason: 'tests_weakened',
      why: `nobody can see whether the fix takes tests away: ${why}`,
    });
  });

  it('stops the loop where no tester has a seat', async () => {
    const { halt, asked } = await looked([saw], ['auditor']);
    expect([halt?.why, asked]).toEqual(['nobody can see whether the fix takes tests away: no tester has a seat', []]);
  });

  it('stops the loop where nobody can look', async () => {
    const repository = { freeze: () => Promise.resolve(refuse('missing_objects', 'a commit is gone', 'fetch it')) };
    const reviewer = { seats: () => [], review: () => Promise.resolve([]) };
    const on = { repository, reviewer, signal: new AbortController().signal };
    const to = Promise.resolve({ classification: left.classification, exclusions: {} });
    expect(await testsWeakened(on, { review: left, commit: 'c'.repeat(40) }, to)).toEqual({
      reason: 'tests_weakened',
      why: 'nobody can see whether the fix takes tests away: a commit is gone',
    });
  });
});
