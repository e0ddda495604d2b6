import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergedByName, panelRound, panelSeat, panelTerms, type Says } from '../../../../test/kit/panel.js';
import { opinion } from '../../../../test/kit/review.js';
import type { PanelAction } from '../../model/panel.js';
import { decide, specPasses } from './decide.js';
import { meaningOf, rows } from './rows.js';

const fail = (...findings: NonNullable<Says['findings']>): Says => ({ word: 'fail', findings });
const pass = (...findings: NonNullable<Says['findings']>): Says => ({ word: 'pass', findings });
const reject = (ground?: string, ...findings: NonNullable<Says['findings']>): Says => ({
  word: 'reject',
  findings,
  ...(ground !== undefined && { ground }),
});
const silent: Says = { word: 'silent' };
const both = panelTerms(undefined, { autoApprove: true, autoReject: true });
const single = panelTerms(['only'], { autoApprove: true, autoReject: true });

describe('panel: each row of the table', () => {
  it.each<[string, Readonly<Record<string, Says>>, number, number, PanelAction, PanelAction]>([
    ['1: a spec seat is silent', { 'spec/light': silent }, 1, 0, 'human', 'human'],
    ['1: a quality seat is silent', { 'quality/strong': silent }, 1, 0, 'human', 'human'],
    ['1: a seat never answered', { 'quality/light': { word: 'absent' } }, 1, 0, 'human', 'human'],
    ['1: before any fail', { 'spec/light': silent, 'spec/strong': fail('x:critical') }, 1, 0, 'human', 'human'],
    [
      '2: both fail spec, one critical agreed',
      { 'spec/light': fail('x:critical'), 'spec/strong': fail('x:critical', 'y:minor') },
      2,
      0.9,
      'human',
      'auto_reject',
    ],
    [
      '2: both fail quality, one critical agreed',
      { 'quality/light': fail('x:critical'), 'quality/strong': fail('x:critical') },
      2,
      0.9,
      'human',
      'auto_reject',
    ],
    [
      '3: both fail, of different criticals',
      { 'spec/light': fail('x:critical'), 'spec/strong': fail('y:critical') },
      3,
      0.6,
      'human',
      'human',
    ],
    [
      '3: both fail, the agreed one is important',
      { 'spec/light': fail('x:important', 'y:critical'), 'spec/strong': fail('x:important') },
      3,
      0.6,
      'human',
      'human',
    ],
    ['4: only the strongest, a critical', { 'quality/strong': fail('x:critical') }, 4, 0.7, 'human', 'human'],
    ['5: only the strongest, an important', { 'quality/strong': fail('x:important') }, 5, 0.4, 'human', 'human'],
    ['5: only the weaker, a critical', { 'spec/light': fail('x:critical') }, 5, 0.4, 'human', 'human'],
    [
      '5: the strongest alone, a critical that the other has as well',
      { 'spec/strong': fail('x:critical'), 'spec/light': pass('x:important') },
      5,
      0.4,
      'human',
      'human',
    ],
    ['6: all pass, nothing', {}, 6, 1, 'human', 'auto_approve'],
    ['7: all pass, a minor', { 'quality/strong': pass('n:minor') }, 7, 0.85, 'human', 'auto_approve'],
    ['7: a fail of minors is a pass with notes', { 'spec/light': fail('n:minor') }, 7, 0.85, 'human', 'auto_approve'],
    ['5: a rejection of minors', { 'spec/light': reject('security_risk', 'n:minor') }, 5, 0.4, 'human', 'human'],
    ['5: a rejection without a ground', { 'quality/strong': reject(undefined, 'n:minor') }, 5, 0.4, 'human', 'human'],
    ['5: a rejection without a finding', { 'spec/strong': reject('security_risk') }, 5, 0.4, 'human', 'human'],
    [
      '5: a ground beside another verdict',
      { 'spec/light': { ...fail('n:minor'), ground: 'security_risk' } },
      5,
      0.4,
      'human',
      'human',
    ],
    [
      '3: all reject',
      { 'spec/light': reject('security_risk', 'n:minor'), 'spec/strong': reject('security_risk', 'm:minor') },
      3,
      0.6,
      'human',
      'human',
    ],
    ['8: all pass, an important', { 'quality/light': pass('x:important') }, 8, 0.6, 'human', 'human'],
  ])('row %s', (_name, said, row, confidence, off, on) => {
    const byDefault = decide(panelRound(said));
    expect(byDefault.panel).toMatchObject({ row, confidence, action: off });
    expect(byDefault.confidence).toBe(Math.round(confidence * 100));
    expect(decide(panelRound(said, both)).panel).toMatchObject({ row, confidence, action: on });
  });

  it('single: a critical of the only model fires row 2 at 0.7', () => {
    expect(decide(panelRound({ 'spec/only': fail('x:critical') }, single))).toMatchObject({
      outcome: 'changes_requested',
      panel: { row: 2, confidence: 0.7, action: 'auto_reject', strategy: 'single', seats: 2 },
    });
    expect(decide(panelRound({ 'quality/only': fail('x:important') }, single)).panel).toMatchObject({ row: 3 });
    expect(decide(panelRound({}, single))).toMatchObject({ outcome: 'approved', panel: { row: 6, confidence: 1 } });
  });

  it('the first row that holds wins: silence before a fail, a fail before a pass', () => {
    const { rules } = decide(panelRound({ 'spec/strong': fail('x:critical') }));
    const row = (number: number) => rules.find(({ id }) => id === `panel.row_${number}`);
    expect(row(1)).toMatchObject({ result: 'not_applicable' });
    expect(row(4)?.result).toBe('unsatisfied');
    expect(row(4)?.reason).toContain('confidence 0.7, a person decides');
    expect(row(5)).toMatchObject({ result: 'not_applicable', reason: 'row 4 holds before it' });
  });
});

