/** By which approved and skipped reviews are known again in git, so that a revert finds them. Filled by a rebuild. */
export const settledContent: readonly string[] = [
  `create table settled_content (
     object text not null,
     review_number integer not null,
     primary key (object, review_number)
   ) strict, without rowid`,
];
