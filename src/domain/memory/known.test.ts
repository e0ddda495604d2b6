import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../test/kit/digest.js';
import { peerRequest, peerTerms } from '../../../test/kit/peer.js';
import { opinion, raised, recorded, requested } from '../../../test/kit/review.js';
import { mergeFindings } from '../findings/merge.js';
import { fold } from '../lifecycle/evolve.js';
import type { ReviewEvent } from '../model/event.js';
import type { Disposition, Finding } from '../model/finding.js';
import type { KnownFalse } from '../model/memory.js';
import type { Review } from '../model/review.js';
import { falseIn } from './evidence.js';
import { isGrave, knownAs, suppressed } from './known.js';

const known: KnownFalse = {
  ...{ review: 'R0', finding: 'f0', by: 'dana', authority: 'human' },
  ...{ reason: 'nothing can throw here', at: 1 },
};

function merged(...opinions: Parameters<typeof opinion>[0][]): Finding {
  const [finding] = mergeFindings({
    reviewId: 'R',
    opinions: opinions.map((each) => opinion(each)),
    carried: {},
    digest,
  });
  if (finding === undefined) throw new Error('no finding');
  return finding;
}

function folded(events: readonly ReviewEvent[]): Review {
  const review = fold(recorded('R', events));
  if (review === undefined) throw new Error('no review');
  return review;
}

const opened = (over: Parameters<typeof requested>[0] = {}): ReviewEvent => ({
  type: 'review_requested',
  data: requested(over),
});
const review = folded([opened()]);

describe('what is known of a finding', () => {
  it.each([
    ['spaced otherwise', {}, { quote: ' catch  {\n}' }, true],
    ['of another rule', {}, { rule: 'errors/other' }, false],
    ['on another text', {}, { quote: 'catch (e) {}' }, false],
  ])('the same %s', (_, one, two, same) => {
    expect(knownAs(raised(one)) === knownAs(raised(two))).toBe(same);
  });

  it.each([
    ['critical', { severity: 'critical' }],
    ['about security', { category: 'security' }],
    ['about a secret', { rule: 'secrets/found', category: 'other' }],
    ['without a quote of its own', { quote: '});' }],
    ['cut', { quote: `${'x'.repeat(400)}…` }],
  ] as const)('nothing may be known of what is %s', (_, over) => {
    expect(knownAs(raised(over))).toBeUndefined();
    expect(suppressed(merged({ findings: [raised({ ...over, known })] }), review).state).toBe('open');
  });
});

describe('suppressed', () => {
  const finding = merged({ findings: [raised({ known })] });

  it('bears its origin and counts no more', () => {
    expect(suppressed(finding, review)).toMatchObject({ state: 'suppressed', known });
  });

  it.each([
    ['whose work it is', opened({ creator: 'dana' })],
    ['who asked', opened({ peer: { request: peerRequest({ by: 'dana' }), terms: peerTerms(), precheck: [] } })],
  ])('not by the word of %s', (_, event) => {
    expect(suppressed(finding, folded([event])).state).toBe('open');
  });

  it.each(['security_change', 'breaking_change', 'policy_change'])('not in a %s', (type) => {
    expect(suppressed(finding, folded([opened({ reviewType: type })])).state).toBe('open');
  });

  it('not where somebody raised it of whom nothing is known', () => {
    const agent = { role: 'critic', driver: 'cli' } as const;
    expect(merged({ findings: [raised({ known })] }, { seat: agent, findings: [raised()] }).known).toBeUndefined();
  });

  it('not over a word on exactly this content', () => {
    const disposition: Disposition = { state: 'open', actor: 'eve', reason: 'it can', at: 2, authority: 'human' };
    expect(suppressed({ ...finding, disposition }, review).state).toBe('open');
  });

  it('whatever is remembered: never what is critical or about security, never by an author, never out of sight', () => {
    const severity = fc.constantFrom('critical', 'important', 'minor' as const);
    const category = fc.constantFrom('errors', 'security', 'secrets');
    const by = fc.constantFrom('dana', 'Ada');
    fc.assert(
      fc.property(severity, category, by, (grade, about, who) => {
        const one = merged({ findings: [raised({ severity: grade, category: about, known: { ...known, by: who } })] });
        const seen = suppressed(one, review);
        const may = grade !== 'critical' && about === 'errors' && who !== 'Ada';
        expect(seen).toEqual({ ...one, state: may ? 'suppressed' : 'open' });
      }),
    );
  });
});

describe('evidence', () => {
  const found = merged({ findings: [raised()] });
  const disposed = (over: Partial<Disposition>, creator = 'Ada'): KnownFalse | undefined => {
    const disposition: Disposition = {
      state: 'dismissed',
      actor: 'dana',
      reason: 'no',
      at: 5,
      authority: 'human',
      ...over,
    };
    const data = { findingId: found.id, fingerprint: found.fingerprint, content: 'c', disposition };
    const decision = { outcome: 'changes_requested', confidence: 60, rules: [] } as const;
    const reviewed = folded([
      opened({ creator }),
      { type: 'review_started', data: { reviewer: 'auditor', leaseUntil: 9 } },
      { type: 'review_decided', data: { findings: [found], decision } },
      { type: 'finding_disposed', data },
    ]);
    return falseIn(reviewed, found.id);
  };

  it('is a dismissal by a person', () => {
    expect(disposed({})).toEqual({ ...known, review: 'R', finding: found.id, reason: 'no', at: 5 });
  });

  it.each([
    ['a claim', { authority: 'claimed' }],
    ['a risk that is accepted', { state: 'risk_accepted' }],
    ['a finding that was opened again', { state: 'open' }],
    ['the word of who raised it', { actor: 'auditor' }],
  ] as const)('is not %s', (_, over) => {
    expect(disposed(over)).toBeUndefined();
  });

  it('is not the word of whose work it is', () => {
    expect(disposed({}, 'dana')).toBeUndefined();
  });
});

it('is grave where it is critical or about security by its category or its rule, also without a rule', () => {
  expect(isGrave({ rule: null, severity: 'critical', category: 'errors' })).toBe(true);
  expect(isGrave({ rule: null, severity: 'minor', category: 'security' })).toBe(true);
  expect(isGrave({ rule: 'secrets/credential', severity: 'minor', category: 'other' })).toBe(true);
  expect(isGrave({ rule: 'errors/swallowed', severity: 'important', category: 'errors' })).toBe(false);
});