describe('panel: the table', () => {
  it('says of each row whether the work passed, or goes back where the caller asked for that', () => {
    const meanings = ['inconclusive', 'wanting', 'wanting', 'wanting', 'split', 'passed', 'passed', 'unclear'];
    expect(rows.map(({ number, means }) => [number, means])).toEqual(meanings.map((means, i) => [i + 1, means]));
    expect(meaningOf(7)).toBe('passed');
    expect(meaningOf(0)).toBeUndefined();
  });
});

describe('panel: what follows', () => {
  const agreed = { 'spec/light': fail('x:critical'), 'spec/strong': fail('x:critical') };

  it('a human action is escalated, an inconclusive round is inconclusive', () => {
    expect(decide(panelRound({})).outcome).toBe('escalated');
    expect(decide(panelRound(agreed)).outcome).toBe('escalated');
    expect(decide(panelRound({ 'spec/light': silent })).outcome).toBe('inconclusive');
  });

  it('auto_approve and auto_reject act where the policy turns them on, each by itself', () => {
    const approves = panelTerms(undefined, { autoApprove: true });
    expect(decide(panelRound({}, approves)).outcome).toBe('approved');
    expect(decide(panelRound(agreed, approves)).outcome).toBe('escalated');
    const rejects = panelTerms(undefined, { autoReject: true });
    expect(decide(panelRound({}, rejects)).outcome).toBe('escalated');
    expect(decide(panelRound(agreed, rejects)).outcome).toBe('changes_requested');
  });

  it('where the caller asked for the fix loop a fail goes back to the author, a split stays with a person', () => {
    const fix = panelTerms(undefined, { sendBack: true });
    expect(decide(panelRound(agreed, fix))).toMatchObject({ outcome: 'changes_requested', panel: { action: 'human' } });
    expect(decide(panelRound({ 'spec/strong': fail('x:critical') }, fix)).outcome).toBe('changes_requested');
    expect(decide(panelRound({ 'spec/light': fail('x:critical') }, fix)).outcome).toBe('escalated');
    expect(decide(panelRound({}, fix)).outcome).toBe('escalated');
  });
});

