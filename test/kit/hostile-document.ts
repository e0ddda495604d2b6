import fc from 'fast-check';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { changesRequested } from './review-document.js';

/** Fields whose words are an enumeration or a fact of our own; everything else may hold any text. */
const ours = new Set([
  'schema',
  'status',
  'outcome',
  'severity',
  'state',
  'side',
  'verdict',
  'coverage',
  'agreement',
  'authority',
  'source',
  'driver',
  'result',
  'kind',
  'createdAt',
  'startedAt',
  'completedAt',
  'at',
]);

/** The sample review with any text in every field that a repository, a reviewer or a user can fill. */
export function hostileDocument(text: fc.Arbitrary<string>): fc.Arbitrary<ReviewDocument> {
  return fc.array(text, { minLength: 40, maxLength: 40 }).map((texts) => {
    let next = 0;
    const document = structuredClone(changesRequested());
    const poison = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(poison);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          typeof inner === 'string' && !ours.has(key) ? texts[next++ % texts.length] : poison(inner),
        ]),
      );
    };
    return poison(document) as ReviewDocument;
  });
}

/** Texts that try what terminals, Markdown and workflow commands obey. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '\u001b[2J',
        '\u009b31m',
        '\n',
        '\r',
        '::error file=x::owned',
        '##[error]owned',
        '%0A',
        '@everyone',
        '#12',
        '<script>alert(1)</script>',
        '<!--',
        '-->',
        '</details>',
        '![x](http://evil.example/x.png)',
        '[click](javascript:alert(1))',
        'https://evil.example',
        'www.evil.example',
        '```',
        '`',
        '|',
        '\\',
        '\u202e',
        '\u2066',
        '\u200b',
        'a',
        ' ',
        '決済',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
