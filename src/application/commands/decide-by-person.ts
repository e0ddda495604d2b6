import { optionOf } from '../../domain/escalation/change.js';
import { decideByPerson, type PersonAsk } from '../../domain/lifecycle/person.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import type { PersonDecision } from '../application.js';
import type { Caller } from '../identify.js';
import type { ReviewDocument } from '../queries/document.js';
import { byPerson, ownWorkRefusal, type PersonDependencies } from './by-person.js';

const outcomeOf = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' } as const;

/**
 * A person's binding decision on exactly the content that a review recorded (SPEC 4 `decide`): an outcome, or one of the
 * options of the question. It needs a human credential, and nobody approves their own work (SPEC 2, rule 4); an attempt
 * without either is recorded.
 */
export async function decideAsPerson(
  on: PersonDependencies,
  caller: Caller,
  request: PersonDecision,
): Promise<ReviewDocument | Refusal> {
  const note = request.note.trim();
  if (note === '') return refuse('reason_missing', 'a person decides with a note', 'add `--note "why"`');
  return byPerson(on, caller, {
    review: request.review,
    verb: 'option' in request ? 'decide' : request.outcome,
    events: (review, person) => {
      const chosen = choice(review, request);
      if (isRefusal(chosen)) return chosen;
      const ask: PersonAsk = { ...chosen, note, person: person.name };
      const events = decideByPerson(review, ask);
      if (isRefusal(events)) return events;
      const own = ask.outcome === 'approved' ? ownWorkRefusal(review, person) : undefined;
      return own === undefined ? events : { record: own };
    },
  });
}

function choice(review: Review, request: PersonDecision): Pick<PersonAsk, 'outcome' | 'option'> | Refusal {
  if ('outcome' in request) return { outcome: outcomeOf[request.outcome] };
  const option = optionOf(review, request.option);
  return isRefusal(option) ? option : { outcome: option.outcome, option: option.number };
}
