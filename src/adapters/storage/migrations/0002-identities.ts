/** Who holds a token, and which person made the decision that stands. */
export const identities: readonly string[] = [
  `create table agents (
     name text primary key,
     kind text not null,
     role text not null,
     family text,
     commits_as text not null,
     token_hash text not null,
     created_at integer not null,
     revoked_at integer
   ) strict, without rowid`,
  `create unique index agents_by_token on agents (token_hash)`,
  `alter table reviews add column decided_by text`,
];
