import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../../../test/contract/sqlite-file.js';
import { sqliteStoreUnderTest } from '../../../../test/contract/sqlite-store-under-test.js';
import { selectAfter, selectHeads, selectPosition, selectStream } from '../journal/read.js';
import type { Connection, Statement } from '../sqlite/connection.js';
import { selectByPrefix, selectDue } from './by-id.js';
import { selectAgentByToken } from './agents.js';
import { selectDispositions, selectDispositionsOn } from './dispositions.js';
import { selectListedFindings, selectLookedAt } from './finding-list.js';
import { selectFindingsOf } from './findings.js';
import { selectGates } from './gates.js';
import { selectObjecting } from './objections.js';
import { selectOpenBeside } from './project-gate.js';
import { selectEvidence, selectPatterns } from './pattern-evidence.js';
import { selectAnalyticsCounts } from './analytics-counts.js';
import { selectJudged } from './judged-opinions.js';
import { selectAnswered, selectPersonChoices } from './person-decisions.js';
import {
  selectLoad,
  selectOpenByReviewer,
  selectStandingOn,
  selectRequest,
  selectReviews,
  selectWaiting,
} from './reviews.js';
import { selectSettledWith } from './settled-content.js';

let context: Awaited<ReturnType<typeof sqliteStoreUnderTest>>;
let connection: Connection;

beforeAll(async () => {
  context = await sqliteStoreUnderTest();
  connection = await openFile(context.directory);
});

afterAll(async () => {
  connection.close();
  await context.cleanUp();
});

function plan({ sql, parameters }: Statement): string[] {
  return connection.all({ sql: `explain query plan ${sql}`, parameters }).map((row) => String(row['detail']));
}

const key = { fingerprint: 'f', content: 'c' };

