import type { RuleResult } from '../model/decision.js';
import type { PathFact, Policy, ReviewerLine } from '../model/policy.js';
import type { Classification, Criterion, Standards } from '../model/review.js';
import type { EvaluateCondition, ReviewFacts } from './facts.js';
import { criteriaFor, criteriaKey, reviewerLineFor } from './lookup.js';
import { requirement, type Requirement } from './requirement.js';

/** Why a change needs a review or not, of whom, and what would decide (`policy explain`). */
export interface PolicyTranscript {
  readonly classification: Classification;
  readonly requirement: Requirement;
  readonly reviewer: ReviewerLine | undefined;
  readonly criteria: readonly Criterion[];
  readonly standards: Standards;
  /** The requirement's rules, then what the rest of the policy contributes, in the order they are looked at. */
  readonly rules: readonly RuleResult[];
}

export function explain(
  policy: Policy,
  facts: ReviewFacts,
  paths: readonly PathFact[],
  evaluate: EvaluateCondition,
): PolicyTranscript {
  const { classification } = facts;
  const required = requirement(policy, facts, evaluate);
  const found = reviewerLineFor(policy, facts.creator);
  return {
    classification,
    requirement: required,
    reviewer: found?.line,
    criteria: criteriaFor(policy, classification.type),
    standards: policy.standards,
    rules: [
      { id: 'policy.type', result: 'satisfied', reason: `${classification.type}: ${classification.reason}` },
      ...required.rules,
      ...paths.flatMap(pathRules),
      reviewerRule(facts.creator, found),
      criteriaRule(policy, classification.type),
    ],
  };
}

function pathRules(fact: PathFact): RuleResult[] {
  const rules: RuleResult[] = [];
  const say = (id: string, reason: string) => rules.push({ id, result: 'satisfied', reason });
  if (fact.protected) say('policy.paths.protected', `${fact.path} is protected`);
  else if (fact.sensitive) say('policy.paths.sensitive', `${fact.path} is sensitive`);
  for (const type of fact.actionTypes) say('policy.paths.action_type', `${fact.path} makes this a ${type}`);
  for (const rule of fact.excludable) say(`policy.coverage.${rule.name}`, `${fact.path} need not be read`);
  return rules;
}

function reviewerRule(creator: string, found: ReturnType<typeof reviewerLineFor>): RuleResult {
  const id = 'policy.reviewer_matrix';
  if (found === undefined) return { id, result: 'unsatisfied', reason: `no line for ${creator} and none for *` };
  const { primary, backup, escalate } = found.line;
  const order = [primary, backup, escalate].filter((role) => role !== undefined).join(', then ');
  return { id, result: 'satisfied', reason: `line ${found.key} for ${creator}: ${order}` };
}

function criteriaRule(policy: Policy, type: string): RuleResult {
  const criteria = criteriaFor(policy, type);
  const required = criteria.filter((criterion) => criterion.required).length;
  const reason = `criteria of ${criteriaKey(policy, type)}: ${required} required, ${criteria.length - required} optional`;
  return { id: 'policy.criteria', result: 'satisfied', reason };
}
