import { ownWork } from '../../domain/identity/own-work.js';
import type { Change } from '../../domain/model/change.js';
import type { Disposition } from '../../domain/model/finding.js';
import type { Store } from '../ports/store.js';

/**
 * Dispositions of earlier reviews that hold for the content of a change, by fingerprint. What a person settled in work of
 * others has no authority in work of their own, though the content be the same (SPEC 2, rule 4): it is carried as a claim.
 */
export async function carriedOnto(
  store: Store,
  work: { readonly creator: string; readonly change: Change },
): Promise<ReadonlyMap<string, Disposition>> {
  const { files, headTree } = work.change;
  const contents = new Set(files.flatMap((file) => [file.newBlob, file.oldBlob]));
  const found = await store.dispositionsOn([...contents, headTree]);
  if (![...found.values()].some(({ authority }) => authority === 'human')) return found;
  const agents = new Map((await store.listAgents()).map((agent) => [agent.name, agent]));
  return new Map(
    [...found].map(([fingerprint, disposition]) => {
      const person = agents.get(disposition.actor) ?? { name: disposition.actor, commitsAs: [] };
      const own = disposition.state !== 'open' && ownWork(person, work) !== undefined;
      return [fingerprint, own ? { ...disposition, authority: 'claimed' } : disposition];
    }),
  );
}
