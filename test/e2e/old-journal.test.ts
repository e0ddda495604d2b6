import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mending } from '../../src/application/queries/mending.js';
import { replay } from '../../src/application/queries/replay.js';
import { evolve } from '../../src/domain/lifecycle/evolve.js';
import type { JournalEvent, Recorded } from '../../src/domain/model/event.js';
import type { Review } from '../../src/domain/model/review.js';
import { digest } from '../../src/main/digest.js';

/**
 * A review among peers as the program before `PeerTerms.fixTurns` wrote it: one important finding that stands through two fix
 * attempts, at which that program asked the creator again. One event of `countersign log --json` on each line.
 */
const file = new URL('../fixtures/journal/before-fix-turns.jsonl', import.meta.url);

type Written = Omit<Recorded<JournalEvent>, 'at'> & { readonly at: string };

function events(): Recorded<JournalEvent>[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const written = JSON.parse(line) as Written;
    return { ...written, at: Date.parse(written.at) };
  });
}

/** The same journal, had its program looked at the loop back to the creator. */
function lookedAt(): Recorded<JournalEvent>[] {
  return events().map((event) => {
    if (event.type !== 'review_requested') return event;
    const { peer } = event.data as unknown as { readonly peer: { readonly terms: object } };
    const data = { ...event.data, peer: { ...peer, terms: { ...peer.terms, fixTurns: 10 } } };
    return { ...event, data } as Recorded<JournalEvent>;
  });
}

function folded(): Review | undefined {
  let review: Review | undefined;
  for (const event of events()) review = evolve(review, event as Recorded);
  return review;
}

describe('a journal that was written before the loop of a peer review had a limit of turns', () => {
  it('is decided again byte for byte, by the rules that held then', async () => {
    expect(JSON.stringify(events())).not.toContain('fixTurns');
    expect(await replay(events(), digest)).toEqual({ reviews: 1, differing: [] });
  });

  it('holds what the rules of today would stop', async () => {
    expect((await replay(lookedAt(), digest)).differing).not.toEqual([]);
  });

  it('asks for no attempt that was never counted', () => {
    const review = folded();
    expect([review?.status, review?.revision]).toEqual(['changes_requested', 2]);
    expect(review && mending(review)).toBeUndefined();
  });
});
