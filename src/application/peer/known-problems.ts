import { fingerprint, type Digest } from '../../domain/findings/fingerprint.js';
import { matchScore } from '../../domain/findings/match.js';
import { refutedOn, repeatsRefuted } from '../../domain/findings/refuted.js';
import type { RaisedFinding } from '../../domain/model/finding.js';
import type { Review } from '../../domain/model/review.js';
import type { SameProblem } from '../../domain/peer/submission/contradictions.js';

/** What is known of problems: the same one has the same fingerprint, or is the same claim of the same place (SPEC 6.2). */
export function knownProblems(review: Review, digest: Digest) {
  const refuted = refutedOn(review);
  const same: SameProblem = (raised, known) =>
    raised.file === known.file &&
    (fingerprint(raised, 0, digest) === known.fingerprint || matchScore(raised, known).same);
  return {
    same,
    refutedBefore: (raised: RaisedFinding) => repeatsRefuted(raised, refuted, review.change, digest)?.finding,
  };
}
