import { foldAgent } from '../../domain/identity/agent.js';
import { ownWork } from '../../domain/identity/own-work.js';
import { fold } from '../../domain/lifecycle/evolve.js';
import { falseIn } from '../../domain/memory/evidence.js';
import { knownAs, mayForget } from '../../domain/memory/known.js';
import type { RaisedFinding } from '../../domain/model/finding.js';
import { serviceOf, type KnownFalse } from '../../domain/model/memory.js';
import type { Opinion } from '../../domain/model/opinion.js';
import { everyFinding } from '../../domain/model/review.js';
import type { DecidedWrong } from '../ports/memory.js';
import type { Packet, Reviewer } from '../ports/reviewer.js';
import type { Store } from '../ports/store.js';

type MemoryStore = Pick<Store, 'decidedWrong' | 'readStream'>;

/**
 * A reviewer whose embedded seats know what was decided before: a finding of theirs that a person or another reviewer found to be no
 * problem bears where and why (SPEC 6.5). What follows from that, the decision says.
 */
export function remembering(reviewer: Reviewer, store: MemoryStore): Reviewer {
  return {
    seats: (packet) => reviewer.seats(packet),
    review: async (packet, seats, progress, signal) =>
      recognised(store, packet, await reviewer.review(packet, seats, progress, signal)),
  };
}

async function recognised(
  store: MemoryStore,
  packet: Packet,
  opinions: readonly Opinion[],
): Promise<readonly Opinion[]> {
  if (!mayForget(packet.classification.type)) return opinions;
  const raised = opinions.flatMap((opinion) => (opinion.seat.driver === 'embedded' ? opinion.findings : []));
  const keys = [...new Set(raised.flatMap((finding) => knownAs(finding) ?? []))];
  if (keys.length === 0) return opinions;
  const wrong = await store.decidedWrong(keys);
  if (wrong.length === 0) return opinions;
  const known = await ofOthers(store, packet, await believed(store, wrong));
  return opinions.map((opinion) =>
    opinion.seat.driver === 'embedded'
      ? { ...opinion, findings: opinion.findings.map(marked(packet, known)) }
      : opinion,
  );
}

interface Believed {
  readonly wrong: DecidedWrong;
  readonly known: KnownFalse;
}

/** What the journal itself says of each: a table beside it that was damaged makes nothing silent. */
async function believed(store: MemoryStore, wrong: readonly DecidedWrong[]): Promise<readonly Believed[]> {
  const found: Believed[] = [];
  for (const each of wrong) {
    const review = fold(await store.readStream(`review/${each.review}`));
    const finding = review && everyFinding(review).find(({ id }) => id === each.finding);
    if (review === undefined || finding === undefined || knownAs(finding) !== each.knownAs) continue;
    const known = falseIn(review, each.finding);
    const service = serviceOf(review.services, finding.file);
    if (known !== undefined) found.push({ wrong: { ...each, service }, known });
  }
  return found;
}

/** Nobody's word silences what is raised against their own commits, under whichever name the change was handed in (SPEC 2, rule 4). */
async function ofOthers(
  store: MemoryStore,
  { frozen }: Packet,
  known: readonly Believed[],
): Promise<readonly Believed[]> {
  const own = new Set<string>();
  for (const name of new Set(known.map(({ known: { by } }) => by))) {
    const commitsAs = foldAgent(await store.readStream(`agent/${name}`))?.commitsAs ?? [];
    if (ownWork({ name, commitsAs }, { creator: '', change: frozen.change }) !== undefined) own.add(name);
  }
  return known.filter(({ known: { by } }) => !own.has(by));
}

function marked({ services }: Packet, known: readonly Believed[]): (finding: RaisedFinding) => RaisedFinding {
  return (finding) => {
    const key = knownAs(finding);
    const service = serviceOf(services, finding.file);
    const [latest] = known
      .filter(({ wrong }) => wrong.knownAs === key && wrong.service === service)
      .sort((a, b) => b.known.at - a.known.at);
    return latest === undefined ? finding : { ...finding, known: latest.known };
  };
}
