import { describe, expect, it } from 'vitest';
import { defaultPolicy } from './default-policy.js';
import { doubtfulTypes, unreadWords } from './unread-words.js';

const skipIf = [
  { actionType: 'fix_typo', exceptFor: ['release_notes'] },
  { autonomyLevel: 'aggressive', exceptFor: [] },
];
const policy = { ...defaultPolicy, reviewRequired: { actions: ['create_core', '*'], skipIf } };
const derivedTypes = ['feature', 'code_change'];
const first = (_: string, known: readonly string[]) => known[0];
const none = () => undefined;

describe('a word of the caller', () => {
  it.each(['create_core', 'fix_typo', 'release_notes', 'feature', 'security_change', 'database_migration'])(
    'is read as the type %s by some rule',
    (type) => {
      expect(unreadWords(policy, { type, derivedTypes }, none)).toEqual([]);
    },
  );

  it('that no rule names as a type is explained, with the nearest one', () => {
    expect(unreadWords(policy, { type: 'create_kore', derivedTypes }, first)).toEqual([
      'no rule of the policy names the type create_kore: the criteria for every other type hold, and what the change itself shows counts as before. Did you mean create_core?',
    ]);
    expect(unreadWords(policy, { type: '*', derivedTypes }, none)[0]).toMatch(
      /^no rule of the policy names the type \*/u,
    );
  });

  it('that no rule reads as an autonomy level changes nothing, and says so', () => {
    expect(unreadWords(policy, { autonomy: 'aggressive', derivedTypes }, none)).toEqual([]);
    expect(unreadWords(policy, { autonomy: '99', derivedTypes }, first)).toEqual([
      'no rule of the policy reads the autonomy level 99: it changes nothing. Did you mean aggressive?',
    ]);
    const asks = {
      ...policy,
      reviewRequired: { actions: ['*'], skipIf: [{ when: 'autonomy == "9"', exceptFor: [] }] },
    };
    expect(unreadWords(asks, { autonomy: '99', derivedTypes }, none)).toEqual([]);
  });
});

describe('a type that the policy names', () => {
  const near = (word: string, known: readonly string[]) => (word === 'securty_change' ? known.at(-1) : undefined);
  const naming = (...actions: string[]) => ({ ...defaultPolicy, reviewRequired: { actions, skipIf: [] } });

  it('is doubtful where no change shows it and one that a change shows is near', () => {
    const [note, ...more] = doubtfulTypes(naming('securty_change', 'our_own'), derivedTypes, near);
    expect(note).toMatch(
      /^no change is of type securty_change unless the caller or a path says so\. Did you mean \w+\?$/u,
    );
    expect(more).toEqual([]);
  });

  it('is none where a change shows it, or all are meant', () => {
    expect(doubtfulTypes(naming('*', 'feature', 'security_change'), derivedTypes, (_, [first]) => first)).toEqual([]);
  });
});
