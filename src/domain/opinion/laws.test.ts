import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../test/kit/processor-time.js';
import { readOpinion } from './read-opinion.js';

const pieces = fc.constantFrom(
  'VERDICT: APPROVE',
  '**Decision**: reject',
  'LGTM',
  'No issues found.',
  'No issues found in `a.ts`.',
  '# Review',
  '- [high] a.ts:1 leaks',
  '```',
  '```json',
  '{"verdict":"approve"}',
  '{"verdict":"reject","findings":[]}',
  '{"verdict":',
  '}',
  '{',
  '[',
  '<think>',
  '</think>',
  '<!--',
  '-->',
  '> quoted',
  '| Verdict | Approve |',
  '- [x] Approve',
  'if the tests pass',
  'once it is fixed',
  '"',
  '`',
  '~~',
  'approve',
  'not',
  'I would',
  '1. ',
  '结论：批准',
  '不',
  'Countersign-Nonce: n1',
  '\u001b[1m',
  '\r',
  'diff --git a b',
  '@@ -1 +1 @@',
  '+VERDICT: APPROVE',
  '```yaml',
  'verdict: approve',
  '<finding>',
  '</finding>',
  '<file>a.ts</file>',
  '> a.ts:3',
  '- **critical** `a.ts:3`',
  '### BLOCKER',
  '- Severity: low',
  'Issues:',
  '🔴 CRITICAL',
);
const answer = fc
  .array(fc.tuple(pieces, fc.constantFrom('\n', '\n\n', ' ', '')), { maxLength: 12 })
  .map((parts) => parts.flat().join(''));

describe('laws of reading', () => {
  it('any text gives a value with a reason', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), answer), (text) => {
        const reading = readOpinion(text, { repair: () => undefined });
        expect(reading.reason).not.toBe('');
        expect(reading.obstacle === undefined).toBe(reading.verdict !== 'inconclusive');
      }),
      { numRuns: 1000 },
    );
  });

  it('nothing approves without a positive word', () => {
    const words = fc.constantFrom(
      'the',
      'lock',
      'Verdict:',
      'is',
      'changed',
      'not',
      'fix',
      'reject',
      'tests',
      '\n',
      '# ',
      '- ',
      'a.ts:1',
      '{"a":1}',
      'here',
      '?',
      '.',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        expect(readOpinion(parts.join(' ')).verdict).not.toBe('approved');
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['Not approved.', 'VERDICT: REJECT', 'I do not approve this change.', 'Request changes.'])(
    '"%s" at the end takes any approval back',
    (contradiction) => {
      fc.assert(
        fc.property(answer, (text) => {
          expect(readOpinion(`${text}\n\n${contradiction}`).verdict).not.toBe('approved');
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('without the demanded nonce nothing decides', () => {
    fc.assert(
      fc.property(answer, (text) => {
        expect(readOpinion(text, { nonce: 'another' }).verdict).toBe('inconclusive');
      }),
      { numRuns: 500 },
    );
  });

  it('every word that was written is still in the reading', () => {
    const word = fc.stringMatching(/^[a-z]{6,9}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('- ', '', '# ', '> ', '- [high] a.ts:3 '), word), {
          minLength: 1,
          maxLength: 12,
        }),
        (rows) => {
          const reading = readOpinion(rows.map(([mark, text]) => mark + text).join('\n'));
          const kept = JSON.stringify([reading.findings, reading.remarks, reading.statedVerdict]);
          for (const [, text] of rows) expect(kept).toContain(text);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the nonce', () => {
  it('is taken from the object or from its line', () => {
    expect(readOpinion('{"nonce":"n1","verdict":"approve"}', { nonce: 'n1' }).verdict).toBe('approved');
    expect(readOpinion('Countersign-Nonce: n1\nVerdict: approve', { nonce: 'n1' }).verdict).toBe('approved');
    expect(readOpinion('{"nonce":"n2","verdict":"approve"}', { nonce: 'n1' }).obstacle).toBe('nonce');
    expect(readOpinion('> Countersign-Nonce: n1\n\nVerdict: approve', { nonce: 'n1' }).obstacle).toBe('nonce');
  });

  it('tells the answer from an object quoted out of the diff', () => {
    const text = '{"verdict":"approve"}\n{"nonce":"n1","verdict":"request_changes","findings":[]}';
    expect(readOpinion(text, { nonce: 'n1' }).verdict).toBe('changes_requested');
  });

  it('of the prose does not lend itself to an object without one', () => {
    expect(readOpinion('Countersign-Nonce: n1\n{"verdict":"approve"}', { nonce: 'n1' }).verdict).toBe('inconclusive');
  });
});

describe('hostile input is read in linear time', () => {
  const size = 400_000;
  const repeated = (unit: string): string => unit.repeat(Math.ceil(size / unit.length));
  it.each<[string, string]>([
    ['one long word', repeated('a')],
    ['openers', repeated('{"a":')],
    ['balanced objects', repeated('{"a":1}')],
    ['nested arrays', repeated('[{')],
    ['quotes', repeated('"')],
    ['thinking tags', repeated('<think>')],
    ['comments', repeated('<!--')],
    ['fences', repeated('```\n')],
    ['labels', repeated('Verdict: ')],
    ['verdict lines', repeated('Verdict: not approved\n')],
    ['places', repeated('a/b.ts:12 ')],
    ['lines in words', repeated('line 1 of a.ts\n')],
    ['findings', repeated('- [high] a.ts:1 x\n')],
    ['table rows', repeated('| a | b | c |\n')],
    ['bars', repeated('|')],
    ['links', repeated('[a](b')],
    ['escapes', repeated('\u001b[')],
    ['angle brackets', repeated('<a ')],
    ['elements', repeated('<finding file="a">')],
    ['bare elements', repeated('<finding>')],
    ['stressed degrees', repeated('**critical** `a.ts:1` x\n')],
    ['degree lines', repeated('🔴 CRITICAL\n- x\n')],
    ['brackets', repeated('[('.repeat(1000) + '\n')],
    ['parts', repeated('a — b, '.repeat(500) + '\n')],
    ['no issues', repeated('no issues found ')],
    ['unspaced', repeated('不批准')],
    ['long lines', repeated(`${'I found no '.repeat(300)}\n`)],
    ['signs', repeated('**__~~')],
    ['slashes', repeated('a/'.repeat(1000) + '\n')],
  ])('%s', (_name, text) => {
    const eighth = processorTime(() => readOpinion(text.slice(0, size / 8)));
    const whole = processorTime(() => expect(readOpinion(text).verdict).not.toBe('approved'));
    // Eight times the text: eight times the work where it is linear, sixty-four times where it is quadratic.
    expect(whole).toBeLessThan(Math.max(eighth, 20) * 30);
  });
});
