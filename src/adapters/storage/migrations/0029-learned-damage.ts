/** What is learned, remembered and counted, as this step found it. */
const tables = [
  'reviews',
  'review_revisions',
  'findings',
  'dispositions',
  'agents',
  'person_decisions',
  'review_metrics',
  'objections',
  'pattern_evidence',
  'judged_opinions',
  'analytics_counts',
  'settled_content',
];

/**
 * Whoever writes to a table of what is learned but an append leaves a mark, so that one row says whether a skip may rest on it, however
 * many reviews there are. While an append writes, the end of the journal stands negated in its transaction, in a page that it writes anyway.
 */
export const learnedDamage: readonly string[] = [
  'create table learned_damage (damaged text primary key) strict, without rowid',
  ...tables.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (verb) => `create trigger learned_${table}_${verb} after ${verb} on ${table}
       when not exists (select 1 from streams where stream = '~' and last < 0)
       begin insert or ignore into learned_damage values ('${table}'); end`,
    ),
  ),
];
