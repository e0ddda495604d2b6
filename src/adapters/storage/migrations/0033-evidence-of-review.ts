/**
 * Evidence names its review, so that what is known of a pattern is read without its reviews: in a large store their rows lie in as many pages as there
 * are few of in a small one. Filled by a rebuild.
 */
export const evidenceOfReview: readonly string[] = [
  "alter table pattern_evidence add column review_id text not null default ''",
];
