/**
 * What an append writes is pages of the log: fewer trees, and rows that go to the end of theirs. A review has its number,
 * the position of the event that requested it; so the newest need no index, and its findings stand together and in order.
 * The head of a stream is its last event. The head of the journal says which event that is, so that its loss has a name.
 */
export const fewPages: readonly string[] = [
  `drop table streams`,
  `alter table journal_head rename to former_head`,
  `create table journal_head (
     id integer primary key check (id = 1),
     position integer not null,
     chain text not null,
     stream text not null,
     version integer not null
   ) strict`,
  `insert into journal_head
     select former.id, former.position, former.chain, coalesce(last.stream, '-'), coalesce(last.version, 0)
     from former_head as former left join events as last on last.position = former.position`,
  `drop table former_head`,
  `alter table reviews rename to former_reviews`,
  `create table reviews (
     number integer primary key,
     id text collate nocase not null unique,
     type text not null,
     protocol text not null,
     status text not null,
     outcome text,
     creator_agent text not null,
     reviewer_agent text,
     title text not null,
     base_tree text not null,
     head_tree text not null,
     head_commit text,
     patch_id text not null,
     created_at integer not null,
     started_at integer,
     completed_at integer,
     lease_until integer,
     confidence integer,
     time_to_review_ms integer,
     revision_count integer not null,
     open_findings integer not null,
     decided_by text
   ) strict`,
  `insert into reviews
     select e.position, r.id, r.type, r.protocol, r.status, r.outcome, r.creator_agent, r.reviewer_agent, r.title,
       r.base_tree, r.head_tree, r.head_commit, r.patch_id, r.created_at, r.started_at, r.completed_at, r.lease_until,
       r.confidence, r.time_to_review_ms, r.revision_count, r.open_findings, r.decided_by
     from former_reviews as r join events as e on e.stream = 'review/' || r.id and e.version = 1
     order by e.position`,
  `drop table former_reviews`,
  `create index reviews_by_status on reviews (status)`,
  `create index reviews_leased on reviews (lease_until) where lease_until is not null`,
  `create index reviews_inconclusive on reviews (status, outcome) where status = 'pending' and outcome = 'inconclusive'`,
  `alter table opinions rename to former_opinions`,
  `create table opinions (
     position integer primary key,
     review_id text collate nocase not null,
     seat text not null,
     role text not null,
     driver text not null,
     model text,
     verdict text not null,
     confidence integer not null,
     duration_ms integer not null,
     failure text,
     submitted_at integer not null
   ) strict`,
  `insert into opinions
     select e.position, o.review_id, o.seat, o.role, o.driver, o.model, o.verdict, o.confidence, o.duration_ms, o.failure,
       o.submitted_at
     from former_opinions as o join events as e on e.stream = 'review/' || o.review_id and e.version = o.version
     order by e.position`,
  `drop table former_opinions`,
  `alter table findings rename to former_findings`,
  `create table findings (
     place integer primary key,
     review_id text collate nocase not null,
     id text collate nocase not null,
     fingerprint text not null,
     state text not null,
     severity text not null,
     category text not null,
     rule text,
     file text,
     line integer,
     message text not null,
     disposition text
   ) strict`,
  `insert into findings
     select r.number * 1048576 + 1048575 - f.ordinal, f.review_id, f.id, f.fingerprint, f.state, f.severity, f.category,
       f.rule, f.file, f.line, f.message, f.disposition
     from former_findings as f join reviews as r on r.id = f.review_id
     order by r.number, f.ordinal desc`,
  `drop table former_findings`,
  `create index findings_by_id on findings (id)`,
  `create index findings_by_state on findings (state)`,
];
