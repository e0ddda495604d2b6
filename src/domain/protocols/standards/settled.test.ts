import { describe, expect, it } from 'vitest';
import { opinion, raised, requested } from '../../../../test/kit/review.js';
import type { Finding, RaisedFinding } from '../../model/finding.js';
import type { CriterionAnswer, Opinion } from '../../model/opinion.js';
import { decide } from './decide.js';
import type { Round } from './round.js';

const { standards, embedded, rejectGrounds } = requested();
const criterion = { name: 'no_swallowed_errors', required: true, description: '', checks: [] };
const because = ['errors/swallowed'];
const no: CriterionAnswer = { answer: false, reason: 'errors/swallowed at a.ts:1', because };
const seat = { role: 'auditor', driver: 'embedded' } as const;

/** As merged: one source, the embedded auditor. */
function merged(of: RaisedFinding, over: Partial<Finding> = {}): Finding {
  const { message, severity } = of;
  const sources = [{ seat: 'auditor@embedded', message, severity }];
  return { ...of, id: message, fingerprint: message, state: 'dismissed', agreement: 'only', sources, ...over };
}

const swallowed = raised();
const another = raised({ line: 9, message: 'This one too.' });

function round(over: Partial<Round> & { readonly auditor?: Partial<Opinion>; readonly said?: CriterionAnswer }): Round {
  const { auditor = {}, said = no, ...more } = over;
  return {
    creator: 'Ada',
    criteria: [criterion],
    standards,
    embedded,
    rejectGrounds,
    seats: ['auditor@embedded'],
    opinions: [
      opinion({
        seat,
        verdict: 'changes_requested',
        findings: [swallowed],
        checklist: { [criterion.name]: said },
        ...auditor,
      }),
    ],
    counting: [],
    settled: [merged(swallowed)],
    coverage: [{ path: 'a.ts', coverage: 'reviewed' }],
    ...more,
  };
}

const met = (of: Round) => decide(of).rules.find(({ id }) => id === 'standards.criteria_met');

describe('a criterion that only settled findings speak against', () => {
  it('is no longer false, and the rule says why', () => {
    expect(decide(round({})).outcome).toBe('approved');
    expect(met(round({}))).toMatchObject({
      result: 'satisfied',
      reason: '1 of 1 required criterion met, no_swallowed_errors since a person settled the findings against it',
    });
  });

  it.each<[string, Parameters<typeof round>[0]]>([
    [
      'one of its findings still counts',
      { auditor: { findings: [swallowed, another] }, counting: [merged(another, { state: 'open' })] },
    ],
    ['one of its findings was never settled', { auditor: { findings: [swallowed, another] } }],
    ['the settled finding is of another file', { settled: [merged(swallowed, { file: 'b.ts' })] }],
    ['the settled finding has another text', { settled: [merged(another)] }],
    [
      'the settled finding came from another seat',
      {
        settled: [
          merged(swallowed, {
            sources: [{ seat: 'tester@embedded', message: swallowed.message, severity: 'important' }],
          }),
        ],
      },
    ],
    ['nothing was settled', { settled: [] }],
    [
      'the finding counts under a leading wording of another seat',
      { counting: [merged(swallowed, { rule: 'other/rule', message: 'worse' })] },
    ],
    ['it was false for a reason of its own', { said: { answer: false, reason: 'says so' } }],
    ['one rule behind it raised nothing that was settled', { said: { ...no, because: [...because, 'errors/other'] } }],
    [
      'another embedded seat raised the same, unsettled',
      {
        seats: ['auditor@embedded', 'tester@embedded'],
        opinions: [
          opinion({ seat, findings: [swallowed], checklist: { [criterion.name]: no } }),
          opinion({ seat: { role: 'tester', driver: 'embedded' }, findings: [another] }),
        ],
      },
    ],
    ['the seat failed', { auditor: { failure: { kind: 'crashed', detail: 'exit 1' } } }],
  ])('stays false when %s', (_name, over) => {
    expect(met(round(over))?.result).toBe('unsatisfied');
    expect(decide(round(over)).outcome).not.toBe('approved');
  });

  it('stays false when an agent says false, whatever it gives as because', () => {
    const agent = { role: 'reviewer', driver: 'mcp' } as const;
    expect(met(round({ auditor: { seat: agent } }))?.result).toBe('unsatisfied');
  });

  it('stays false when any other seat says so of its own', () => {
    const reviewer = opinion({
      seat: { role: 'reviewer', driver: 'mcp' },
      checklist: { [criterion.name]: { answer: false, reason: 'I saw another' } },
    });
    const both = round({});
    expect(met({ ...both, opinions: [...both.opinions, reviewer] })?.reason).toContain('not met: no_swallowed_errors');
  });

  it('is not checked, never met, where a rule behind it could not look', () => {
    const gap = round({ said: { ...no, unchecked: 'tool is not installed' } });
    expect(decide(gap).outcome).toBe('inconclusive');
    expect(decide(gap).rules).toContainEqual({
      id: 'standards.criteria_checked',
      result: 'unsatisfied',
      reason: 'not checked: no_swallowed_errors (tool is not installed)',
    });
  });
});
