import { StoreUnavailable, type Store } from '../../../application/ports/store.js';

const none = () => Promise.resolve([]);

const nothingLearned = {
  patternEvidence: none,
  listPatterns: none,
  settledWith: none,
  learnedDamage: none,
  occurrences: none,
  wrongOccurrences: none,
  decidedWrong: none,
  analyticsCounts: none,
  judgedOpinions: none,
} satisfies Partial<Store>;

/** The store of a directory that holds none: every answer is empty, every write is refused. */
export function emptyStore(directory: string): Store {
  const refused = (): Promise<never> =>
    Promise.reject(
      new StoreUnavailable(
        'read_only',
        `There is no store in ${directory}, and it was opened without the wish to make one.`,
        'Run a command that records something first.',
      ),
    );
  return {
    append: refused,
    readStream: none,
    readAll: async function* () {
      // There is nothing to yield.
    },
    position: () => Promise.resolve(0),
    streamsAfter: none,
    listReviews: none,
    findReviews: none,
    listFindings: () => Promise.resolve({ findings: [], next: null }),
    findingsOf: none,
    findFindings: none,
    dispositions: () => Promise.resolve(new Map()),
    dispositionsOn: () => Promise.resolve(new Map()),
    openByReviewer: () => Promise.resolve(new Map()),
    loadByReviewer: () => Promise.resolve(new Map()),
    findRequest: () => Promise.resolve(undefined),
    findStandingOn: () => Promise.resolve(undefined),
    objecting: none,
    dueReviews: none,
    tallies: () => Promise.resolve([]),
    ...nothingLearned,
    listWaiting: none,
    personChoices: none,
    answeredQuestions: none,
    listRuns: none,
    findRuns: none,
    dueRuns: none,
    listGates: none,
    findGates: none,
    dueGates: none,
    listTasks: none,
    findTasks: none,
    dueTasks: none,
    listAgents: none,
    findAgentByToken: () => Promise.resolve(undefined),
    verify: () => Promise.resolve({ intact: true, streams: 0, events: 0 }),
    rebuild: () => Promise.resolve({ events: 0, differences: [] }),
    backup: refused,
    outbox: emptyOutbox(refused),
    receipts: { append: refused, settle: refused, find: () => Promise.resolve(undefined), list: none },
    blobs: { put: refused, get: () => Promise.resolve(undefined) },
    close: () => Promise.resolve(),
  };
}

function emptyOutbox(refused: () => Promise<never>): Store['outbox'] {
  return {
    hasWork: () => Promise.resolve(false),
    take: refused,
    settle: refused,
    listNotifications: () => Promise.resolve([]),
    retry: refused,
    drop: refused,
    unsettled: () => Promise.resolve([]),
  };
}
