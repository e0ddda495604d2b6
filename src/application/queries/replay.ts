import { expired } from '../../domain/escalation/expire.js';
import type { Digest } from '../../domain/findings/fingerprint.js';
import { evolve } from '../../domain/lifecycle/evolve.js';
import { personDecided } from '../../domain/lifecycle/person.js';
import {
  isOfGate,
  isOfReview,
  isOfRun,
  isOfTask,
  type JournalEvent,
  type Recorded,
  type ReviewEvent,
} from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import type { Replayed } from '../application.js';
import { canonicalJson } from '../canonical.js';
import { decideRound, interrupted } from '../decide.js';
import { OtherDecisions } from './replay-others.js';

/** Decides every decided review among `events` again and compares with what was recorded, byte for byte (SPEC 2, rule 9). */
export async function replay(
  events: AsyncIterable<Recorded<JournalEvent>> | Iterable<Recorded<JournalEvent>>,
  digest: Digest,
): Promise<Replayed> {
  const states = new Map<string, Review>();
  const differing: { id: string; recorded: string; replayed: string }[] = [];
  const decided = new Set<string>();
  const others = new OtherDecisions();
  for await (const event of events) {
    if (isOfRun(event) || isOfGate(event) || isOfTask(event)) {
      differing.push(...others.next(event));
      continue;
    }
    if (!isOfReview(event)) continue;
    const before = states.get(event.stream);
    const again = decideAgain(before, event, digest);
    if (again !== undefined && before !== undefined) {
      decided.add(event.stream);
      const [was, is] = [canonicalJson(event.data), canonicalJson(again)];
      if (was !== is) differing.push({ id: before.id, recorded: was, replayed: is });
    }
    states.set(event.stream, evolve(before, event));
  }
  const { runs, gates, tasks } = others;
  return {
    reviews: decided.size,
    ...(runs > 0 && { runs }),
    ...(gates > 0 && { gates }),
    ...(tasks > 0 && { tasks }),
    differing,
  };
}

/** What the event must hold by its rules; undefined for an event that decides nothing. */
function decideAgain(before: Review | undefined, recorded: Recorded, digest: Digest): object | undefined {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  switch (event.type) {
    case 'review_decided':
      return before && decideRound(before, digest);
    case 'review_interrupted':
      return before && interrupted(before, digest, event.data.stopped);
    case 'escalation_expired':
      return before && { decision: expired(before) };
    case 'person_decided': {
      const { outcome, note, person, option } = event.data;
      const ask = { outcome, note, person, ...(option === undefined ? {} : { option }) };
      return before && personDecided(before.decision, ask);
    }
    default:
      return undefined;
  }
}
