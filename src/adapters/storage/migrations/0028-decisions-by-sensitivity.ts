/** What persons decided is counted by how much was at stake too. Filled by a rebuild. */
export const decisionsBySensitivity: readonly string[] = [
  'delete from person_decisions',
  `alter table person_decisions add column sensitivity text not null default 'normal'`,
  'drop index person_decisions_by_kind',
  'create index person_decisions_by_kind on person_decisions (type, cause, sensitivity, position)',
];
