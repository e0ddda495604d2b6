import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peerRequest, peerReview, peerRequested } from '../../../../test/kit/peer.js';
import type { PeerCase } from '../../model/peer.js';
import { choose, chooseAnother, placeOf } from './assign.js';
import type { Candidate, Load, Roster } from './obstacle.js';

function somebody(name: string, over: Partial<Candidate> = {}): Candidate {
  return { name, kind: 'agent', role: name, family: null, commitsAs: [], revokedAt: null, ...over };
}

const line = (...words: readonly string[]) =>
  (['primary', 'backup', 'escalate'] as const).flatMap((place, index) => {
    const who = words[index];
    return who === undefined ? [] : [{ place, who }];
  });

function among(
  words: readonly string[],
  over: Partial<PeerCase> = {},
  terms: Partial<PeerCase['terms']> = {},
): PeerCase {
  const { peer } = peerReview([
    0,
    { type: 'review_requested', data: peerRequested({ terms: { line: line(...words), ...terms } }) },
  ]);
  if (peer === null) throw new Error('among peers');
  return { ...peer, ...over };
}

function roster(agents: readonly Candidate[], over: Partial<Roster> = {}): Roster {
  return { agents, load: new Map(), ownWork: () => undefined, embeddedRoles: new Set(['auditor', 'tester']), ...over };
}

const load = (entries: Readonly<Record<string, number>>): ReadonlyMap<string, Load> =>
  new Map(Object.entries(entries).map(([name, open]) => [name, { open, pending: open }]));

