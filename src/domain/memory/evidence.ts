import type { Finding } from '../model/finding.js';
import type { KnownFalse } from '../model/memory.js';
import { everyFinding, type Review } from '../model/review.js';
import { authors, reviewersOf } from './known.js';

/**
 * That a finding was wrong, where somebody said so who may be believed: a person with a credential who did not make the change, or another
 * reviewer whom its author's contest was put before. A mere claim is no evidence, and nobody's word is about their own work or
 * their own finding: an agent can't teach the memory to be silent.
 */
export function falseIn(review: Review, findingId: string): KnownFalse | undefined {
  const finding = everyFinding(review).find(({ id }) => id === findingId);
  if (finding === undefined) return undefined;
  const said = byPerson(finding) ?? byJudge(review, finding);
  if (said === undefined || authors(review).includes(said.by) || reviewersOf(finding).includes(said.by))
    return undefined;
  return { review: review.id, finding: findingId, ...said };
}

type Said = Omit<KnownFalse, 'review' | 'finding'>;

/** Accepting a risk says that the finding is right. */
function byPerson({ state, disposition }: Finding): Said | undefined {
  if (state !== 'dismissed' || disposition?.state !== 'dismissed' || disposition.authority !== 'human')
    return undefined;
  const { actor, reason, at } = disposition;
  return { by: actor, authority: 'human', reason, at };
}

function byJudge({ peer }: Review, { id, state }: Finding): Said | undefined {
  if (state !== 'refuted') return undefined;
  const judgement = peer?.contests.findLast(({ findingId }) => findingId === id)?.judgement;
  if (judgement?.outcome !== 'refuted') return undefined;
  const { by, reason, at } = judgement;
  return { by, authority: 'reviewer', reason, at };
}
