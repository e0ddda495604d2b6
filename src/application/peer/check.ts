import { opening } from '../../domain/lifecycle/after.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { choose } from '../../domain/peer/assignment/assign.js';
import { openWith } from '../commands/opening.js';
import { prepare } from '../commands/prepare.js';
import type { CheckRequired, ReviewRequirement } from '../peer-review.js';
import type { LookingDependencies } from './dependencies.js';
import { whoSpeaks } from './principal.js';
import { requestOf } from './request-text.js';
import { people, rosterFor } from './roster.js';
import { termsFor } from './terms.js';

/** What a request would lead to: nothing is opened and no reviewer is asked. */
export async function checkReviewRequired(
  on: LookingDependencies,
  { action, change = { kind: 'default' }, autonomy }: CheckRequired,
): Promise<ReviewRequirement | Refusal> {
  if (action.trim() === '') return refuse('usage', 'the action is empty', 'name the action type, e.g. feature');
  const speaker = await whoSpeaks(on);
  if (isRefusal(speaker)) return speaker;
  const asked = { change, type: action, creator: speaker.name, noSkip: false };
  const prepared = await prepare(on.looking, autonomy === undefined ? asked : { ...asked, autonomy }, () => undefined);
  if (isRefusal(prepared)) return prepared;
  await prepared.frozen.close();
  const { requested, skipped } = openWith({
    prepared,
    evaluate: on.looking.evaluate,
    noSkip: false,
    carried: new Map(),
  });
  const [skip] = skipped?.rules ?? [];
  if (skip !== undefined) return { needsReview: false, skipReason: skip.reason, rule: skip.id };
  const terms = termsFor(prepared, speaker);
  const request = requestOf({ change }, speaker, on.context);
  const data = { ...requested, peer: { request, terms, precheck: [] } };
  const review = opening('check', [{ type: 'review_requested', data }], on.clock.now());
  const { peer } = review;
  if (peer === null) throw new Error('a review that is requested among peers is among peers');
  const choice = choose(peer, rosterFor(review, await people(on.store), on.embeddedRoles));
  const minutes = { agent: terms.targetMinutes, embedded: 0, nobody: terms.waitMinutes + terms.targetMinutes };
  const estimate = choice.kind === 'person' ? {} : { estimatedMinutes: minutes[choice.kind] };
  return { needsReview: true, ...estimate, ...reviewerIn(choice) };
}

function reviewerIn(choice: ReturnType<typeof choose>): { readonly reviewer?: string } {
  switch (choice.kind) {
    case 'agent':
      return { reviewer: choice.reviewer };
    case 'embedded':
      return { reviewer: choice.role };
    case 'person':
      return { reviewer: 'human' };
    case 'nobody':
      return {};
  }
}
