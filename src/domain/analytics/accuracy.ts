import type { Finding } from '../model/finding.js';
import { everyFinding, type Review } from '../model/review.js';
import { seatName } from '../model/seat.js';
import { embedded, lookedFor, modelOf, raisedBy, saidSomething } from './models.js';

/** Whether what a finding says turned out to be so. */
export type Judged = 'right' | 'wrong' | 'unknown';

/**
 * What became of a finding says whether it was right: mended, upheld, its risk accepted by a person, or standing where a person turned the
 * change down; wrong where a judge refuted it or a person with a credential dismissed it. What nobody said anything of is unknown.
 */
export function judged(finding: Finding, review: Pick<Review, 'peer' | 'personDecision' | 'status'>): Judged {
  const { state, disposition } = finding;
  const byPerson = disposition?.authority === 'human';
  if (state === 'refuted' || (state === 'dismissed' && byPerson)) return 'wrong';
  if (state === 'resolved' || (state === 'risk_accepted' && byPerson)) return 'right';
  return wasUpheld(finding, review) ? 'right' : 'unknown';
}

function wasUpheld({ id, state }: Finding, { peer, personDecision, status }: Parameters<typeof judged>[1]): boolean {
  const contests = peer?.contests ?? [];
  if (contests.some(({ findingId, judgement }) => findingId === id && judgement?.outcome === 'upheld')) return true;
  const turnedDown = status === 'changes_requested' || status === 'rejected';
  return state === 'open' && personDecision !== null && turnedDown;
}

/** Of one model: findings that were right, findings that were wrong, and what it did not see. */
export interface Accuracy {
  readonly true_positive: number;
  readonly false_positive: number;
  readonly missed: number;
}

const nothing: Accuracy = { true_positive: 0, false_positive: 0, missed: 0 };

/**
 * What one review says of each model. Missed is a problem that was right and that another one raised where the model looked too, and a bug or
 * a revert that was traced to content which it had approved.
 */
export function accuracyOf(review: Review): ReadonlyMap<string, Accuracy> {
  const models = new Map<string, Accuracy>();
  const add = (model: string, measure: keyof Accuracy) => {
    const before = models.get(model) ?? nothing;
    models.set(model, { ...before, [measure]: before[measure] + 1 });
  };
  for (const finding of everyFinding(review)) {
    const said = judged(finding, review);
    if (said === 'unknown') continue;
    const raised = raisedBy(finding, review);
    for (const model of raised) add(model, said === 'right' ? 'true_positive' : 'false_positive');
    if (said === 'wrong') continue;
    for (const model of lookedFor(finding, review)) if (!raised.includes(model)) add(model, 'missed');
  }
  for (const model of approvedWhatBroke(review)) add(model, 'missed');
  return models;
}

function approvedWhatBroke(review: Review): readonly string[] {
  const { status, reported, opinions } = review;
  if (status !== 'approved' || reported === undefined) return [];
  const approving = opinions.filter((each) => saidSomething(each) && each.verdict === 'approved');
  const models = approving.map(({ seat }) => modelOf(seatName(seat), review));
  return [...new Set(models)].filter((model) => model !== embedded).sort();
}
