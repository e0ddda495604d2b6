import type { RuleResult } from '../model/decision.js';
import type { SkipRule } from '../model/policy.js';
import { conditionVariables, type EvaluateCondition, type PatternEvidence, type ReviewFacts } from './facts.js';
import { isTrivialType } from './triviality.js';

type Looked = Pick<RuleResult, 'result' | 'reason'>;

/**
 * Whether one rule of `review_required.skip_if` holds; all conditions that are set must. `satisfied` skips the review,
 * everything else does not: least of all an error. `proof` is the result of `proofRule`.
 */
export function skipRule(
  rule: SkipRule,
  id: string,
  facts: ReviewFacts,
  proof: RuleResult,
  evaluate: EvaluateCondition,
): RuleResult {
  const { type, derivedType } = facts.classification;
  const excepted = [type, derivedType].find((each) => each !== undefined && rule.exceptFor.includes(each));
  if (excepted !== undefined) return { id, result: 'unsatisfied', reason: `except for ${excepted}` };
  const looked = [
    actionType(rule, facts, proof),
    autonomy(rule, facts),
    pattern(rule, facts),
    condition(rule, facts, evaluate),
  ].filter((each) => each !== undefined);
  const obstacle = looked.find((each) => each.result === 'error') ?? looked.find((each) => each.result !== 'satisfied');
  if (obstacle !== undefined) return { id, ...obstacle };
  if (looked.length === 0) return { id, result: 'error', reason: 'the rule names no condition' };
  return { id, result: 'satisfied', reason: looked.map((each) => each.reason).join(', ') };
}

function actionType(rule: SkipRule, facts: ReviewFacts, proof: RuleResult): Looked | undefined {
  const wanted = rule.actionType;
  if (wanted === undefined) return undefined;
  const { type, derivedType } = facts.classification;
  if (type !== wanted) return { result: 'not_applicable', reason: `for ${wanted}, this is ${type}` };
  if (isTrivialType(wanted)) {
    return proof.result === 'satisfied'
      ? { result: 'satisfied', reason: `${wanted}, ${proof.reason}` }
      : { result: 'unsatisfied', reason: proof.reason };
  }
  if (derivedType !== undefined) {
    return { result: 'unsatisfied', reason: `${wanted} was only claimed, the change itself says ${derivedType}` };
  }
  return { result: 'satisfied', reason: `action type ${wanted}` };
}

const noAutonomy = 'no autonomy level is set';

/** The autonomy level that recorded results of these rules tell of; undefined where they tell nothing. */
export function autonomyIn(rules: readonly RuleResult[]): { readonly level: string | undefined } | undefined {
  for (const { id, reason } of rules) {
    if (!id.startsWith('policy.skip_if.')) continue;
    if (reason === noAutonomy) return { level: undefined };
    const told = /^(?:for autonomy .+, this is|(?:.+, )?autonomy) (?<level>[^,]+)/u.exec(reason)?.groups?.['level'];
    if (told !== undefined) return { level: told };
  }
  return undefined;
}

function autonomy(rule: SkipRule, facts: ReviewFacts): Looked | undefined {
  if (rule.autonomyLevel === undefined) return undefined;
  const level = facts.autonomyLevel;
  if (level === undefined) return { result: 'not_applicable', reason: noAutonomy };
  return level === rule.autonomyLevel
    ? { result: 'satisfied', reason: `autonomy ${level}` }
    : { result: 'not_applicable', reason: `for autonomy ${rule.autonomyLevel}, this is ${level}` };
}

/** The learned pattern that recorded results of these rules let a change pass by; undefined where none did. */
export function patternIn(rules: readonly RuleResult[]): PatternEvidence | undefined {
  for (const { id, result, reason } of rules) {
    if (!id.startsWith('policy.skip_if.') || result !== 'satisfied') continue;
    const told = /learned pattern with (?<successes>\d+) successful reviews, confidence (?<confidence>[\d.]+)/u.exec(
      reason,
    );
    if (told?.groups === undefined) continue;
    const { successes, confidence } = told.groups;
    return { enabled: true, successes: Number(successes), confidence: Number(confidence) };
  }
  return undefined;
}

const nothingLearned = 'nothing was learned of this creator yet';
const patternOff = 'the learned pattern is off';
const notSwitchedOn = 'nobody has switched it on';

/** Why no policy could have let the change pass by what was learned, as recorded results of these rules tell; undefined where they don't. */
export function patternRuledOut(rules: readonly RuleResult[]): 'nothing_learned' | 'not_switched_on' | undefined {
  const reasons = rules.flatMap(({ id, reason }) => (id.startsWith('policy.skip_if.') ? [reason] : []));
  if (reasons.includes(nothingLearned)) return 'nothing_learned';
  return reasons.includes(`${patternOff}: ${notSwitchedOn}`) ? 'not_switched_on' : undefined;
}

function pattern(rule: SkipRule, facts: ReviewFacts): Looked | undefined {
  if (rule.hasAutoSkipPattern !== true) return undefined;
  const evidence = facts.pattern;
  if (evidence === undefined) return { result: 'not_applicable', reason: nothingLearned };
  const { type, derivedType } = facts.classification;
  if (derivedType !== undefined) {
    const reason = `the pattern is one of ${type}, which was only claimed: the change itself says ${derivedType}`;
    return { result: 'unsatisfied', reason };
  }
  if (!evidence.enabled)
    return {
      result: 'unsatisfied',
      reason: `${patternOff}: ${evidence.heldBack ?? notSwitchedOn}`,
    };
  if (evidence.heldBack !== undefined) return { result: 'unsatisfied', reason: evidence.heldBack };
  const neededSuccesses = rule.minSuccesses ?? 0;
  if (evidence.successes < neededSuccesses) {
    return { result: 'unsatisfied', reason: `${evidence.successes} of ${neededSuccesses} successful reviews` };
  }
  const neededConfidence = (rule.minConfidence ?? 0) / 100;
  // Asked this way round, a confidence that is not a number skips nothing.
  if (!(evidence.confidence >= neededConfidence)) {
    return { result: 'unsatisfied', reason: `pattern confidence ${evidence.confidence}, needed ${neededConfidence}` };
  }
  const { successes, confidence } = evidence;
  return {
    result: 'satisfied',
    reason: `learned pattern with ${successes} successful reviews, confidence ${confidence}`,
  };
}

function condition(rule: SkipRule, facts: ReviewFacts, evaluate: EvaluateCondition): Looked | undefined {
  if (rule.when === undefined) return undefined;
  const outcome = evaluate(rule.when, conditionVariables(facts));
  if (!outcome.ok) return { result: 'error', reason: `\`${rule.when}\` could not be evaluated: ${outcome.reason}` };
  return outcome.value
    ? { result: 'satisfied', reason: `\`${rule.when}\` holds` }
    : { result: 'unsatisfied', reason: `\`${rule.when}\` does not hold` };
}