describe('no question scans or sorts a table', () => {
  it.each([
    ['events of a stream', selectStream('review/A1')],
    ['heads of a stream and of the journal', selectHeads('review/A1')],
    ['position of the journal', selectPosition],
    ['journal after a position', selectAfter(5, 10)],
    ['reviews of one status', selectReviews({ status: ['pending'] })],
    ['reviews by prefix', selectByPrefix('reviews', '01J')],
    ['what one owes in one status', selectReviews({ owedBy: ['ada'], status: ['pending'] })],
    ['what one requested', selectReviews({ requestedBy: 'ada' })],
    ['the review of an idempotency key', selectRequest('ada', 'k')],
    ['what falls due', selectDue('reviews', 5, 10)],
    ['runs that fall due', selectDue('runs', 5, 10)],
    ['gates that fall due', selectDue('gates', 5, 10)],
    ['tasks that fall due', selectDue('tasks', 5, 10)],
    ['tasks by prefix', selectByPrefix('tasks', '01J')],
    ['runs by prefix', selectByPrefix('runs', '01J')],
    ['gates by prefix', selectByPrefix('gates', '01J')],
    ['whose token it is', selectAgentByToken('h')],
    ['findings of a review', selectFindingsOf('A1', {})],
    ['findings of a review in some states', selectFindingsOf('A1', { state: ['open'] })],
    ['findings by prefix', selectByPrefix('findings', 'F-')],
    ['dispositions by content', selectDispositionsOn(['c', 'd'])[0]!],
    ['judged opinions of a reviewer', selectJudged({ reviewer: 'critic', limit: 200 })],
  ])('%s', (_, question) => {
    const steps = plan(question);
    expect(steps.join('\n')).toMatch(/SEARCH/);
    expect(steps.filter((step) => /^SCAN (?!one|walk)/.test(step))).toEqual([]);
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('except gates of some statuses, which are found by them before they are sorted', () => {
    const steps = plan(selectGates({ status: ['no_go'] }));
    expect(steps[0]).toContain('SEARCH gates USING INDEX gates_by_status');
    const beside = plan(selectOpenBeside({ id: 'G1', task: 'implement', artifact_path: null }));
    expect(beside).toEqual(['SEARCH gates USING INDEX gates_by_status (status=?)']);
  });

  it('finds the evidence of a pattern, and what is never forgotten of it, by steps in an index', () => {
    const steps = plan(selectEvidence({ creator: 'otter', type: 'refactor' })).filter((step) =>
      step.includes('pattern_evidence'),
    );
    const told = 'COVERING INDEX pattern_evidence_told (creator_agent=? AND action_type=? AND outcome=?)';
    expect(steps).toEqual([
      'SEARCH pattern_evidence USING PRIMARY KEY (creator_agent=? AND action_type=?)',
      ...Array.from({ length: 3 }, () => `SEARCH pattern_evidence USING ${told}`),
    ]);
  });

  it('lists patterns by a step in the index for each, not by a walk over their evidence', () => {
    const steps = plan(selectPatterns).filter((step) => step.includes('pattern_evidence'));
    expect(steps).toEqual([
      'SEARCH pattern_evidence USING PRIMARY KEY',
      'SEARCH pattern_evidence USING PRIMARY KEY (creator_agent>?)',
      'SEARCH pattern_evidence USING PRIMARY KEY (creator_agent=?)',
      'SEARCH pattern_evidence USING PRIMARY KEY (creator_agent=? AND action_type>?)',
    ]);
  });

  it('except the whole list, which walks along the table until it has enough', () => {
    expect(plan(selectReviews({}))).toEqual(['SCAN reviews']);
  });

  it('except the merge of several statuses, each of them cut before', () => {
    const steps = plan(selectReviews({ status: ['pending', 'in_progress'] }));
    expect(steps.filter((step) => step.startsWith('SEARCH'))).toEqual([
      'SEARCH reviews USING INDEX reviews_by_status (status=?)',
      'SEARCH reviews USING INDEX reviews_by_status (status=?)',
    ]);
    expect(steps.filter((step) => step.startsWith('SCAN reviews'))).toEqual([]);
  });

  it('except the merge of what waits for a person', () => {
    const steps = plan(selectWaiting(5));
    expect(steps.filter((step) => step.startsWith('SEARCH'))).toEqual([
      'SEARCH reviews USING INDEX reviews_to_decide (decide_by>?)',
      'SEARCH reviews USING INDEX reviews_by_status (status=?)',
      'SEARCH reviews USING INDEX reviews_inconclusive (status=? AND outcome=?)',
    ]);
    expect(steps.filter((step) => step.startsWith('SCAN reviews'))).toEqual([]);
  });

  it('except the problems among the findings looked at', () => {
    const all = plan(selectListedFindings({}));
    expect(all.filter((step) => step.includes('findings'))).toEqual(['SCAN findings']);
    expect(all).toContain('SEARCH newest USING INTEGER PRIMARY KEY (rowid=?)');
    const older = plan(selectLookedAt({ state: ['open'], before: 'f' }));
    expect(older).toContain('SEARCH findings USING INTEGER PRIMARY KEY (rowid<?)');
    expect(older).not.toContain('SCAN findings');
    const settled = plan(selectListedFindings({ state: ['dismissed', 'refuted'] }));
    expect(settled.filter((step) => step.includes('findings'))).toEqual([
      'SEARCH findings USING INDEX findings_settled (state=?)',
      'SEARCH findings USING INDEX findings_settled (state=?)',
    ]);
  });

  it('except what somebody owes, of which only that is looked at', () => {
    const steps = plan(selectReviews({ owedBy: ['ada', '*'] }));
    expect(steps.filter((step) => step.includes('reviews '))).toEqual([
      'SEARCH reviews USING INDEX reviews_owed (assignee=?)',
      'SEARCH reviews USING INDEX reviews_owed (assignee=?)',
    ]);
    expect(plan(selectLoad)[0]).toBe('SEARCH reviews USING INDEX reviews_owed (assignee>?)');
  });

  it('except the counting of open reviews, which looks at no others', () => {
    expect(plan(selectOpenByReviewer)[0]).toBe('SEARCH reviews USING INDEX reviews_by_status (status=?)');
  });

  it('except the load of reviewers and what speaks on some trees, which look only at what is owed, rejected or withdrawn', () => {
    expect(plan(selectLoad)[0]).toMatch(/USING (COVERING )?INDEX reviews_owed/);
    const standing = plan(selectStandingOn('b', 'h')).filter((step) => /^(SCAN|SEARCH)/.test(step));
    expect(standing.map((step) => /INDEX (\w+)|PRIMARY KEY/.exec(step)?.[0])).toEqual([
      'INDEX reviews_owed',
      'INDEX reviews_over',
      'PRIMARY KEY',
    ]);
  });

  it('except what stands against a content, of which each mark is looked up', () => {
    const steps = plan(selectObjecting(['a', 'b'])).filter((step) => /^(SCAN|SEARCH)/.test(step));
    expect(steps).toContain('SEARCH objections USING INDEX objections_by_mark (mark=?)');
    expect(steps.filter((step) => step.includes('objections'))).toHaveLength(1);
  });

  it('except the counting of decisions, of which only the latest of a kind are looked at', () => {
    const steps = plan(
      selectPersonChoices({ type: 'feature', trigger: 'by_hand', sensitivity: 'normal', person: 'eve' }),
    );
    expect(steps.filter((step) => step.includes('person_decisions'))).toEqual([
      'SEARCH person_decisions USING INDEX person_decisions_by_kind (type=? AND cause=? AND sensitivity=?)',
    ]);
  });

  it('except the latest judged opinions and the counters of analytics, which are read in the order of their keys', () => {
    expect(plan(selectJudged({ limit: 500 }))).toEqual(['SCAN judged_opinions']);
    expect(plan(selectAnalyticsCounts)).toEqual(['SCAN analytics_counts']);
  });

  it('except the reviews of what was reverted, of which each commit and tree is looked up', () => {
    const steps = plan(selectSettledWith(['a', 'b'], 20));
    expect(steps.filter((step) => /settled_content|reviews/.test(step))).toEqual([
      'SEARCH settled_content USING PRIMARY KEY (object=?)',
      'SEARCH reviews USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });

  it('except the latest answers of persons, which are read backwards', () => {
    expect(plan(selectAnswered(50))).toEqual(['SCAN person_decisions']);
  });

  it('except the keys that were asked for', () => {
    const steps = plan(selectDispositions([key, key])[0]!);
    expect(steps.filter((step) => step.startsWith('SEARCH'))).toEqual([
      'SEARCH found USING PRIMARY KEY (fingerprint=? AND content=?)',
    ]);
  });
});