describe('panel: effective votes', () => {
  const votes = (effective: number) => ({
    models: 2,
    effective,
    pairs: [{ models: ['light', 'strong'] as const, findings: 40, both: 36, agreement: 0.9, family: 'acme' }],
  });
  const agree = { 'spec/light': fail('x:critical'), 'spec/strong': fail('x:critical') };
  const of = (said: Readonly<Record<string, Says>>, effective: number) =>
    decide(panelRound(said, panelTerms(undefined, { autoApprove: true, votes: votes(effective) })));

  it('are said with what they rest on', () => {
    const { panel, rules } = of({}, 1.6);
    expect(panel?.votes).toEqual(votes(1.6));
    expect(rules).toContainEqual({
      id: 'panel.effective_votes',
      result: 'satisfied',
      reason:
        '2 models, 1.6 effective votes: light and strong, of one vendor family (acme), raised 36 of 40 findings alike',
    });
  });

  it('have the agreement of models that say the same count as the word of one', () => {
    expect(of(agree, 1.5).panel).toMatchObject({ row: 2, confidence: 0.9 });
    const same = of(agree, 1.49);
    expect(same.panel).toMatchObject({ row: 2, confidence: 0.7 });
    expect(same.rules.find(({ id }) => id === 'panel.effective_votes')).toMatchObject({ result: 'unsatisfied' });
  });

  it('raise no confidence, and change no row and no outcome', () => {
    for (const said of [agree, {}, { 'spec/light': silent }, { 'quality/light': fail('x:important') }]) {
      const plain = decide(panelRound(said, panelTerms(undefined, { autoApprove: true })));
      for (const effective of [1, 1.49, 1.5, 2]) {
        const { outcome, confidence, panel } = of(said, effective);
        expect([outcome, panel?.row]).toEqual([plain.outcome, plain.panel?.row]);
        expect(confidence).toBeLessThanOrEqual(plain.confidence);
      }
    }
  });

  it('are not spoken of where too little is known', () => {
    const { panel, rules } = decide(panelRound(agree));
    expect(panel).not.toHaveProperty('votes');
    expect(rules.filter(({ id }) => id === 'panel.effective_votes')).toEqual([]);
  });
});

describe('panel: the discard rule', () => {
  const said = {
    'spec/light': fail('x:critical'),
    'spec/strong': fail('x:critical'),
    'quality/strong': fail('q:critical'),
  };

  it('a change that fails spec is decided on spec alone; quality stays on record', () => {
    const { panel, rules } = decide(panelRound({ ...said, 'quality/light': silent }));
    expect(panel).toMatchObject({ row: 2 });
    expect(panel?.stages).toMatchObject([
      { stage: 'spec', result: 'fail' },
      { stage: 'quality', result: 'discarded', counts: [{}, { category: 'only', model: 'strong', count: 1 }, {}, {}] },
    ]);
    expect(rules).toContainEqual({
      id: 'panel.quality.strong',
      result: 'not_applicable',
      reason: 'fails with 1 finding; on record without effect, since spec did not pass',
    });
  });

  it('quality that was never asked is named so', () => {
    const nobody = { 'quality/light': { word: 'absent' }, 'quality/strong': { word: 'absent' } } as const;
    const { panel } = decide(panelRound({ ...said, ...nobody }));
    expect(panel?.stages[1]).toEqual({ stage: 'quality', result: 'not_run', voices: [], counts: [] });
    expect(panel?.seats).toBe(2);
  });

  it('quality is asked only after spec passes', () => {
    expect(specPasses(panelRound(said))).toBe(false);
    expect(specPasses(panelRound({ 'quality/strong': fail('q:critical') }))).toBe(true);
    expect(specPasses(panelRound({ 'spec/light': silent }))).toBe(false);
  });
});

