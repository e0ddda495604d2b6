import { ownWork } from '../../domain/identity/own-work.js';
import { decideByPerson, type PersonAsk } from '../../domain/lifecycle/person.js';
import type { Principal } from '../../domain/model/agent.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import type { PersonDecision } from '../application.js';
import { identify, type Caller, type IdentifyDependencies } from '../identify.js';
import type { Clock } from '../ports/clock.js';
import type { ReviewDocument } from '../queries/document.js';
import { findReviewRow, loadReview } from '../queries/find-review.js';
import { toDocument } from '../queries/to-document.js';
import { refusedOnRecord } from './refused-attempt.js';

export interface PersonDependencies extends IdentifyDependencies {
  readonly clock: Clock;
}

const attempts = 5;

const outcomeOf = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' } as const;

/**
 * A person's binding decision on exactly the content that a review recorded (SPEC 4 `decide`). It needs a human
 * credential, and nobody approves their own work (SPEC 2, rule 4); an attempt without either is recorded.
 */
export async function decideAsPerson(
  on: PersonDependencies,
  caller: Caller,
  request: PersonDecision,
): Promise<ReviewDocument | Refusal> {
  const note = request.note.trim();
  if (note === '') return refuse('reason_missing', 'a person decides with a note', 'add `--note "why"`');
  const row = await findReviewRow(on.store, request.review);
  if (isRefusal(row)) return row;
  const verb = request.outcome;
  const person = await personOf(on, caller);
  if (isRefusal(person.who)) return refusedOnRecord(on, row.id, person.who, { verb, actor: person.actor });
  const ask = { outcome: outcomeOf[verb], note, person: person.who.name };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { review, version } = await loadReview(on.store, row.id);
    const events = decideByPerson(review, ask);
    if (isRefusal(events)) return events;
    const own = approvesOwnWork(review, ask, person.who);
    if (own !== undefined) return refusedOnRecord(on, row.id, own, { verb, actor: ask.person });
    const appended = await on.store.append({
      stream: `review/${row.id}`,
      expectedVersion: version,
      actor: ask.person,
      at: on.clock.now(),
      events,
    });
    if (appended.outcome === 'appended') return toDocument((await loadReview(on.store, row.id)).review);
  }
  return refuse('busy', `review ${row.id} is being changed by others`, 'try again');
}

/** The person behind the token, or why there is none, with the name that goes on record. */
async function personOf(
  on: IdentifyDependencies,
  caller: Caller,
): Promise<{ readonly who: Principal | Refusal; readonly actor: string }> {
  const principal = await identify(on, caller);
  if (isRefusal(principal)) return { who: principal, actor: await caller.claimed() };
  if (principal?.kind === 'human') return { who: principal, actor: principal.name };
  const message =
    principal === undefined
      ? 'a person decides here, and no credential says who you are'
      : `a person decides here, and ${principal.name} is an agent`;
  return {
    who: refuse(
      'human_needed',
      message,
      'set COUNTERSIGN_TOKEN to the token of a person; see `countersign agent add --human`',
    ),
    actor: principal?.name ?? (await caller.claimed()),
  };
}

function approvesOwnWork(review: Review, { outcome }: PersonAsk, person: Principal): Refusal | undefined {
  return outcome === 'approved' ? ownWorkRefusal(review, person) : undefined;
}

/** Refuses when the change is the person's own (SPEC 2, rule 4). */
export function ownWorkRefusal({ id, creator, change }: Review, person: Principal): Refusal | undefined {
  const how = ownWork(person, { creator, change });
  if (how === undefined) return undefined;
  return refuse(
    'own_work',
    `the change of review ${id} is your own: ${person.name} is ${how}`,
    'ask another person; let agents commit under names of their own',
  );
}
