import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neverSkipped, type Policy, type SkipRule } from '../model/policy.js';
import type { Classification } from '../model/review.js';
import { defaultPolicy } from './default-policy.js';
import { explain } from './explain.js';
import type { EvaluateCondition, ReviewFacts } from './facts.js';
import { criteriaFor, reviewerLineFor } from './lookup.js';
import { patternIn } from './skip-rule.js';
import { requirement, skipDecision } from './requirement.js';

const holds: EvaluateCondition = () => ({ ok: true, value: true });
const fails: EvaluateCondition = () => ({ ok: false, reason: 'no such variable' });

function change(classification: Partial<Classification>, more: Partial<ReviewFacts> = {}): ReviewFacts {
  return {
    classification: { type: 'feature', reason: 'test', protectedPaths: [], sensitivePaths: [], ...classification },
    creator: 'core-developer',
    files: [{ path: 'a.ts', added: 3, deleted: 1 }],
    ...more,
  };
}

function policyWith(skipIf: readonly SkipRule[], actions: readonly string[] = ['*'], enabled = true): Policy {
  return { ...defaultPolicy, enabled, reviewRequired: { actions, skipIf } };
}

function skippedBy(policy: Policy, facts: ReviewFacts, evaluate: EvaluateCondition = holds): string | undefined {
  const required = requirement(policy, facts, evaluate);
  return required.needed ? undefined : required.skippedBy;
}

describe('requirement', () => {
  it('asks for a review of ordinary work by default', () => {
    expect(requirement(defaultPolicy, change({ type: 'code_change' }), holds)).toMatchObject({ needed: true });
  });

  it('skips a trivial type only with the proof that fits it', () => {
    expect(skippedBy(defaultPolicy, change({ type: 'update_readme', proof: 'docs_only' }))).toBe('policy.skip_if.4');
    expect(skippedBy(defaultPolicy, change({ type: 'fix_typo', proof: 'comments_only' }))).toBe('policy.skip_if.1');
    expect(skippedBy(defaultPolicy, change({ type: 'fix_typo' }))).toBeUndefined();
    expect(skippedBy(defaultPolicy, change({ type: 'add_comment', proof: 'docs_only' }))).toBeUndefined();
  });

  it('reviews a claim without proof even where the actions do not name it, and says so under policy.proof', () => {
    const required = requirement(policyWith([], ['create_core']), change({ type: 'fix_typo' }), holds);
    expect(required.needed).toBe(true);
    expect(required.rules).toContainEqual(expect.objectContaining({ id: 'policy.proof', result: 'unsatisfied' }));
  });

  it('skips a mix of trivial kinds only where all of them may be skipped', () => {
    const mix = change({ type: 'add_comment', proof: 'no_code' });
    expect(skippedBy(defaultPolicy, mix)).toBe('policy.skip_if.3');
    expect(skippedBy(policyWith([{ actionType: 'add_comment', exceptFor: [] }]), mix)).toBeUndefined();
  });

  it('skips what the actions do not name, but not when the change itself shows a named type', () => {
    const policy = policyWith([], ['feature']);
    expect(skippedBy(policy, change({ type: 'chat' }))).toBe('policy.actions');
    expect(skippedBy(policy, change({ type: 'chat', derivedType: 'feature' }))).toBeUndefined();
  });

  it('does not take a claimed type for the type that a rule skips', () => {
    const policy = policyWith([{ actionType: 'vendoring', exceptFor: [] }]);
    expect(skippedBy(policy, change({ type: 'vendoring' }))).toBe('policy.skip_if.1');
    expect(skippedBy(policy, change({ type: 'vendoring', derivedType: 'code_change' }))).toBeUndefined();
  });

  it('skips at an autonomy level, with its exceptions', () => {
    const policy = policyWith([{ autonomyLevel: 'aggressive', exceptFor: ['create_core'] }]);
    const at = (level: string, type: string) => skippedBy(policy, change({ type }, { autonomyLevel: level }));
    expect(at('aggressive', 'feature')).toBe('policy.skip_if.1');
    expect(at('aggressive', 'create_core')).toBeUndefined();
    expect(at('cautious', 'feature')).toBeUndefined();
    expect(skippedBy(policy, change({}))).toBeUndefined();
  });

  it('skips on a learned pattern that is switched on and strong enough', () => {
    const with_ = (pattern: ReviewFacts['pattern']) =>
      skippedBy(defaultPolicy, change({}, pattern === undefined ? {} : { pattern }));
    expect(with_({ enabled: true, confidence: 0.9, successes: 10 })).toBe('policy.skip_if.5');
    expect(with_({ enabled: false, confidence: 1, successes: 50 })).toBeUndefined();
    expect(with_({ enabled: true, confidence: 0.89, successes: 50 })).toBeUndefined();
    expect(with_({ enabled: true, confidence: Number.NaN, successes: 50 })).toBeUndefined();
    expect(with_({ enabled: true, confidence: 1, successes: 9 })).toBeUndefined();
    expect(with_(undefined)).toBeUndefined();
    expect(with_({ enabled: true, confidence: 1, successes: 50, heldBack: 'drawn' })).toBeUndefined();
  });

  it('takes no claimed type for that of a learned pattern', () => {
    const pattern = { enabled: true, confidence: 1, successes: 50 };
    expect(skippedBy(defaultPolicy, change({ type: 'fix', derivedType: 'feature' }, { pattern }))).toBeUndefined();
  });

  it('says of a learned pattern what it rested on, so that it can be read again', () => {
    const pattern = { enabled: true, confidence: 0.95, successes: 12 };
    expect(patternIn(requirement(defaultPolicy, change({}, { pattern }), fails).rules)).toEqual(pattern);
    const held = { ...pattern, heldBack: 'drawn' };
    expect(patternIn(requirement(defaultPolicy, change({}, { pattern: held }), fails).rules)).toBeUndefined();
  });

  it('skips when a condition holds, and never when it cannot be evaluated', () => {
    const policy = policyWith([{ when: 'files < 2', exceptFor: [] }]);
    expect(skippedBy(policy, change({}))).toBe('policy.skip_if.1');
    expect(skippedBy(policy, change({}), () => ({ ok: true, value: false }))).toBeUndefined();
    const required = requirement(policy, change({}), fails);
    expect(required.needed).toBe(true);
    expect(required.rules.at(-1)).toMatchObject({ id: 'policy.skip_if.1', result: 'error' });
  });

  it('asks for all conditions of a rule, and skips nothing by a rule without any', () => {
    const both = policyWith([{ autonomyLevel: 'aggressive', when: 'true', exceptFor: [] }]);
    expect(skippedBy(both, change({}))).toBeUndefined();
    expect(skippedBy(policyWith([{ exceptFor: [] }]), change({}, { autonomyLevel: 'aggressive' }))).toBeUndefined();
  });

  it('skips everything else when reviews are off', () => {
    expect(skippedBy(policyWith([], ['*'], false), change({}))).toBe('policy.enabled');
  });

  it('never skips policy, security, breaking changes and protected paths, whatever else holds', () => {
    const everything: SkipRule = { when: 'true', exceptFor: [] };
    const strict = fc.oneof(
      fc.record({ type: fc.constantFrom(...neverSkipped) }),
      fc.record({ type: fc.string(), derivedType: fc.constantFrom(...neverSkipped) }),
      fc.record({ type: fc.constantFrom('feature', 'fix_typo'), protectedPaths: fc.constant(['AGENTS.md']) }),
    );
    fc.assert(
      fc.property(strict, fc.boolean(), fc.subarray(['*', 'feature']), (classification, enabled, actions) => {
        const facts = change({ proof: 'docs_only', ...classification }, { autonomyLevel: 'aggressive' });
        const policy = policyWith([everything, { autonomyLevel: 'aggressive', exceptFor: [] }], actions, enabled);
        expect(requirement(policy, facts, holds).needed).toBe(true);
      }),
    );
  });

  it('records a skip as skipped, with nobody behind it', () => {
    const required = requirement(defaultPolicy, change({ type: 'update_readme', proof: 'docs_only' }), holds);
    if (required.needed) throw new Error('was needed');
    expect(skipDecision(required)).toEqual({ outcome: 'skipped', confidence: 0, rules: required.rules });
  });
});

