import { describe, expect, it } from 'vitest';
import { peerRequested } from '../../../test/kit/peer.js';
import { change } from '../../../test/kit/review.js';
import { evaluateCondition } from '../../adapters/policy-file/conditions.js';
import { matches } from '../../adapters/policy-file/glob.js';
import { digest } from '../../main/digest.js';
import { classifyProved } from '../../domain/classification/classify.js';
import type { RuleResult } from '../../domain/model/decision.js';
import type { ReviewRequested } from '../../domain/model/event.js';
import type { PeerRequest } from '../../domain/model/peer.js';
import type { Policy } from '../../domain/model/policy.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { requirement } from '../../domain/policy/requirement.js';
import { openingUnder } from './opening.js';
import { rememberingPaths } from './other-policy.js';

const tools = { digest, evaluate: evaluateCondition, matches, embeddedRoles: new Set<string>() };
const learning: Policy = {
  ...defaultPolicy,
  reviewRequired: { actions: ['*'], skipIf: [{ hasAutoSkipPattern: true, minSuccesses: 3, exceptFor: [] }] },
};

const classification = classifyProved({ change: change(), pathFacts: [], trivial: undefined });

/** Requested by an agent whose token proved who it is, under a policy that let nothing pass. */
function asked(over: Partial<ReviewRequested> = {}, request: Partial<PeerRequest> = {}) {
  return peerRequested({ request }, { classification, reviewType: classification.type, ...over });
}

function under(requested: ReviewRequested, policy = learning, of = 'f'.repeat(64)) {
  const { needs, unknown } = openingUnder(
    { policy, digest: of, pathsOf: rememberingPaths(policy, matches) },
    requested,
    tools,
  );
  return { needs, unknown };
}

/** What the rules of that policy told of the change, whatever was learned of its creator. */
function told(pattern: Parameters<typeof requirement>[1]['pattern']): { readonly openingRules: readonly RuleResult[] } {
  const { creator, change: of } = asked();
  const facts = { classification, creator, files: of.files, ...(pattern && { pattern }) };
  return { openingRules: requirement(learning, facts, evaluateCondition).rules };
}

const reviewed = { needs: 'review', unknown: [] };
const open = { needs: 'unknown', unknown: ['what was learned of ada then is not recorded'] };

describe('a learned pattern that another policy would let skip', () => {
  it('is not known of a creator whose token proved who it is', () => {
    expect(under(asked())).toEqual(open);
    expect(under(asked(told({ enabled: true, successes: 1, confidence: 1 })))).toEqual(open);
    expect(under(asked(told({ enabled: false, successes: 9, confidence: 1, heldBack: 'it fell' })))).toEqual(open);
  });

  it('can not have been there for a claimed name, nor where the record says so', () => {
    expect(under(asked({}, { proved: false }))).toEqual(reviewed);
    expect(under(asked({}, { by: 'other' }))).toEqual(reviewed);
    expect(under(asked(told(undefined)))).toEqual(reviewed);
    const off = asked(told({ enabled: false, successes: 9, confidence: 1 }));
    expect(under(off)).toEqual(reviewed);
    const byItself = { ...learning, learning: { ...learning.learning, autoEnableAt: 3 } };
    expect(under(off, byItself)).toEqual(open);
  });

  it('decides nothing where the policy is the one in force, asks for no pattern or never skips the type', () => {
    const requested = asked();
    expect(under(requested, learning, requested.policy.digest)).toEqual(reviewed);
    const none = { ...learning, reviewRequired: { actions: ['*'], skipIf: [] } };
    expect(under(requested, none)).toEqual(reviewed);
    const strict = { ...classification, type: 'security_change', derivedType: 'code_change' };
    expect(under(asked({ classification: strict }))).toEqual(reviewed);
  });

  it('is the recorded one where it let the change pass', () => {
    expect(under(asked(told({ enabled: true, successes: 5, confidence: 1 })))).toEqual({ needs: 'skip', unknown: [] });
  });
});
