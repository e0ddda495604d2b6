import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../domain/model/refusal.js';
import { takeArguments } from './arguments.js';
import { tools } from './tools/catalogue.js';

const submit = tools.find(({ name }) => name === 'submit_review')!;
const opinion = {
  review_id: '01K3',
  nonce: 'n',
  head_tree: 't',
  status: 'APPROVED',
  confidence: 90,
  checklist: { no_secrets: true },
  summary: 'Fine.',
};

describe('takeArguments', () => {
  it('reports every mistake at once, each at its field', () => {
    const given = {
      ...opinion,
      nonce: undefined,
      status: 'APROVED',
      confidence: 900,
      findings: [
        { severity: 'minor', category: 'x', message: ' ' },
        { severity: 'minor', category: 'x', line: 0 },
      ],
    };
    const refusal = takeArguments('submit_review', submit.input, given);
    expect(refusal).toMatchObject({ code: 'invalid_arguments' });
    expect(isRefusal(refusal) ? refusal.problems : []).toEqual([
      { key: 'nonce', message: 'is missing', expected: 'string' },
      {
        key: 'status',
        message: "is 'APROVED'",
        expected: 'APPROVED, CHANGES_REQUESTED, REJECTED',
        nearest: 'APPROVED',
      },
      { key: 'confidence', message: 'is 900', expected: 'at most 100' },
      { key: 'findings.0.message', message: 'is empty', expected: 'some text' },
      { key: 'findings.1.line', message: 'is 0', expected: 'at least 1' },
      { key: 'findings.1.message', message: 'is missing', expected: 'string' },
    ]);
  });

  it('ignores a field it does not know and says so', () => {
    expect(takeArguments('submit_review', submit.input, { ...opinion, mood: 'good' })).toMatchObject({
      ignored: ['mood'],
    });
  });

  it('does not lose findings by a letter', () => {
    const finding = { severity: 'critical', category: 'x', message: 'wrong' };
    expect(takeArguments('submit_review', submit.input, { ...opinion, finding: [finding] })).toMatchObject({
      code: 'invalid_arguments',
      problems: [{ key: 'finding', message: 'is no field that is known here', nearest: 'findings' }],
    });
  });

  it.each([[null], [[]], ['text'], [3]])('refuses %j as arguments', (given) => {
    expect(takeArguments('submit_review', submit.input, given)).toMatchObject({ code: 'invalid_arguments' });
  });

  it('answers anything with a value or a refusal that names a problem', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tools), fc.jsonValue(), ({ name, input }, given) => {
        const taken = takeArguments(name, input, given);
        expect(isRefusal(taken) ? (taken.problems ?? []).length : 1).toBeGreaterThan(0);
      }),
    );
  });
});
