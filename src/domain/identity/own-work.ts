import type { Principal } from '../model/agent.js';
import type { Change, Person } from '../model/change.js';
import { plain, spellings } from '../model/spelling.js';

/**
 * How a change is somebody's own work (SPEC 2, rule 4), in words; undefined when nothing says so. Names compare without
 * case, accents and separators; an e-mail address also by the part before the `@`, without a tag or a number of a mail
 * service in front of it.
 */
export function ownWork(
  person: Pick<Principal, 'name' | 'commitsAs'>,
  work: { readonly creator: string; readonly change: Pick<Change, 'commits' | 'pushes'> },
): string | undefined {
  const own = new Set([person.name, ...person.commitsAs].map(plain));
  const is = (text: string) => spellings(text).some((spelling) => own.has(spelling));
  const isPerson = ({ name, email }: Person) => is(name) || is(email);
  if (is(work.creator)) return 'its creator';
  for (const { id, author, committer } of work.change.commits) {
    if (isPerson(author)) return `author of commit ${id.slice(0, 12)}`;
    if (isPerson(committer)) return `committer of commit ${id.slice(0, 12)}`;
  }
  const pushed = work.change.pushes?.find(({ by }) => isPerson(by));
  return pushed === undefined ? undefined : `who last pushed it, to ${pushed.ref.replace(/^refs\/remotes\//u, '')}`;
}
