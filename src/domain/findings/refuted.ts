import type { Change } from '../model/change.js';
import type { Finding, RaisedFinding } from '../model/finding.js';
import { everyFinding, type Review } from '../model/review.js';
import { fingerprint, type Digest } from './fingerprint.js';
import { corpusOf } from './match-corpus.js';
import { matchScore } from './match.js';
import { contentOf } from './standing.js';

/** A finding that another reviewer refuted, and that holds for the content the judge saw. */
export interface Refuted {
  readonly finding: Finding;
  /** As `contentOf`. */
  readonly content: string;
  readonly by: string;
  readonly reason: string;
}

/** What was refuted in this review and is still about the same content. */
export function refutedOn(review: Review): readonly Refuted[] {
  const findings = new Map(everyFinding(review).map((finding) => [finding.id, finding]));
  return (review.peer?.contests ?? []).flatMap(({ findingId, judgement }) => {
    const finding = findings.get(findingId);
    if (finding?.state !== 'refuted' || judgement?.outcome !== 'refuted') return [];
    const { content, by, reason } = judgement;
    return contentOf(finding, review.change) === content ? [{ finding, content, by, reason }] : [];
  });
}

/**
 * The refuted finding that `raised` repeats, undefined when it says something else (FAULTS roborev#1031): the same text at the
 * same place, or other words for the same problem there.
 */
export function repeatsRefuted(
  raised: RaisedFinding,
  refuted: readonly Refuted[],
  change: Change,
  digest: Digest,
): Refuted | undefined {
  const here = refuted.filter(
    ({ finding, content }) => finding.file === raised.file && contentOf(raised, change) === content,
  );
  const print = fingerprint(raised, 0, digest);
  return (
    here.find(({ finding }) => finding.fingerprint === print) ??
    here.find(({ finding }) => matchScore(finding, raised, corpusOf([finding, raised])).same)
  );
}
