/** Opinions of which it is known whether they were right, so that what a reviewer states is weighed without reading its reviews. Filled by a rebuild. */
export const judgedOpinionRows: readonly string[] = [
  `create table judged_opinions (
     review_number integer not null,
     ordinal integer not null,
     reviewer text not null,
     category text not null,
     confidence integer not null,
     outcome text not null,
     primary key (review_number, ordinal)
   ) strict, without rowid`,
  'create index judged_opinions_by_reviewer on judged_opinions (reviewer, review_number, ordinal)',
];
