/** What stands against contents, by the marks of their lines; and reviews that are over and may object, by their content. */
export const objections: readonly string[] = [
  `create table objections (
     review_id text not null,
     objection text not null,
     mark text not null,
     enough integer not null,
     primary key (review_id, objection, mark)
   ) strict, without rowid`,
  `create index objections_by_mark on objections (mark)`,
  `create index reviews_over on reviews (head_tree) where status in ('rejected', 'withdrawn')`,
];