describe('what else the policy says of a change', () => {
  it('finds the line of a creator by role, by the role of an agent, else that of anybody', () => {
    const agents = { clara: { role: 'tester', driver: 'mcp', limits: {} } } as const;
    const policy: Policy = { ...defaultPolicy, agents };
    expect(reviewerLineFor(policy, 'Core_Developer')?.key).toBe('core-developer');
    expect(reviewerLineFor(policy, 'clara')?.key).toBe('tester');
    expect(reviewerLineFor(policy, 'Jane Doe')?.key).toBe('*');
    expect(reviewerLineFor(policy, 'constructor')?.key).toBe('*');
  });

  it('asks the criteria of the type, else those of every type', () => {
    const policy: Policy = { ...defaultPolicy, criteria: { ...defaultPolicy.criteria, feature: [] } };
    expect(criteriaFor(policy, 'feature')).toEqual([]);
    expect(criteriaFor(policy, 'toString')).toEqual(defaultPolicy.criteria['*']);
  });

  it('explains every rule that was looked at, in order', () => {
    const fact = { path: 'src/auth/a.ts', actionTypes: [], sensitive: true, protected: false, excludable: [] };
    const { rules } = explain(defaultPolicy, change({}), [fact], holds);
    expect(rules.map((rule) => rule.id)).toEqual([
      'policy.type',
      'policy.never_skipped',
      'policy.enabled',
      'policy.proof',
      'policy.actions',
      ...[1, 2, 3, 4, 5].map((index) => `policy.skip_if.${index}`),
      'policy.paths.sensitive',
      'policy.reviewer_matrix',
      'policy.criteria',
    ]);
    expect(rules.every((rule) => rule.reason.length > 0)).toBe(true);
  });
});
