import { reviewerPositions } from '../../domain/escalation/dossier.js';
import { recommend } from '../../domain/escalation/recommend.js';
import { sensitivityOf } from '../../domain/escalation/sensitivity.js';
import type { EscalationTrigger, Recommendation } from '../../domain/model/escalation.js';
import type { Review } from '../../domain/model/review.js';
import type { PersonChoice, Store } from '../ports/store.js';
import type { EscalationDocument } from './document.js';
import { escalationDocument } from './to-document.js';

type Choices = Pick<Store, 'personChoices'>;

/**
 * The question of a review as somebody looks at it now: opinions that came in after it was put stand with the others, and what
 * earlier decisions suggest is counted anew, those of `person` where there are any. Null where no two sides were ever put.
 */
export async function questionOf(store: Choices, review: Review, person?: string): Promise<EscalationDocument | null> {
  const { escalation } = review;
  if (escalation?.dossier === undefined) return null;
  const document = escalationDocument(escalation);
  const known = new Set(document.positions.filter(({ side }) => side === 'reviewer').map(({ who }) => who));
  const late = reviewerPositions(review).filter(({ who }) => !known.has(who));
  const found = await recommendation(store, review, escalation.trigger, escalation.assignee ?? person);
  const isThere = document.options.some(({ number }) => number === found?.option);
  return { ...document, positions: [...document.positions, ...late], recommendation: isThere ? found : null };
}

/** What earlier decisions of the same type, trigger and sensitivity suggest (SPEC 5.6); null without evidence. */
async function recommendation(
  store: Choices,
  review: Review,
  trigger: EscalationTrigger,
  person: string | undefined,
): Promise<Recommendation | null> {
  const sensitivity = sensitivityOf(review);
  const counted = async (filter: { readonly person?: string }) =>
    (await store.personChoices({ type: review.type, trigger, sensitivity, ...filter })).map(byOption);
  const own = person === undefined ? null : recommend(await counted({ person }), person, sensitivity);
  return own ?? recommend(await counted({}), 'persons', sensitivity);
}

/** An outcome that was named and no option is the first of the options that have it (`optionsFor`). */
function byOption({ option, outcome, times }: PersonChoice) {
  return { option: option ?? (outcome === 'approved' ? 1 : 2), times };
}
