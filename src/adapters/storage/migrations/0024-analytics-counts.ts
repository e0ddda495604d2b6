/** Counters of what came of reviews, by model and by service, so that a summary costs the same in a store of any size. Filled by a rebuild. */
export const analyticsCounts: readonly string[] = [
  `create table analytics_counts (
     subject text not null,
     name text not null,
     measure text not null,
     count integer not null,
     primary key (subject, name, measure)
   ) strict, without rowid`,
];
