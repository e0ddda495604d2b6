import type { GateStream, JournalEvent, Recorded, ReviewStream, RunStream } from '../../domain/model/event.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { Store } from '../ports/store.js';
import { ambiguousId, findReviewRow } from './find-review.js';

/** Events of one review, run or gate, or of the whole journal, in order. */
export async function log(
  store: Store,
  id: string | undefined,
): Promise<AsyncIterable<Recorded<JournalEvent>> | Refusal> {
  if (id === undefined) return store.readAll();
  const name = await streamNamed(store, id);
  return isRefusal(name) ? name : stream(store, name);
}

/** The stream that `id` names: of a review, else of a run or of a gate. */
async function streamNamed(store: Store, id: string): Promise<ReviewStream | RunStream | GateStream | Refusal> {
  const row = await findReviewRow(store, id);
  if (!isRefusal(row)) return `review/${row.id}`;
  if (row.code !== 'unknown_review' || id === 'latest') return row;
  const [run, ...runs] = await store.findRuns(id);
  const [gate, ...gates] = await store.findGates(id);
  if (run !== undefined && gate === undefined && runs.length === 0) return `run/${run.id}`;
  if (gate !== undefined && run === undefined && gates.length === 0) return `gate/${gate.id}`;
  const found = [run, ...runs, gate, ...gates].flatMap((each) => (each === undefined ? [] : [each.id]));
  return found.length === 0 ? row : ambiguousId(id, found);
}

async function* stream(
  store: Store,
  name: ReviewStream | RunStream | GateStream,
): AsyncGenerator<Recorded<JournalEvent>> {
  yield* await store.readStream(name);
}