describe('who reviews', () => {
  const grace = somebody('grace');
  const linus = somebody('linus');

  it('the primary, by name or by role', () => {
    expect(choose(among(['grace', 'linus']), roster([grace, linus]))).toMatchObject({
      kind: 'agent',
      reviewer: 'grace',
      place: 'primary',
    });
    const otter = somebody('otter', { role: 'critic' });
    expect(choose(among(['critic']), roster([otter]))).toMatchObject({ kind: 'agent', reviewer: 'otter' });
  });

  it('of several with the role the least loaded', () => {
    const agents = ['a', 'b', 'c'].map((name) => somebody(name, { role: 'critic' }));
    expect(choose(among(['critic']), roster(agents, { load: load({ a: 2, b: 1, c: 3 }) }))).toMatchObject({
      reviewer: 'b',
    });
  });

  it.each<[string, Partial<Candidate>, Partial<PeerCase>, Partial<PeerCase['terms']>]>([
    ['whoever requested it', { name: 'ada', role: 'grace' }, {}, {}],
    ['whoever was revoked', { revokedAt: 5 }, {}, {}],
    ['a person', { kind: 'human' }, {}, {}],
    ['whoever had its turn in this round', {}, { tried: ['grace'] }, {}],
    ["the creator's vendor family, where the policy refuses it", { family: 'acme' }, {}, { sameFamily: false }],
  ])('never %s', (_, candidate, peer, terms) => {
    const creator = somebody('ada', { family: 'acme' });
    const agents = [...(candidate.name === 'ada' ? [] : [creator]), somebody('grace', candidate), linus];
    expect(choose(among(['grace', 'linus'], peer, terms), roster(agents))).toMatchObject({
      reviewer: 'linus',
      place: 'backup',
    });
  });

  it('never an author or committer of the change', () => {
    const ownWork = ({ name }: Candidate) => (name === 'grace' ? 'author of commit 1' : undefined);
    const choice = choose(among(['grace', 'linus']), roster([grace, linus], { ownWork }));
    expect(choice).toMatchObject({ reviewer: 'linus' });
    expect(choice.rules[0]?.reason).toContain('author of commit 1');
  });

  it('the family of the creator where the policy allows it, and another family where it does not', () => {
    const creator = somebody('ada', { family: 'acme' });
    const same = somebody('grace', { family: 'acme' });
    const other = somebody('linus', { family: 'other' });
    expect(choose(among(['grace', 'linus']), roster([creator, same, other]))).toMatchObject({ reviewer: 'grace' });
    expect(choose(among(['grace', 'linus'], {}, { sameFamily: false }), roster([creator, same, other]))).toMatchObject({
      reviewer: 'linus',
    });
  });

  it.each([
    [3, 'grace'],
    [4, 'linus'],
  ])('with %i open reviews of the primary: %s', (open, reviewer) => {
    expect(choose(among(['grace', 'linus']), roster([grace, linus], { load: load({ grace: open }) }))).toMatchObject({
      reviewer,
    });
  });

  it('says that new reviews are paused for who has more than five pending', () => {
    const { rules } = choose(among(['grace', 'linus']), roster([grace, linus], { load: load({ grace: 6 }) }));
    expect(rules[0]?.reason).toContain('6 reviews waiting, new ones are paused');
  });

  it('nobody yet while all are busy: the review waits before a person is asked', () => {
    const busy = roster([grace, linus], { load: load({ grace: 4, linus: 9 }) });
    expect(choose(among(['grace', 'linus', 'human']), busy)).toMatchObject({ kind: 'nobody' });
  });

  it('a person at once where nobody could ever come', () => {
    expect(choose(among(['grace', 'linus', 'human']), roster([]))).toMatchObject({
      kind: 'person',
      trigger: 'nobody_free',
    });
  });

  it('a person where the policy names one as primary, whoever is free', () => {
    expect(choose(among(['human', 'grace']), roster([grace]))).toMatchObject({ kind: 'person', trigger: 'rules' });
  });

  it('the embedded reviewers for their role, unless somebody with a token plays it', () => {
    expect(choose(among(['auditor']), roster([grace]))).toMatchObject({ kind: 'embedded', role: 'auditor' });
    const otter = somebody('otter', { role: 'auditor' });
    expect(choose(among(['auditor']), roster([otter]))).toMatchObject({ kind: 'agent', reviewer: 'otter' });
    expect(choose(among(['auditor', 'grace']), roster([otter, grace], { load: load({ otter: 4 }) }))).toMatchObject({
      reviewer: 'grace',
    });
  });

  it('whoever reviewed the round before, wherever it stands in the line', () => {
    const again = { again: 'linus' };
    expect(choose(among(['grace', 'linus']), roster([grace, linus]), again)).toMatchObject({
      reviewer: 'linus',
      place: 'backup',
    });
    expect(choose(among(['grace', 'linus'], { tried: ['linus'] }), roster([grace, linus]), again)).toMatchObject({
      reviewer: 'grace',
    });
  });

  describe('asked for by name', () => {
    it('is taken before others of the same role', () => {
      const agents = ['a', 'b'].map((name) => somebody(name, { role: 'critic' }));
      expect(choose(among(['critic']), roster(agents), { named: 'b' })).toMatchObject({
        reviewer: 'b',
        place: 'primary',
      });
    });

    it('never goes around the line of the policy', () => {
      expect(choose(among(['grace', 'human']), roster([grace, linus]), { named: 'linus' })).toMatchObject({
        reviewer: 'grace',
      });
      expect(choose(among(['human', 'grace']), roster([grace]), { named: 'grace' })).toMatchObject({ kind: 'person' });
    });

    it('takes the place of embedded reviewers, having a judgement of its own', () => {
      expect(choose(among(['auditor']), roster([grace]), { named: 'grace' })).toMatchObject({
        reviewer: 'grace',
        place: 'named',
      });
      expect(choose(among(['auditor']), roster([]), { named: 'grace' })).toMatchObject({ kind: 'embedded' });
    });
  });

  it('a second seat is another of the line, never a person and never embedded', () => {
    expect(chooseAnother(among(['grace', 'linus', 'human'], { tried: ['grace'] }), roster([grace, linus]))).toBe(
      'linus',
    );
    expect(chooseAnother(among(['grace', 'auditor', 'human'], { tried: ['grace'] }), roster([grace]))).toBeUndefined();
  });

  it('a comer has the place of the word that means it', () => {
    expect(placeOf(grace, among(['linus', 'grace']))).toBe('backup');
    expect(placeOf(grace, among(['linus']))).toBeUndefined();
  });

  it('law: nobody is chosen who may not review, and the same people give the same choice', () => {
    const names = fc.constantFrom('ada', 'grace', 'linus', 'otter');
    const people = fc.uniqueArray(
      fc.record({
        name: names,
        role: fc.constantFrom('critic', 'auditor', 'grace'),
        revoked: fc.boolean(),
        own: fc.boolean(),
        open: fc.nat(7),
      }),
      { selector: ({ name }) => name },
    );
    const words = fc.array(fc.constantFrom('critic', 'auditor', 'grace', 'human'), { maxLength: 3 });
    fc.assert(
      fc.property(people, words, fc.array(names), (given, matrix, tried) => {
        const agents = given.map(({ name, role, revoked }) => somebody(name, { role, revokedAt: revoked ? 1 : null }));
        const own = new Set<string>(given.filter((each) => each.own).map(({ name }) => name));
        const everybody = roster(agents, {
          load: load(Object.fromEntries(given.map(({ name, open }) => [name, open]))),
          ownWork: ({ name }) => (own.has(name) ? 'author' : undefined),
        });
        const peer = among(matrix, { tried, request: peerRequest() });
        const choice = choose(peer, everybody);
        expect(choose(peer, { ...everybody, agents: agents.toReversed() })).toEqual(choice);
        if (choice.kind !== 'agent') return;
        const taken = given.find(({ name }) => name === choice.reviewer);
        expect(taken).toMatchObject({ revoked: false, own: false });
        expect(taken?.open).toBeLessThanOrEqual(3);
        expect([...tried, 'ada']).not.toContain(choice.reviewer);
      }),
    );
  });
});
