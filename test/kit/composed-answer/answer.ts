import fc from 'fast-check';
import { joints, leads, orders, type Said, standsAlone, tails } from './inline.js';
import { headings, layouts, markers, type Style, suggestionForms } from './layouts.js';
import { type Statement, statements } from './verdicts.js';
import { type Claim, degreeForms, files, messages, placeForms, suggestions } from './wording.js';

/** An answer composed of independent choices, and what has to be read out of it. */
export interface ComposedAnswer {
  readonly text: string;
  readonly style: Style;
  readonly statement: Statement;
  readonly findings: readonly Said[];
}

const optional = <T>(values: readonly T[]): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: fc.constantFrom(...values) });

const style: fc.Arbitrary<Style> = fc.record({
  layout: fc.constantFrom(
    'list' as const,
    'list' as const,
    'paragraphs' as const,
    'groups' as const,
    'titled' as const,
    'table' as const,
    'fields' as const,
    'nested' as const,
    'byFile' as const,
  ),
  order: fc.constantFrom(...orders),
  degree: optional(Object.keys(degreeForms)),
  place: optional(Object.keys(placeForms)),
  word: fc.nat(30),
  joint: fc.constantFrom(...joints),
  lead: fc.constantFrom(...leads),
  tail: fc.constantFrom(...tails),
  marker: fc.constantFrom(...markers),
  heading: fc.constantFrom(...headings),
  loose: fc.boolean(),
  suggestion: fc.constantFrom('none' as const, ...suggestionForms),
  variant: fc.nat(100),
});

const claim: fc.Arbitrary<Claim> = fc
  .record({
    file: fc.constantFrom(...files),
    line: fc.integer({ min: 2, max: 900 }),
    length: fc.constantFrom(0, 0, 3),
    severity: fc.constantFrom('critical' as const, 'important' as const, 'minor' as const),
    message: fc.constantFrom(...messages),
    suggestion: fc.constantFrom(...suggestions),
  })
  .map(({ length, ...rest }) => (length === 0 ? rest : { ...rest, endLine: rest.line + length }));

/** Parts of an answer that hold no finding, whatever stands around them. */
export const asides = [
  '',
  '',
  '',
  'I read the diff and followed the callers.',
  '## Summary\n\nThe change adds a cache in front of the store and moves the locking into `src/lock.ts`.',
  '## Summary of the change\n\n- Adds a cache to `src/cache.ts`\n- Moves the lock into `src/lock.ts`\n- Updates the tests',
  '## Strengths\n\n- Clear names throughout\n- `src/lock.ts:10` handles the error path well\n- Good tests',
  '### What I liked\n* The tests cover every branch\n* Error messages say what to do',
  '**Positives:**\n- The API is small\n- Docs were updated in `README.md`',
  'What works well:\n1. Locking is simple.\n2. Tests are fast.',
  '## Files reviewed\n\n- `src/cache.ts`\n- `src/lock.ts:1-80`\n- README.md',
  'I read these files:\n- src/cache.ts\n- src/lock.ts',
  '## Checklist\n\n- [x] Tests pass\n- [x] No secrets in the diff\n- [x] Docs updated',
  '### Steps to reproduce\n\n1. Start the server with `npm start`\n2. Send two requests at once\n3. Watch the log',
  '```diff\n-const a = 1;\n+const a = 2;\n```',
  '> - `src/old.ts:3` was fixed in the last round',
] as const;
const intros = [
  '',
  '',
  '# Code review',
  'Thanks for the change!',
  '# Review of the cache change\n\nHere is what I found.',
] as const;

/** Answers in every combination; none of their findings can be taken for something else by a careful reader. */
export const composedAnswer: fc.Arbitrary<ComposedAnswer> = fc
  .record({
    style,
    claims: fc.uniqueArray(claim, { minLength: 1, maxLength: 4, selector: ({ message }) => message }),
    statement: fc.constantFrom(...statements),
    first: fc.boolean(),
    intro: fc.constantFrom(...intros),
    before: fc.constantFrom(...asides),
    after: fc.constantFrom(...asides),
  })
  .map(({ style: drawn, claims, statement, first, intro, before: drawnBefore, after: drawnAfter }) => {
    const chosen = clear(drawn);
    // A list without a heading would go on with the list before it.
    const before = chosen.heading === undefined && /^\s*(?:[-*•#]|\d)/m.test(drawnBefore) ? '' : drawnBefore;
    // So would a list of bare paragraphs with the paragraph after it.
    const bare = chosen.layout === 'paragraphs' && chosen.degree === undefined && !saysLines(chosen);
    const after = bare && !/^[#>`*]/.test(drawnAfter) ? '' : drawnAfter;
    const body = layouts[chosen.layout](claims, chosen);
    const said: Statement = body.plain || statement.says !== 'approve' ? statement : objection;
    const parts = first ? [intro, said.text, before, body.text, after] : [intro, before, body.text, after, said.text];
    return {
      text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
      style: chosen,
      statement: said,
      findings: body.said,
    };
  });

/** Words that grade a finding only where signs or a heading say so: "Info. …" may be a log line, "Error in `a.ts`" a mistake. */
const everyday = new Set(['word', 'capital', 'shouted']);

/** Without a heading, degree or place, only a list of reasons is known to be one. */
function clear(style: Style): Style {
  const { layout, heading, marker } = style;
  const open =
    heading === undefined &&
    (!standsAlone(style) || (layout === 'paragraphs' && (everyday.has(style.degree ?? '') || style.word % 5 === 4)));
  return open && (layout === 'paragraphs' || layout === 'titled' || marker === '- [ ] ')
    ? { ...style, heading: '## Findings' }
    : style;
}

const objection: Statement = { text: 'VERDICT: REQUEST_CHANGES', says: 'change', formal: true };

function saysLines({ place }: Style): boolean {
  return place !== undefined && placeForms[place]?.lines !== false;
}
