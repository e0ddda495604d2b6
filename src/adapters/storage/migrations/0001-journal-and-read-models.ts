/**
 * The journal and the read models of reviews. `data` stands last in a row, so that a hash is read without the pages that
 * hold a long text. Ids compare without case because people type them. No table repeats the inventory of a change.
 */
export const journalAndReadModels: readonly string[] = [
  `create table events (
     position integer primary key,
     stream text not null,
     version integer not null,
     at integer not null,
     actor text not null,
     type text not null,
     previous text not null,
     hash text not null,
     chain text not null,
     data text not null,
     unique (stream, version)
   ) strict`,
  `create table streams (
     stream text primary key,
     version integer not null,
     hash text not null
   ) strict, without rowid`,
  `create table journal_head (
     id integer primary key check (id = 1),
     position integer not null,
     chain text not null
   ) strict`,
  `create table reviews (
     id text collate nocase primary key,
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
     open_findings integer not null
   ) strict, without rowid`,
  `create index reviews_newest on reviews (created_at desc, id desc)`,
  `create index reviews_by_status on reviews (status, created_at desc, id desc)`,
  `create index reviews_leased on reviews (lease_until) where lease_until is not null`,
  `create table review_revisions (
     review_id text collate nocase not null,
     revision_number integer not null,
     created_at integer not null,
     changes_requested text not null,
     changes_made text,
     primary key (review_id, revision_number)
   ) strict, without rowid`,
  `create table opinions (
     review_id text collate nocase not null,
     version integer not null,
     seat text not null,
     role text not null,
     driver text not null,
     model text,
     verdict text not null,
     confidence integer not null,
     duration_ms integer not null,
     failure text,
     submitted_at integer not null,
     primary key (review_id, version)
   ) strict, without rowid`,
  `create table findings (
     review_id text collate nocase not null,
     ordinal integer not null,
     id text collate nocase not null,
     fingerprint text not null,
     state text not null,
     severity text not null,
     category text not null,
     rule text,
     file text,
     line integer,
     message text not null,
     disposition text,
     primary key (review_id desc, ordinal)
   ) strict, without rowid`,
  `create index findings_by_id on findings (id)`,
  `create index findings_by_state on findings (state, review_id desc, ordinal)`,
  `create table dispositions (
     fingerprint text not null,
     content text not null,
     state text not null,
     actor text not null,
     reason text not null,
     at integer not null,
     authority text not null,
     finding_id text not null,
     review_id text not null,
     position integer not null,
     primary key (fingerprint, content)
   ) strict, without rowid`,
  `create index dispositions_by_content on dispositions (content, fingerprint)`,
];
