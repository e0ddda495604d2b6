import type { PeerTerms } from '../../domain/model/peer.js';
import { termsOf } from '../../domain/peer/request/terms.js';
import { reviewerLineFor } from '../../domain/policy/lookup.js';
import type { Prepared } from '../commands/prepare.js';
import type { Speaker } from './principal.js';

/** The terms of a review for its creator. Rules that nobody can read are not replaced by a peer's word: a person reviews. */
export function termsFor({ policy, creator, brokenAtBase }: Prepared, { principal }: Speaker): PeerTerms {
  if (brokenAtBase !== undefined) return termsOf(policy, { primary: 'human', reasons: [] });
  const roles = principal === undefined ? [] : [principal.role];
  return termsOf(policy, reviewerLineFor(policy, creator, roles)?.line);
}
