import { describe, expect, it } from 'vitest';
import { frozenChange } from '../../../test/kit/frozen-change.js';
import { readOpinion } from '../../domain/opinion/read-opinion.js';
import { readContent } from './change-content.js';
import { opinionOf, type PartOutcome } from './opinion-of.js';

const frozen = frozenChange({ head: { 'a.ts': 'const a = 1;\nconst b = 2;\n' } });
const contents = await readContent(frozen, {});

function answer(over: Record<string, unknown>): PartOutcome {
  const whole = {
    nonce: 'n',
    verdict: 'approved',
    confidence: 90,
    summary: 'Fine.',
    checklist: {},
    findings: [],
    ground: null,
  };
  return { reading: readOpinion(JSON.stringify({ ...whole, ...over }), { nonce: 'n' }) };
}

const give = (...outcomes: readonly PartOutcome[]) =>
  opinionOf({
    seat: { role: 'auditor', driver: 'command' },
    outcomes,
    contents,
    shown: [{ path: 'a.ts', coverage: 'reviewed' }],
    exists: () => false,
    durationMs: 1,
  });

const finding = {
  severity: 'important',
  category: 'tests',
  message: 'b is never tested',
  file: 'a.ts',
  quote: 'const b = 2;',
};

describe('an opinion of several parts', () => {
  it('approves only when all parts do, as sure as the least sure', () => {
    expect(give(answer({}), answer({ confidence: 70 }))).toMatchObject({ verdict: 'approved', confidence: 70 });
  });

  it('objects when one part does', () => {
    const opinion = give(answer({}), answer({ verdict: 'changes_requested', findings: [finding] }));
    expect(opinion).toMatchObject({ verdict: 'changes_requested', findings: [{ file: 'a.ts', line: 2 }] });
  });

  it('puts what the parts answer to one question together, whichever of them was asked more', () => {
    const answers = (outcome: PartOutcome, said: readonly string[]): PartOutcome =>
      'reading' in outcome ? { reading: { ...outcome.reading, answers: said } } : outcome;
    const opinion = give(answers(answer({}), ['yes', 'no', 'maybe']), answers(answer({}), ['also']), answer({}));
    expect(opinion.answers).toEqual(['yes\nalso', 'no', 'maybe']);
    expect(give(answer({}), answer({})).answers).toBeUndefined();
  });

  it('is none when one part failed, and keeps what the others found', () => {
    const failed: PartOutcome = { failure: { kind: 'timed_out', detail: 'late' } };
    expect(give(answer({ verdict: 'changes_requested', findings: [finding] }), failed)).toMatchObject({
      verdict: 'inconclusive',
      confidence: 0,
      shown: [],
      failure: { kind: 'timed_out' },
      findings: [{ file: 'a.ts' }],
    });
  });

  it('meets a criterion only when every part says so', () => {
    const given = (value: unknown) => answer({ checklist: { a: { answer: value, reason: 'r' } } });
    expect(give(given(true), given(true)).checklist['a']).toEqual({ answer: true });
    expect(give(given(true), given(null)).checklist['a']).toEqual({ answer: null, reason: 'r' });
    expect(give(given(null), given(false)).checklist['a']).toEqual({ answer: false, reason: 'r' });
    expect(give(given(true), answer({})).checklist['a']).toMatchObject({ answer: null });
  });
});

describe('one answer', () => {
  it('that approves without saying how sure it is approves nothing', () => {
    expect(give(answer({ confidence: undefined }))).toMatchObject({
      verdict: 'inconclusive',
      failure: { kind: 'unreadable' },
    });
  });

  it('may be that it can not tell, which is no failure', () => {
    const opinion = give(answer({ verdict: 'inconclusive' }));
    expect(opinion.verdict).toBe('inconclusive');
    expect(opinion.failure).toBeUndefined();
  });

  it('rejects on its ground', () => {
    expect(give(answer({ verdict: 'rejected', ground: 'fundamental_flaw', findings: [finding] }))).toMatchObject({
      verdict: 'rejected',
      ground: 'fundamental_flaw',
    });
  });

  it('loses no word of a finding whose place does not hold', () => {
    const odd = { ...finding, file: 'none.ts', line: 7, quote: 'no such line' };
    const [raised] = give(answer({ verdict: 'changes_requested', findings: [odd] })).findings;
    expect(raised?.file).toBeUndefined();
    expect(raised).toMatchObject({
      message: 'b is never tested',
      placeNote: 'Stated at none.ts:7, which is no file of the change.',
    });
  });
});
