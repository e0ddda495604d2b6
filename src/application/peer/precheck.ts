import type { Digest } from '../../domain/findings/fingerprint.js';
import { mergeFindings } from '../../domain/findings/merge.js';
import { suppressed } from '../../domain/memory/known.js';
import type { RaisedFinding } from '../../domain/model/finding.js';
import type { Opinion } from '../../domain/model/opinion.js';
import type { Review } from '../../domain/model/review.js';
import { packetFor } from '../commands/packet-for.js';
import type { Prepared } from '../commands/prepare.js';
import type { Reviewer } from '../ports/reviewer.js';
import type { FindingDocument } from '../queries/document.js';
import { findingDocument } from '../queries/to-document.js';

export interface EmbeddedRun {
  readonly prepared: Prepared;
  readonly reviewId: string;
  /** Declared scope: globs. */
  readonly scope: readonly string[];
  /** Whether the test command of the policy runs: it may take long, so only where the opinions decide. */
  readonly withTests: boolean;
}

/** Opinions of the embedded reviewers on a prepared change. */
export async function embeddedOpinions(
  reviewer: Reviewer,
  { prepared, reviewId, scope, withTests }: EmbeddedRun,
  signal: AbortSignal,
): Promise<readonly Opinion[]> {
  const packet = packetFor(reviewId, prepared, { ...(scope.length > 0 && { scope }), withTests });
  return reviewer.review(packet, reviewer.seats(packet), () => undefined, signal);
}

/** What the embedded reviewers raised, as it goes on record. */
export function precheckOf(opinions: readonly Opinion[]): readonly RaisedFinding[] {
  return opinions.flatMap(({ findings }) => findings);
}

/** The recorded findings of a precheck as they are shown. */
export function precheckDocuments(
  review: Pick<Review, 'id' | 'type' | 'creator' | 'peer' | 'fix'>,
  findings: readonly RaisedFinding[],
  digest: Digest,
): readonly FindingDocument[] {
  const opinion: Opinion = {
    seat: { role: 'precheck', driver: 'embedded' },
    verdict: 'inconclusive',
    confidence: 0,
    summary: '',
    checklist: {},
    findings,
    shown: [],
    durationMs: 0,
  };
  const merged = mergeFindings({ reviewId: review.id, opinions: [opinion], carried: {}, digest });
  return merged.map((finding) => findingDocument(suppressed(finding, review)));
}
