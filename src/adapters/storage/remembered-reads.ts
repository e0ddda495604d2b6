import type { Store } from '../../application/ports/store.js';

/** Answers kept at once; a session asks for few different things. */
const most = 500;

/**
 * What a long-lived process read, kept while the journal stands still: everything that is remembered here follows from the
 * journal, so that one look at its position says whether it still holds. An agent that polls a review pays for that look.
 */
export class RememberedReads {
  #position: number | undefined;
  #store: Store | undefined;
  readonly #reads = new Map<string, Promise<unknown>>();

  /**
   * The store as one call sees it. The position is looked at before the first read and after every write; whoever waits for
   * others asks for the position itself, which looks again.
   */
  during(store: Store): Store {
    // Another database, restored in the place of the one before, may stand at the same position.
    if (store !== this.#store) this.#forget();
    this.#store = store;
    let looked: Promise<void> | undefined;
    const look = async () => this.#stands(await store.position());
    const remember = async <T>(question: string, read: () => Promise<T>): Promise<T> => {
      await (looked ??= look());
      return this.#remembered(question, read);
    };
    return {
      ...unremembered(store),
      position: async () => {
        const position = await store.position();
        this.#stands(position);
        return position;
      },
      append: async (append) => {
        try {
          return await store.append(append);
        } finally {
          looked = undefined;
        }
      },
      readStream: (stream) => remember(`stream ${stream}`, () => store.readStream(stream)),
      listReviews: (filter) => remember(`reviews ${JSON.stringify(filter)}`, () => store.listReviews(filter)),
      findReviews: (prefix) => remember(`review ${prefix}`, () => store.findReviews(prefix)),
      listAgents: () => remember('agents', () => store.listAgents()),
      findAgentByToken: (hash) => remember(`token ${hash}`, () => store.findAgentByToken(hash)),
      listRuns: (filter) => remember(`runs ${JSON.stringify(filter)}`, () => store.listRuns(filter)),
      dueRuns: async (now, limit) => {
        const [next] = await remember('due runs', () => store.dueRuns(Number.MAX_SAFE_INTEGER, 1));
        return next === undefined || next.dueAt > now ? [] : store.dueRuns(now, limit);
      },
      dueReviews: async (now, limit) => {
        const [next] = await remember('due', () => store.dueReviews(Number.MAX_SAFE_INTEGER, 1));
        return next === undefined || next.dueAt > now ? [] : store.dueReviews(now, limit);
      },
    };
  }

  #stands(position: number): void {
    if (position === this.#position && this.#reads.size < most) return;
    this.#forget();
    this.#position = position;
  }

  #forget(): void {
    this.#position = undefined;
    this.#reads.clear();
  }

  /** The question names the method, and so the type of its answer. A read that failed is not remembered. */
  #remembered<T>(question: string, read: () => Promise<T>): Promise<T> {
    const known = this.#reads.get(question);
    if (known !== undefined) return known as Promise<T>;
    const reading = read();
    this.#reads.set(question, reading);
    reading.catch(() => {
      if (this.#reads.get(question) === reading) this.#reads.delete(question);
    });
    return reading;
  }
}

type Remembered =
  | 'position'
  | 'append'
  | 'readStream'
  | 'listReviews'
  | 'findReviews'
  | 'listAgents'
  | 'findAgentByToken'
  | 'dueReviews'
  | 'listRuns'
  | 'dueRuns';

/** Asked less often, or about what is no part of the journal. */
function unremembered(store: Store): Omit<Store, Remembered> {
  return {
    readAll: () => store.readAll(),
    streamsAfter: (position) => store.streamsAfter(position),
    listFindings: (filter) => store.listFindings(filter),
    findingsOf: (reviewId, filter) => store.findingsOf(reviewId, filter),
    findFindings: (prefix) => store.findFindings(prefix),
    dispositions: (keys) => store.dispositions(keys),
    dispositionsOn: (contents) => store.dispositionsOn(contents),
    openByReviewer: () => store.openByReviewer(),
    loadByReviewer: () => store.loadByReviewer(),
    findRequest: (requestedBy, key) => store.findRequest(requestedBy, key),
    findOpenOn: (requestedBy, trees) => store.findOpenOn(requestedBy, trees),
    tallies: (filter) => store.tallies(filter),
    listWaiting: (limit) => store.listWaiting(limit),
    personChoices: (filter) => store.personChoices(filter),
    findRuns: (prefix) => store.findRuns(prefix),
    verify: () => store.verify(),
    rebuild: () => store.rebuild(),
    backup: (file) => store.backup(file),
    outbox: store.outbox,
    receipts: store.receipts,
    blobs: store.blobs,
    close: () => store.close(),
  };
}
