import { ownWork } from '../../domain/identity/own-work.js';
import type { Principal } from '../../domain/model/agent.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import type { Caller, IdentifyDependencies } from '../identify.js';
import { personOf } from '../person-of.js';
import type { Clock } from '../ports/clock.js';
import type { ReviewDocument } from '../queries/document.js';
import { record, refused, type Standing, type Verdict } from '../peer/record.js';
import { findReviewRow } from '../queries/find-review.js';
import { toDocument } from '../queries/to-document.js';
import { refusedOnRecord } from './refused-attempt.js';

export interface PersonDependencies extends IdentifyDependencies {
  readonly clock: Clock;
}

/** Something that only a person may do to a review. */
export interface PersonAct {
  /** Review id or unambiguous prefix. */
  readonly review: string;
  /** For the record of a refused attempt. */
  readonly verb: string;
  /** Pure, and asked again where others write first; `record` puts a refusal on record. */
  readonly events: (
    review: Review,
    person: Principal,
    now: number,
  ) => readonly ReviewEvent[] | Refusal | { readonly record: Refusal };
}

const attempts = 5;

/** Does what a person asks, under the credential of a person; an attempt without one is recorded (SPEC 2, rule 4). */
export async function byPerson(
  on: PersonDependencies,
  caller: Caller,
  act: PersonAct,
): Promise<ReviewDocument | Refusal> {
  const row = await findReviewRow(on.store, act.review);
  if (isRefusal(row)) return row;
  const { who, actor } = await personOf(on, caller);
  const attempt = { verb: act.verb, actor };
  if (isRefusal(who)) return refusedOnRecord(on, row.id, who, attempt);
  const decide = ({ review }: Standing): Verdict => {
    const events = act.events(review, who, on.clock.now());
    if ('record' in events) return refused(events.record, attempt);
    return isRefusal(events) ? refused(events) : { events };
  };
  const done = await record(on, row.id, who.name, decide, attempts);
  return isRefusal(done) ? done : toDocument(done);
}

/** Refuses when the change is the person's own (SPEC 2, rule 4). */
export function ownWorkRefusal(
  { id, creator, change }: Review,
  person: Pick<Principal, 'name' | 'commitsAs'>,
): Refusal | undefined {
  const how = ownWork(person, { creator, change });
  if (how === undefined) return undefined;
  return refuse(
    'own_work',
    `the change of review ${id} is your own: ${person.name} is ${how}`,
    'ask another person; let agents commit under names of their own',
  );
}
