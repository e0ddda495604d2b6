import type { Recorded } from '../../../domain/model/event.js';

/** Rows of a search by prefix. */
const prefixMatches = 10;

interface Kind<Event extends { readonly type: string; readonly data: unknown }, State> {
  /** Throws `BrokenHistory`. */
  readonly evolve: (before: State | undefined, event: Recorded<Event>) => State;
  /** Epoch milliseconds; null while nothing falls due. */
  readonly dueAt: (state: State) => number | null;
}

/** Things of a store that ends with the process: each as it stands, by its id. */
export class MemoryStates<
  Event extends { readonly type: string; readonly data: unknown },
  State extends { readonly id: string },
> {
  readonly #kind: Kind<Event, State>;
  readonly #states = new Map<string, State>();

  constructor(kind: Kind<Event, State>) {
    this.#kind = kind;
  }

  get(id: string): State | undefined {
    return this.#states.get(id);
  }

  set(state: State): void {
    this.#states.set(state.id, state);
  }

  all(): readonly State[] {
    return [...this.#states.values()];
  }

  /** Each event of one stream with the state after it. Throws `BrokenHistory` before anything was kept. */
  evolving(events: readonly Recorded<Event>[]): readonly { readonly event: Recorded<Event>; readonly state: State }[] {
    const stream = events[0]?.stream ?? '';
    let before = this.#states.get(stream.slice(stream.indexOf('/') + 1));
    return events.map((event) => {
      const state = this.#kind.evolve(before, event);
      before = state;
      return { event, state };
    });
  }

  startingWith(prefix: string): readonly State[] {
    return this.all()
      .filter(({ id }) => id.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort(byId)
      .slice(0, prefixMatches);
  }

  due(now: number, limit: number): readonly { readonly id: string; readonly dueAt: number }[] {
    return dueOf(this.all(), this.#kind.dueAt, now, limit);
  }
}

/** What falls due by `now`, the earliest first. */
export function dueOf<State extends { readonly id: string }>(
  states: readonly State[],
  at: (state: State) => number | null,
  now: number,
  limit: number,
): readonly { readonly id: string; readonly dueAt: number }[] {
  return states
    .flatMap((state) => {
      const dueAt = at(state);
      return dueAt === null || dueAt > now ? [] : [{ id: state.id, dueAt }];
    })
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, limit);
}

/** Ids compare without case. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1;
}
