import { countsOf, sumOf } from '../../domain/analytics/counts.js';
import { entriesOf, type AnalyticsEntry, type EntryTask } from '../../domain/analytics/entry.js';
import { evolve } from '../../domain/lifecycle/evolve.js';
import type { AnalyticsCount } from '../../domain/model/analytics.js';
import { isOfReview, isOfTask, type JournalEvent, type Recorded } from '../../domain/model/event.js';
import type { Review } from '../../domain/model/review.js';
import { foldTask } from '../../domain/task/evolve.js';
import { canonicalJson } from '../canonical.js';
import type { Store } from '../ports/store.js';

/** Streams that are looked at; the events of one at a time are in memory. */
type EntriesStore = Pick<Store, 'streamsAfter' | 'readStream' | 'position' | 'analyticsCounts'>;

/** As `Analytics.entries`. */
export async function* analyticsEntries(
  store: EntriesStore,
): AsyncGenerator<AnalyticsEntry, boolean | undefined, void> {
  const begun = await store.position();
  const streams = await store.streamsAfter(0);
  const tasks = await tasksOf(store, streams);
  let counts: readonly AnalyticsCount[] = [];
  for (const stream of streams) {
    if (!isReview(stream)) continue;
    const { entries, review } = reviewed(await store.readStream(stream), tasks);
    yield* entries;
    counts = sumOf([...counts, ...(review === undefined ? [] : countsOf(review))]);
  }
  const kept = await store.analyticsCounts();
  return (await store.position()) === begun ? canonicalJson(counts) === canonicalJson(sumOf(kept)) : undefined;
}

function isReview(stream: string): stream is `review/${string}` {
  return stream.startsWith('review/');
}

function reviewed(events: readonly Recorded<JournalEvent>[], tasks: ReadonlyMap<string, EntryTask>) {
  const rounds: { readonly round: Review; readonly decidedAt: number }[] = [];
  let review: Review | undefined;
  for (const event of events.filter(isOfReview)) {
    review = evolve(review, event);
    if (event.type === 'review_decided') rounds.push({ round: review, decidedAt: event.at });
  }
  const now = review;
  const entries =
    now === undefined
      ? []
      : rounds.flatMap(({ round, decidedAt }) => entriesOf(round, now, { decidedAt, task: tasks.get(now.id) }));
  return { entries, review };
}

/** Tasks by the reviews they had. */
async function tasksOf(store: EntriesStore, streams: readonly string[]): Promise<ReadonlyMap<string, EntryTask>> {
  const tasks = new Map<string, EntryTask>();
  for (const stream of streams) {
    if (!stream.startsWith('task/')) continue;
    const task = foldTask((await store.readStream(stream as `task/${string}`)).filter(isOfTask));
    for (const { review } of task?.reviews ?? [])
      if (task !== undefined && review !== null) tasks.set(review, { plan: task.plan, key: task.key });
  }
  return tasks;
}
