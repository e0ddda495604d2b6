/**
 * What memory asks of findings: their service, who raised them, and by what they are known again. Only what was decided to be wrong is looked
 * up by that, so that an append pays for no index. Filled by a rebuild.
 */
export const memory: readonly string[] = [
  `alter table findings add column service text not null default 'repository'`,
  `alter table findings add column raised_by text not null default '[]'`,
  `alter table findings add column known_as text`,
  `create index findings_known on findings (known_as)
     where known_as is not null and state in ('dismissed', 'refuted')`,
];
