import { describe, expect, it } from 'vitest';
import { opinion, raised } from '../../../../test/kit/review.js';
import type { Finding, RaisedFinding } from '../../model/finding.js';
import type { CriterionAnswer, Opinion } from '../../model/opinion.js';
import { answers } from './criteria.js';

const criterion = { name: 'no_debug_leftovers', required: true, description: '', checks: [] };
const seat = { role: 'auditor', driver: 'embedded' } as const;
const minor = raised({ rule: 'leftover/debug-output', severity: 'minor', message: 'A print was left.' });

function merged(of: RaisedFinding, over: Partial<Finding> = {}): Finding {
  const { message, severity } = of;
  const sources = [{ seat: 'auditor@embedded', message, severity }];
  return { ...of, id: message, fingerprint: message, state: 'open', agreement: 'only', sources, ...over };
}

const says = (said: CriterionAnswer, over: Partial<Opinion> = {}) =>
  opinion({ seat, findings: [minor], checklist: { [criterion.name]: said }, ...over });

describe('a criterion beside which minor findings stand', () => {
  const said: CriterionAnswer = { answer: true, minor: ['leftover/debug-output'] };

  it('is met and names them', () => {
    const counting = [merged(minor), merged(raised())];
    const [answered] = answers({ criteria: [criterion], opinions: [says(said)], counting, settled: [] });
    expect(answered).toMatchObject({ answer: true, minor: [{ id: 'A print was left.' }] });
    expect(answered?.minor).toHaveLength(1);
  });

  it('names none that a person took out of the count', () => {
    const settled = [merged(minor, { state: 'dismissed' })];
    const [answered] = answers({ criteria: [criterion], opinions: [says(said)], counting: [], settled });
    expect(answered?.minor).toEqual([]);
  });

  it('names one finding once, whichever seat raised it', () => {
    const tester = says({ answer: true }, { seat: { role: 'tester', driver: 'embedded' } });
    const auditor = says(said, { findings: [] });
    const sources = [{ seat: 'tester@embedded', message: minor.message, severity: 'minor' as const }];
    const counting = [merged(minor, { sources })];
    const round = { criteria: [criterion], opinions: [auditor, tester], counting, settled: [] };
    expect(answers(round)[0]?.minor).toHaveLength(1);
  });
});

it('a criterion that is met since a person settled its findings names these', () => {
  const important = raised({ rule: 'leftover/debug-output' });
  const said = { answer: false, reason: 'x', because: ['leftover/debug-output'] };
  const settled = [merged(important, { state: 'dismissed' })];
  const opinions = [says(said, { findings: [important] })];
  const [answered] = answers({ criteria: [criterion], opinions, counting: [], settled });
  expect(answered).toMatchObject({ answer: true, settled });
});
