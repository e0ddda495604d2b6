import { counts } from '../../model/finding.js';
import type { Change } from '../../model/change.js';
import type { RuleResult } from '../../model/decision.js';
import type { PeerCase } from '../../model/peer.js';
import { refuse, type Refusal } from '../../model/refusal.js';
import { everyFinding, type Review } from '../../model/review.js';
import { carries, carryRules } from './carry.js';

const everyRule = { identicalTree: true, rebase: true, messageOnly: true } as const;

export interface Revision {
  readonly change: Change;
  /** Required criteria that the policy of the new base states otherwise. */
  readonly criteriaChanged: readonly string[];
  /** Who of those that approved is an author or committer of the new content, in words. */
  readonly approverInside: string | undefined;
  /** Whether the default branch holds the new base. */
  readonly baseAccepted: boolean;
}

/**
 * Each carry rule, whether it holds and why; an approval that rests on rules or eyes that changed is not carried, nor onto a
 * base that only its author accepted: what that brings nobody looked at.
 */
export function carryOf({ peer, change }: Review, revision: Revision): readonly RuleResult[] {
  if (peer === null) return [];
  const rules = carryRules(change, revision.change, peer.terms.carry);
  const against = revision.approverInside ?? objectedLate(peer) ?? otherBase(change, revision);
  if (against === undefined) return rules;
  return rules.map((rule) =>
    rule.result === 'satisfied' ? { ...rule, result: 'unsatisfied', reason: against } : rule,
  );
}

/** What was objected to when it had been approved already: what is asked to count again is looked at again. */
function objectedLate({ earlier }: PeerCase): string | undefined {
  const standing = earlier.find((finding) => counts(finding) && finding.severity !== 'minor');
  return standing === undefined ? undefined : `what was objected to stands: ${standing.message}`;
}

function otherBase(before: Change, { change, criteriaChanged, baseAccepted }: Revision): string | undefined {
  if (criteriaChanged.length > 0) return `required criteria changed with the base: ${criteriaChanged.join(', ')}`;
  if (baseAccepted || before.baseTree === change.baseTree) return undefined;
  return 'the base is another, and the default branch does not hold it';
}

/**
 * Refuses a submission of what is there already: a verdict on it was given, or is under way. What another reviewer refuted
 * may be enough (`objectionsFell`); an approval whose rules changed is asked for anew.
 */
export function nothingChanged(review: Review, revision: Revision, objectionsFell: boolean): Refusal | undefined {
  const { id, status, change } = review;
  if (objectionsFell || (status === 'approved' && revision.criteriaChanged.length > 0)) return undefined;
  const same = carries(carryRules(change, revision.change, everyRule));
  // An approval follows its content to other commits; only where nothing at all is new there is nothing to follow.
  const isNew = status === 'approved' ? !same || change.headCommit !== revision.change.headCommit : !same;
  if (isNew) return undefined;
  const remedy = {
    changes_requested: 'change what the findings ask for, or contest a finding',
    approved: 'it is approved as it is',
  } as const;
  return refuse(
    'nothing_changed',
    `the content of review ${id} is what it was`,
    status === 'changes_requested' || status === 'approved' ? remedy[status] : 'wait for the reviewer, or withdraw it',
  );
}

/** Findings that a creator calls fixed must be ones that are open. */
export function unknownFix(review: Review, fixed: readonly string[]): Refusal | undefined {
  const open = everyFinding(review).filter(counts);
  const unknown = fixed.find((id) => !open.some((finding) => finding.id === id));
  if (unknown === undefined) return undefined;
  const ids = open.map(({ id }) => id);
  return refuse(
    'unknown_finding',
    `review ${review.id} has no open finding ${unknown}`,
    ids.length === 0 ? 'leave `fixed` out: no finding is open' : `open are ${ids.join(', ')}`,
  );
}