describe('panel: what is no opinion', () => {
  const seat = panelSeat('spec', 'light');
  const withSpec = (over: Parameters<typeof opinion>[0], more = {}) => {
    const round = panelRound({ 'spec/light': { word: 'absent' } }, both);
    const opinions = [...round.opinions, opinion({ seat, ...over })];
    return decide({ ...round, opinions, counting: mergedByName(opinions), ...more });
  };
  const criterion = { name: 'tested', required: true, description: '', checks: [] };

  it.each<[string, Parameters<typeof opinion>[0], object?]>([
    ['an objection without a finding', { verdict: 'changes_requested' }],
    [
      'an approval with a critical finding',
      { findings: panelRound({ 'spec/light': fail('x:critical') }).opinions[0]!.findings },
    ],
    ['an approval with an unmet criterion', { checklist: { tested: { answer: false } } }, { criteria: [criterion] }],
    ['one that was not shown an entry', { shown: [] }],
    ['one of a seat that the policy does not name', { seat: { ...seat, advisory: true } }],
    ['one of the author', {}, { creator: 'light' }],
    ['one of the author, written otherwise', {}, { creator: 'Light <light@example.com>' }],
    ['one of the author by the name of its model', { seat: { ...seat, model: 'opus' } }, { creator: 'opus' }],
    ['one of the fixer', {}, { fixer: 'light' }],
    ['one of the fixer by the name of its model', { seat: { ...seat, model: 'opus' } }, { fixer: 'opus' }],
    [
      'one on a change with an unread entry',
      {},
      {
        coverage: [
          { path: 'a.ts', coverage: 'reviewed' },
          { path: 'b', coverage: 'unreadable' },
        ],
      },
    ],
    ['one on a criterion that nobody checked', {}, { criteria: [criterion] }],
  ])('%s', (_name, over, more) => {
    expect(withSpec(over, more)).toMatchObject({ outcome: 'inconclusive', confidence: 0, panel: { row: 1 } });
  });
});

describe('panel: laws', () => {
  const finding = fc.constantFrom('x:critical', 'x:important', 'y:critical', 'y:minor', 'n:minor') as fc.Arbitrary<
    NonNullable<Says['findings']>[number]
  >;
  const says = fc.record({
    word: fc.constantFrom<Says['word']>('pass', 'fail', 'reject', 'silent', 'absent'),
    findings: fc.uniqueArray(finding, { selector: (each) => each.split(':')[0], maxLength: 3 }),
  });
  const seats = ['spec/light', 'spec/strong', 'quality/light', 'quality/strong'];
  const rounds = fc
    .tuple(says, says, says, says)
    .map((all) => Object.fromEntries(seats.map((seat, i) => [seat, all[i]!])));

  it('does not depend on the order of opinions or findings', () => {
    fc.assert(
      fc.property(rounds, (said) => {
        const round = panelRound(said, both);
        const { opinions, counting } = round;
        const turned = { ...round, opinions: opinions.toReversed(), counting: counting.toReversed() };
        expect(decide(turned)).toEqual(decide(round));
      }),
    );
  });

  it('an inconclusive seat that counts never approves', () => {
    fc.assert(
      fc.property(rounds, (said) => {
        const { outcome, panel } = decide(panelRound(said, both));
        if (outcome !== 'approved') return;
        for (const { voices } of panel!.stages) for (const { verdict } of voices) expect(verdict).toBe('pass');
        for (const each of Object.values(said)) expect(['pass', 'fail']).toContain(each.word);
      }),
    );
  });

  it('a rejection of any seat never makes the decision milder', () => {
    const fix = { autoApprove: true, autoReject: true, sendBack: true } as const;
    const ground = fc.constantFrom(undefined, 'security_risk', 'fundamental_flaw');
    fc.assert(
      fc.property(rounds, fc.constantFrom(...seats), finding, ground, (said, seat, raises, on) => {
        for (const findings of [[], [raises]]) {
          const rejected = { ...said, [seat]: reject(on, ...findings) };
          for (const terms of [both, panelTerms(undefined, fix)]) {
            expect(decide(panelRound(rejected, terms)).outcome).not.toBe('approved');
          }
          const stage = seat.startsWith('spec') ? 0 : 1;
          const voice = decide(panelRound(rejected, both)).panel!.stages[stage]!.voices;
          const own = voice.find(({ model }) => seat.endsWith(model));
          expect(own?.verdict).toBe('fail');
        }
      }),
    );
  });

  it('approves nothing by itself unless auto_approve is on', () => {
    fc.assert(
      fc.property(rounds, (said) => {
        expect(decide(panelRound(said, panelTerms(undefined, { autoReject: true }))).outcome).not.toBe('approved');
      }),
    );
  });
});
