import { sensitivityOf } from '../../../domain/escalation/sensitivity.js';
import { answersQuestion } from '../../../domain/lifecycle/person.js';
import type { AnsweredQuestion, ChoiceFilter, PersonChoice } from '../../../application/ports/store.js';
import type { PersonDecided, Recorded } from '../../../domain/model/event.js';
import type { Review } from '../../../domain/model/review.js';

/** Reviews that wait for a person, in the order of the inbox. */
export function waiting(reviews: Iterable<Review>): readonly Review[] {
  const deadline = ({ status, escalation }: Review) =>
    status === 'escalated' ? (escalation?.deadline ?? Infinity) : Infinity;
  return [...reviews]
    .filter(
      ({ status, decision, completedAt }) =>
        status === 'escalated' ||
        (status === 'pending' && decision?.outcome === 'inconclusive' && completedAt === null),
    )
    .map((review, number) => ({ review, number, deadline: deadline(review) }))
    .sort((a, b) => (a.deadline === b.deadline ? a.number - b.number : a.deadline - b.deadline))
    .map(({ review }) => review);
}

/** Decisions that are counted, as many as the database counts. */
const latest = 200;

/** What persons decided, in order. */
export class MemoryPersonChoices {
  readonly #made: AnsweredQuestion[] = [];

  record({ type, data, at }: Recorded, review: Review): void {
    if (type !== 'person_decided') return;
    const decided = data as PersonDecided;
    if (!answersQuestion(review, decided)) return;
    const { person, outcome, option = null } = decided;
    const trigger = review.escalation?.trigger ?? 'rules';
    const sensitivity = sensitivityOf(review);
    this.#made.push({ review: review.id, type: review.type, trigger, sensitivity, person, option, outcome, at });
  }

  counted({ type, trigger, sensitivity, person }: ChoiceFilter): readonly PersonChoice[] {
    const counts = new Map<string, PersonChoice>();
    const wanted = this.#made.filter(
      (made) =>
        made.type === type &&
        made.trigger === trigger &&
        made.sensitivity === sensitivity &&
        (person === undefined || made.person === person),
    );
    for (const { option, outcome } of wanted.slice(-latest)) {
      const key = JSON.stringify([option, outcome]);
      counts.set(key, { option, outcome, times: (counts.get(key)?.times ?? 0) + 1 });
    }
    return [...counts.values()];
  }

  latest(limit: number): readonly AnsweredQuestion[] {
    return this.#made.toReversed().slice(0, limit);
  }
}
