import type { Digest } from '../../domain/findings/fingerprint.js';
import { opening } from '../../domain/lifecycle/after.js';
import type { ReviewEvent, ReviewRequested } from '../../domain/model/event.js';
import type { Finding } from '../../domain/model/finding.js';
import { contentMark } from '../../domain/objections/same-content.js';
import { objectionsIn } from '../../domain/objections/standing.js';
import { isKnown, raisedAgain } from '../peer/inherited.js';
import { standingOf } from '../peer/record.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

/**
 * What agents and people objected to in earlier reviews of exactly this content, at once or among peers, and nobody settled: an
 * agent is not asked until it agrees (SPEC 2, rule 5). Empty where nothing stands.
 */
export async function objectedBefore(
  on: { readonly store: Store; readonly clock: Clock; readonly digest: Digest },
  id: string,
  requested: ReviewRequested,
): Promise<readonly ReviewEvent[]> {
  const { change } = requested;
  const trees = { base: change.baseTree, head: change.headTree };
  const peer = await on.store.findStandingOn(trees);
  const others = new Set([...(await on.store.objecting([contentMark(change, on.digest)])), ...(peer ? [peer] : [])]);
  if (others.size === 0) return [];
  const review = opening(id, [{ type: 'review_requested', data: requested }], on.clock.now());
  const found = new Map<string, Finding>();
  for (const other of others)
    for (const objection of objectionsIn((await standingOf(on, other)).review)) {
      if (objection.gone !== undefined) continue;
      const { file, line } = objection.raised;
      const place = { ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
      const finding = raisedAgain(review, objection, place, on);
      if (!isKnown(review, finding) && ![...found.values()].some((one) => one.fingerprint === finding.fingerprint))
        found.set(finding.id, finding);
    }
  return found.size === 0 ? [] : [{ type: 'objections_inherited', data: { findings: [...found.values()] } }];
}
