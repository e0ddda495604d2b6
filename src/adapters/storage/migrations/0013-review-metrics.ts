/** Counters of reviews as they stand, so that a question about many costs no more than one about few. Filled by a rebuild. */
export const reviewMetrics: readonly string[] = [
  `create table review_metrics (
     date text not null,
     review_type text not null,
     creator_agent text not null,
     reviewer_agent text not null,
     total_reviews integer not null,
     approved integer not null,
     changes_requested integer not null,
     rejected integer not null,
     escalated integer not null,
     skipped integer not null,
     withdrawn integer not null,
     approved_at_once integer not null,
     decided_once integer not null,
     revisions integer not null,
     put_to_person integer not null,
     decided_by_person integer not null,
     person_ms integer not null,
     started integer not null,
     queue_ms integer not null,
     timed integer not null,
     review_ms integer not null,
     judged integer not null,
     confidence integer not null,
     primary key (date, review_type, creator_agent, reviewer_agent)
   ) strict, without rowid`,
];
