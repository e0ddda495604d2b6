import type { Digest } from '../../domain/findings/fingerprint.js';
import { BrokenHistory, evolve } from '../../domain/lifecycle/evolve.js';
import type { ReviewDecided, ReviewEvent, Recorded } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import type { Replayed } from '../application.js';
import { canonicalJson } from '../canonical.js';
import { decideRound, interrupted } from '../decide.js';

/** Decides every decided review among `events` again and compares with what was recorded, byte for byte (SPEC 2, rule 9). */
export async function replay(events: AsyncIterable<Recorded> | Iterable<Recorded>, digest: Digest): Promise<Replayed> {
  const states = new Map<string, Review>();
  const differing: { id: string; recorded: string; replayed: string }[] = [];
  const decided = new Set<string>();
  for await (const event of events) {
    const before = states.get(event.stream);
    const recorded = decisionOf(event);
    if (recorded !== undefined) {
      if (before === undefined) throw new BrokenHistory(`${event.stream}: decided before it was requested`);
      decided.add(event.stream);
      const again = event.type === 'review_interrupted' ? interrupted(before, digest) : decideRound(before, digest);
      const [was, is] = [canonicalJson(recorded), canonicalJson(again)];
      if (was !== is) differing.push({ id: before.id, recorded: was, replayed: is });
    }
    states.set(event.stream, evolve(before, event));
  }
  return { reviews: decided.size, differing };
}

function decisionOf(recorded: Recorded): ReviewDecided | undefined {
  const event = { type: recorded.type, data: recorded.data } as ReviewEvent;
  return event.type === 'review_decided' || event.type === 'review_interrupted' ? event.data : undefined;
}
