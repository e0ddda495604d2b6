import type { Principal } from '../model/agent.js';
import type { Change, Commit, Person } from '../model/change.js';
import { plain, spellings } from '../model/spelling.js';
import { coAuthors } from './co-authors.js';

type Named = Pick<Principal, 'name' | 'commitsAs'>;

/**
 * How a change is somebody's own work (SPEC 2, rule 4), in words; undefined when nothing says so. Names compare without
 * case, accents and separators; an e-mail address also by the part before the `@`, without a tag or a number of a mail
 * service in front of it.
 */
export function ownWork(
  person: Named,
  work: { readonly creator: string; readonly change: Pick<Change, 'commits' | 'pushes'> },
): string | undefined {
  const is = namesOf(person);
  if (is.text(work.creator)) return 'its creator';
  const { commits, pushes } = work.change;
  const joined = commits.find(({ message }) => coAuthors(message).some(is.person));
  const pushed = pushes?.find(({ by }) => is.person(by));
  return (
    committed(person, commits) ??
    (joined && `co-author of commit ${joined.id.slice(0, 12)}`) ??
    (pushed && `who last pushed it, to ${pushed.ref.replace(/^refs\/remotes\//u, '')}`)
  );
}

/** How somebody is author or committer of any of these commits, in words. Being named in a message is no authorship that one claims. */
export function committed(person: Named, commits: readonly Commit[]): string | undefined {
  const is = namesOf(person);
  for (const { id, author, committer } of commits) {
    if (is.person(author)) return `author of commit ${id.slice(0, 12)}`;
    if (is.person(committer)) return `committer of commit ${id.slice(0, 12)}`;
  }
  return undefined;
}

function namesOf({ name, commitsAs }: Named) {
  const own = new Set([name, ...commitsAs].map(plain));
  const text = (said: string) => spellings(said).some((spelling) => own.has(spelling));
  return { text, person: ({ name: called, email }: Person) => text(called) || text(email) };
}
