import type { EventOf, JournalStream, Recorded } from '../domain/model/event.js';
import { isRefusal, refuse, type Refusal } from '../domain/model/refusal.js';
import type { Clock } from './ports/clock.js';
import type { Store } from './ports/store.js';

/** Something that a stream of its own adds up to. */
export interface Kept<S extends JournalStream, State> {
  /** As messages call it. */
  readonly kind: string;
  readonly stream: (id: string) => S;
  readonly evolve: (before: State | undefined, event: Recorded<EventOf<S>>) => State;
}

/** Lost races after which it is called busy. */
const attempts = 20;

/** Decides on the present state and records it, anew while others write first. No events: nothing is recorded. */
export async function recordState<S extends JournalStream, State>(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  { kept, id, actor }: { readonly kept: Kept<S, State>; readonly id: string; readonly actor: string },
  decide: (state: State) => readonly EventOf<S>[] | Refusal,
): Promise<State | Refusal> {
  const stream = kept.stream(id);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { state, version } = await loadState(store, kept, id);
    const events = decide(state);
    if (isRefusal(events)) return events;
    if (events.length === 0) return state;
    const appended = await store.append({ stream, expectedVersion: version, actor, at: clock.now(), events });
    if (appended.outcome === 'appended') return appended.events.reduce<State>(kept.evolve, state);
  }
  return refuse('busy', `${kept.kind} ${id} is being changed by others`, 'try again');
}

/** The state of what is known to exist. Throws when its stream is missing. */
export async function loadState<S extends JournalStream, State>(
  store: Store,
  { kind, stream, evolve }: Kept<S, State>,
  id: string,
): Promise<{ readonly state: State; readonly version: number }> {
  const events = await store.readStream(stream(id));
  const state = events.reduce<State | undefined>(evolve, undefined);
  if (state === undefined)
    throw new Error(`${kind} ${id} is listed but its stream is empty: run \`countersign rebuild\``);
  return { state, version: events.length };
}
