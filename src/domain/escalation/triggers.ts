import type { Decision, RuleResult } from '../model/decision.js';
import type { EscalationRules, EscalationTrigger } from '../model/escalation.js';
import type { Review } from '../model/review.js';
import { contradictions } from './contradictions.js';

/** A decided round among peers, as the automatic triggers see it. */
interface Decided {
  readonly review: Review;
  readonly rules: EscalationRules;
  readonly decision: Decision;
  /** Integer 0-100, as the creator stated it; null where it did not. */
  readonly creatorConfidence: number | null;
  readonly loop: LoopSeen | undefined;
}

/** The loop back to the creator, as far as it says that asking again leads nowhere (SPEC 6.3). */
export interface LoopSeen {
  /** Fix attempts so far, those in reviews before this one included. */
  readonly attempts: number;
  /** Why it is stopped before its cap, in a sentence; undefined while it converges. */
  readonly why: string | undefined;
}

type Seen = Pick<RuleResult, 'result' | 'reason'>;

/** Below it a side counts as unsure (SPEC 5.6). */
const unsureBelow = 60;

const criticalTypes: readonly string[] = ['security_change', 'breaking_change'];

/** Triggers that a decision itself can pull, the strongest reason first (SPEC 5.6). */
const triggers = {
  contradictory_reviews: contradictory,
  fix_loop: fixLoop,
  revision_cap: revisionCap,
  mutual_uncertainty: mutualUncertainty,
  several_valid_options: severalValidOptions,
  critical_type_unsure: criticalTypeUnsure,
  confidence_gap: confidenceGap,
} satisfies Partial<Record<EscalationTrigger, (decided: Decided) => Seen>>;

export type DecisionTrigger = keyof typeof triggers;

export const decisionTriggers = Object.keys(triggers) as readonly DecisionTrigger[];

/**
 * Looks at every trigger after a round among peers was decided. `review` holds the opinions of the round. The rules stand
 * behind those that decided; where one is pulled, an approval becomes `escalated`, since a person has to agree first. An
 * objection stays what it is: it is the reviewer's position in the question to the person.
 */
export function withTriggers(review: Review, decision: Decision, loop?: LoopSeen): Decision {
  const { peer } = review;
  if (peer === null || !isConclusive(decision)) return decision;
  const decided = {
    review,
    decision,
    rules: peer.terms.escalation,
    creatorConfidence: peer.request.confidence,
    loop,
  };
  // A review that was opened before loops were looked at is decided again as it was.
  const asked = loop === undefined ? decisionTriggers.filter((trigger) => trigger !== 'fix_loop') : decisionTriggers;
  const seen = asked.map((trigger): RuleResult => ({ id: ruleId(trigger), ...triggers[trigger](decided) }));
  const pulled = seen.some(({ result }) => result === 'unsatisfied');
  const outcome = pulled && decision.outcome === 'approved' ? 'escalated' : decision.outcome;
  return { ...decision, outcome, rules: [...decision.rules, ...seen] };
}

/** The trigger that a decision pulled, with its reason; undefined where a person need not be asked. */
export function pulledBy(
  decision: Decision,
): { readonly trigger: DecisionTrigger; readonly reason: string } | undefined {
  for (const trigger of decisionTriggers) {
    const rule = decision.rules.find(({ id, result }) => id === ruleId(trigger) && result === 'unsatisfied');
    if (rule !== undefined) return { trigger, reason: rule.reason };
  }
  return undefined;
}

function ruleId(trigger: DecisionTrigger): string {
  return `escalation.${trigger}`;
}

/** A round that came to nothing has no confidence and no position to hold against anything. */
function isConclusive({ outcome }: Decision): boolean {
  return outcome === 'approved' || outcome === 'changes_requested' || outcome === 'rejected';
}

function contradictory({ review }: Decided): Seen {
  if (review.peer?.clarificationAsked !== true) return notApplicable('nobody was asked to explain a contradiction');
  const [first, ...more] = review.opinions.flatMap((opinion) => contradictions(review, opinion).reversals);
  if (first === undefined) return satisfied('the explained opinion agrees with the one before');
  return pulled(
    `after clarification the opinion still ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`,
  );
}

function fixLoop({ loop }: Decided): Seen {
  if (loop === undefined || loop.attempts === 0) return notApplicable('no fix attempt was made');
  return loop.why === undefined ? satisfied('the fix attempts do not repeat themselves') : pulled(loop.why);
}

/** Counted over reviews where an earlier one asked the same creator to mend the same: a new request buys no new attempts. */
function revisionCap({ review, rules, decision, loop }: Decided): Seen {
  const used = Math.max(review.revision, loop?.attempts ?? 0);
  const text = `${used} of ${rules.maxRevisions} revisions used`;
  if (decision.outcome === 'approved') return notApplicable(`${text}, and it is approved`);
  return used >= rules.maxRevisions ? pulled(`${text} and still not approved`) : satisfied(text);
}

function mutualUncertainty({ decision, creatorConfidence }: Decided): Seen {
  if (creatorConfidence === null) return notApplicable('the creator stated no confidence');
  const text = `creator ${creatorConfidence}, reviewer ${decision.confidence}`;
  const unsure = creatorConfidence < unsureBelow && decision.confidence < unsureBelow;
  return unsure ? pulled(`both are unsure: ${text}, each below ${unsureBelow}`) : satisfied(text);
}

function severalValidOptions({ review }: Decided): Seen {
  if (review.type !== 'architecture_decision') return notApplicable('no architecture decision');
  const options = new Set(review.opinions.flatMap(({ validOptions = [] }) => validOptions));
  if (options.size < 2) return satisfied('the reviewer names no two valid approaches');
  return pulled(`${options.size} approaches are valid: a person chooses`);
}

function criticalTypeUnsure({ review, rules, decision }: Decided): Seen {
  if (!criticalTypes.includes(review.type))
    return notApplicable(`${review.type} is neither a security nor a breaking change`);
  const least = rules.minCriticalTypeConfidence;
  if (least === null) return notApplicable('the policy turns it off');
  const text = `${review.type} judged with confidence ${decision.confidence}, ${least} needed`;
  return decision.confidence < least ? pulled(text) : satisfied(text);
}

function confidenceGap({ rules, decision, creatorConfidence }: Decided): Seen {
  if (creatorConfidence === null) return notApplicable('the creator stated no confidence');
  if (rules.maxConfidenceGap === null) return notApplicable('the policy turns it off');
  const gap = creatorConfidence - decision.confidence;
  const text = `creator ${creatorConfidence}, reviewer ${decision.confidence}, at most ${rules.maxConfidenceGap} apart`;
  return gap > rules.maxConfidenceGap ? pulled(text) : satisfied(text);
}

const satisfied = (reason: string) => ({ result: 'satisfied', reason }) as const;
const pulled = (reason: string) => ({ result: 'unsatisfied', reason }) as const;
const notApplicable = (reason: string) => ({ result: 'not_applicable', reason }) as const;
