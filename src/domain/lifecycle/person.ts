import type { Decision, RuleResult } from '../model/decision.js';
import type { PersonDecided, ReviewEvent } from '../model/event.js';
import { refuse, type Refusal } from '../model/refusal.js';
import type { Review } from '../model/review.js';
import { allowedVerbs } from './table.js';

/** What a person says of a review that rules alone did not or may not approve. */
export type PersonAsk = Omit<PersonDecided, 'decision'>;

const words: Readonly<Record<PersonAsk['outcome'], string>> = {
  approved: 'approved',
  changes_requested: 'requested changes',
  rejected: 'rejected',
};

/**
 * Events by which a person decides on exactly the recorded content (SPEC 5.3). A review that is not escalated yet is
 * escalated by hand first. Refused with `not_decidable` where a person has nothing to decide.
 */
export function decideByPerson(review: Review, ask: PersonAsk): readonly ReviewEvent[] | Refusal {
  if (!isDecidable(review)) return notDecidable(review);
  const decided: ReviewEvent = { type: 'person_decided', data: personDecided(review.decision, ask) };
  if (review.status === 'escalated') return [decided];
  const escalated = { trigger: 'by_hand', reason: ask.note, by: ask.person } as const;
  return [{ type: 'review_escalated', data: escalated }, decided];
}

/** The decision that was made before, every rule kept as it was seen, with the person's word at the end. */
export function personDecided(before: Decision | null, ask: PersonAsk): PersonDecided {
  const rule: RuleResult = {
    id: 'person.decided',
    result: 'satisfied',
    reason: `${ask.person} ${words[ask.outcome]}: ${ask.note}`,
  };
  const decision: Decision = {
    outcome: ask.outcome,
    confidence: before?.confidence ?? 0,
    rules: [...(before?.rules ?? []), rule],
    ...(before?.panel === undefined ? {} : { panel: before.panel }),
  };
  return { ...ask, decision };
}

/** Whether somebody else had put the question: who decides unasked escalates by hand first, and answers nobody. */
export function answersQuestion({ escalation }: Pick<Review, 'escalation'>, { person }: PersonDecided): boolean {
  return escalation?.by !== person;
}

/** `pending` counts only after a round that came to nothing: before, nobody has looked at the change yet. */
function isDecidable({ status, decision }: Review): boolean {
  if (status === 'pending') return decision?.outcome === 'inconclusive';
  return status === 'escalated' || status === 'changes_requested' || status === 'rejected';
}

function notDecidable({ id, status }: Review): Refusal {
  const verbs = allowedVerbs(status).map((verb) => verb.replaceAll('_', ' '));
  const allowed = verbs.length === 0 ? 'nothing: it is final' : verbs.join(', ');
  return refuse(
    'not_decidable',
    `review ${id} is ${status.replaceAll('_', ' ')}; what is allowed there: ${allowed}`,
    'a person decides what is escalated, rejected, asked to change, or pending after an inconclusive round',
  );
}
