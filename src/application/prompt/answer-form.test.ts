import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOpinion } from '../../domain/opinion/read-opinion.js';
import { answerSchema } from './answer-form.js';

const asked = {
  criteria: ['no_secrets', 'tests_pass'].map((name) => ({ name, required: true, description: '', checks: [] })),
  rejectGrounds: ['fundamental_flaw'],
};
const nonce = 'a1b2c3';
const words = fc.constantFrom('the total is read before it is written', 'the lock is never released', 'x is shadowed');
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const finding = fc.record({
  severity: fc.constantFrom('critical', 'important', 'minor'),
  category: fc.constantFrom('correctness', 'tests'),
  file: orNull(fc.constantFrom('src/a.ts', 'lib/b c.py')),
  line: orNull(fc.integer({ min: 1, max: 900 })),
  endLine: fc.constant(null),
  quote: orNull(fc.constantFrom('const a = 1;')),
  message: words,
  suggestion: orNull(words),
});
const answer = fc.record({
  nonce: fc.constant(nonce),
  verdict: fc.constantFrom('approved', 'changes_requested', 'rejected', 'inconclusive'),
  confidence: fc.integer({ min: 0, max: 100 }),
  summary: fc.constantFrom('It adds a sum.', 'It renames a file.'),
  checklist: fc.record({
    no_secrets: fc.record({ answer: orNull(fc.boolean()), reason: orNull(words) }),
    tests_pass: fc.record({ answer: orNull(fc.boolean()), reason: orNull(words) }),
  }),
  // The same words twice are one finding told twice.
  findings: fc.uniqueArray(finding, { maxLength: 3, selector: ({ message }) => message }),
  ground: fc.constantFrom('fundamental_flaw', null),
});

describe('the form of an answer', () => {
  const validate = new Ajv({ allowUnionTypes: true, strict: true }).compile(answerSchema(asked));

  it('is one: what the schema allows, the reader reads', () => {
    fc.assert(
      fc.property(answer, (given) => {
        expect(validate(given), JSON.stringify(validate.errors)).toBe(true);
        const reading = readOpinion(JSON.stringify(given), { nonce });
        expect(reading.findings.map(({ message }) => message)).toEqual(given.findings.map(({ message }) => message));
        expect(reading.findings.map(({ severity }) => severity)).toEqual(
          given.findings.map(({ severity }) => severity),
        );
        expect(reading.findings.map(({ file = null }) => file)).toEqual(given.findings.map(({ file }) => file));
        expect(reading.confidence).toBe(given.confidence);
        expect(Object.entries(reading.checklist).map(([name, item]) => [name, item.answer])).toEqual(
          Object.entries(given.checklist).map(([name, item]) => [name, item.answer]),
        );
        if (reading.verdict !== 'inconclusive') expect(reading.verdict).toBe(given.verdict);
        if (given.verdict === 'inconclusive') expect(reading.verdict).toBe('inconclusive');
      }),
    );
  });

  it.each([
    ['a missing nonce', { nonce: undefined }],
    ['another word for a verdict', { verdict: 'LGTM' }],
    ['a criterion that nobody asked', { checklist: { no_secrets: true } }],
  ])('has no room for %s', (_name, over) => {
    const given = { ...fc.sample(answer, { numRuns: 1, seed: 1 })[0], ...over };
    expect(validate(JSON.parse(JSON.stringify(given)))).toBe(false);
  });
});
