/** An approval by a person over an objection was counted as a first pass. Filled by a rebuild. */
export const firstPass: readonly string[] = ['delete from review_metrics'];
