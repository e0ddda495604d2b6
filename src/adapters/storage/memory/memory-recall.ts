import { OCCURRENCES_LOOKED_AT, WRONG_LOOKED_AT, type DecidedWrong } from '../../../application/ports/memory.js';
import { knownAs, reviewersOf } from '../../../domain/memory/known.js';
import { serviceOf } from '../../../domain/model/memory.js';
import { counts } from '../../../domain/model/finding.js';
import type { Occurrence } from '../../../domain/model/occurrence.js';
import { everyFinding, type Review } from '../../../domain/model/review.js';

/** `reviews` are the newest first. */
export function occurrences(reviews: readonly Review[]): readonly Occurrence[] {
  return reviews.flatMap(occurrencesIn).slice(0, OCCURRENCES_LOOKED_AT);
}

export function wrongOccurrences(reviews: readonly Review[]): readonly Occurrence[] {
  const all = reviews.flatMap(occurrencesIn);
  const kept = (['dismissed', 'refuted'] as const).flatMap((wanted) =>
    all.filter(({ state }) => state === wanted).slice(0, WRONG_LOOKED_AT),
  );
  return all.filter((each) => kept.includes(each));
}

export function decidedWrong(reviews: readonly Review[], wanted: readonly string[]): readonly DecidedWrong[] {
  const found = reviews.flatMap((review) =>
    everyFinding(review).flatMap((finding) => {
      const known = knownAs(finding);
      const wrong = finding.state === 'dismissed' || finding.state === 'refuted';
      if (known === undefined || !wrong || !wanted.includes(known)) return [];
      const service = serviceOf(review.services, finding.file);
      return [{ knownAs: known, review: review.id, finding: finding.id, service }];
    }),
  );
  const nth = (each: DecidedWrong) => found.filter(({ knownAs: known }) => known === each.knownAs).indexOf(each);
  return found.filter((each) => nth(each) < 8);
}

function occurrencesIn(review: Review): readonly Occurrence[] {
  const { id, services, change, status, completedAt, createdAt } = review;
  return everyFinding(review).map((finding) => ({
    review: id,
    finding: finding.id,
    service: serviceOf(services, finding.file),
    raisedBy: reviewersOf(finding),
    state: finding.state,
    counts: counts(finding),
    severity: finding.severity,
    category: finding.category,
    rule: finding.rule ?? null,
    file: finding.file ?? null,
    line: finding.line ?? null,
    message: finding.message,
    content: change.patchId,
    title: change.title,
    status,
    at: completedAt ?? createdAt,
  }));
}
