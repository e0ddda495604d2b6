/**
 * What reviews say of the pattern of their creator and their type, the newest last: enough of it is found by one step in the index. Filled by a
 * rebuild.
 */
export const patternEvidence: readonly string[] = [
  `create table pattern_evidence (
     creator_agent text not null,
     action_type text not null,
     at integer not null,
     review_number integer not null,
     outcome text not null,
     confidence integer not null,
     basis text not null,
     content text not null,
     primary key (creator_agent, action_type, at, review_number)
   ) strict, without rowid`,
];
