import { fingerprint, type Digest } from '../../domain/findings/fingerprint.js';
import { matchScore } from '../../domain/findings/match.js';
import type { SameProblem } from '../../domain/peer/submission/contradictions.js';

/** Whether a finding raised now is a known one: the same fingerprint, or the same claim of the same place (SPEC 6.2). */
export function sameProblem(digest: Digest): SameProblem {
  return (raised, known) =>
    raised.file === known.file &&
    (fingerprint(raised, 0, digest) === known.fingerprint || matchScore(raised, known).same);
}
