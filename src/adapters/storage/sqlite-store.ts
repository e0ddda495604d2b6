import { join } from 'node:path';
import type { AnalyticsReadModels } from '../../application/ports/analytics.js';
import type { CalibrationReadModels } from '../../application/ports/calibration.js';
import type { MemoryReadModels } from '../../application/ports/memory.js';
import type { GateReadModels } from '../../application/ports/gates.js';
import type { RunReadModels } from '../../application/ports/runs.js';
import { StoreUnavailable, type Store, type Verification } from '../../application/ports/store.js';
import type { TaskReadModels } from '../../application/ports/tasks.js';
import { FileBlobs } from './blobs/file-blobs.js';
import { SqliteJournal } from './journal/sqlite-journal.js';
import { SqliteOutbox } from './outbox/sqlite-outbox.js';
import { SqliteReceipts } from './receipts/sqlite-receipts.js';
import { SqliteReadModels } from './read-models/sqlite-read-models.js';
import type { SqliteDatabase } from './sqlite/database.js';
import type { Driver } from './sqlite/driver.js';

export interface SqliteStoreParts {
  readonly directory: string;
  readonly database: SqliteDatabase;
  readonly driver: Driver;
  /** Opens a second connection, to `file` or to the store itself, for work that looks at one view for long. */
  readonly openReader: (file?: string) => Promise<SqliteDatabase>;
  readonly standsStill: boolean;
}

/** The store over an opened database. Care of the store is loaded when it is asked for. */
export function sqliteStore({ directory, database, driver, openReader, standsStill }: SqliteStoreParts): Store {
  const journal = new SqliteJournal(database);
  const readModels = new SqliteReadModels(database);
  const blobDirectory = join(directory, 'blobs');
  const verifyFile = verifying({ openReader, driver, blobDirectory });
  return {
    append: (append) => journal.append(append),
    readStream: (stream) => journal.readStream(stream),
    readAll: () => journal.readAll(),
    position: () => journal.position(),
    streamsAfter: (position) => journal.streamsAfter(position),
    listReviews: (filter) => readModels.listReviews(filter),
    findReviews: (prefix) => readModels.findReviews(prefix),
    listFindings: (filter) => readModels.listFindings(filter),
    findingsOf: (reviewId, filter) => readModels.findingsOf(reviewId, filter),
    findFindings: (prefix) => readModels.findFindings(prefix),
    dispositions: (keys) => readModels.dispositions(keys),
    dispositionsOn: (contents) => readModels.dispositionsOn(contents),
    openByReviewer: () => readModels.openByReviewer(),
    loadByReviewer: () => readModels.loadByReviewer(),
    findRequest: (requestedBy, key) => readModels.findRequest(requestedBy, key),
    findStandingOn: (trees, but) => readModels.findStandingOn(trees, but),
    objecting: (marks) => readModels.objecting(marks),
    dueReviews: (now, limit) => readModels.dueReviews(now, limit),
    tallies: (filter) => readModels.tallies(filter),
    ...questions(readModels),
    ...learned(readModels),
    ...runsGatesAndTasks(readModels),
    listAgents: () => readModels.listAgents(),
    findAgentByToken: (tokenHash) => readModels.findAgentByToken(tokenHash),
    verify: async () => {
      const verification = await verifyFile();
      await remembered(database, verification);
      return verification;
    },
    rebuild: async () => {
      const [{ rebuild }, { restoreSchema }, { sqlBuilder }] = await Promise.all([
        import('./care/rebuild.js'),
        import('./care/restore-schema.js'),
        import('./sqlite/builder.js'),
      ]);
      return rebuild(database, sqlBuilder(), (transaction) => restoreSchema(transaction, driver.open));
    },
    backup: async (file) => {
      const { backup } = await import('./care/backup.js');
      return backup({ database, blobDirectory, verifyCopy: verifyFile }, file);
    },
    outbox: new SqliteOutbox(database),
    receipts: new SqliteReceipts(database, journal),
    blobs: new FileBlobs(blobDirectory),
    standsStill,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

function questions(readModels: SqliteReadModels): Pick<Store, 'listWaiting' | 'personChoices' | 'answeredQuestions'> {
  return {
    listWaiting: (limit) => readModels.listWaiting(limit),
    personChoices: (filter) => readModels.personChoices(filter),
    answeredQuestions: (limit) => readModels.answeredQuestions(limit),
  };
}

type Learned = MemoryReadModels &
  AnalyticsReadModels &
  CalibrationReadModels &
  Pick<Store, 'patternEvidence' | 'listPatterns' | 'settledWith' | 'learnedDamage'>;

function learned(readModels: SqliteReadModels): Learned {
  return {
    patternEvidence: (key) => readModels.patternEvidence(key),
    listPatterns: () => readModels.listPatterns(),
    settledWith: (objects) => readModels.settledWith(objects),
    learnedDamage: () => readModels.learnedDamage(),
    occurrences: () => readModels.occurrences(),
    wrongOccurrences: () => readModels.wrongOccurrences(),
    decidedWrong: (knownAs) => readModels.decidedWrong(knownAs),
    analyticsCounts: () => readModels.analyticsCounts(),
    judgedOpinions: (filter) => readModels.judgedOpinions(filter),
  };
}

function runsGatesAndTasks(readModels: SqliteReadModels): RunReadModels & GateReadModels & TaskReadModels {
  return {
    listRuns: (filter) => readModels.listRuns(filter),
    findRuns: (prefix) => readModels.findRuns(prefix),
    dueRuns: (now, limit) => readModels.dueRuns(now, limit),
    listGates: (filter) => readModels.listGates(filter),
    findGates: (prefix) => readModels.findGates(prefix),
    dueGates: (now, limit) => readModels.dueGates(now, limit),
    listTasks: (filter) => readModels.listTasks(filter),
    findTasks: (prefix) => readModels.findTasks(prefix),
    dueTasks: (now, limit) => readModels.dueTasks(now, limit),
  };
}

/** What is found wrong with what was learned keeps changes from being skipped until it is rebuilt. A store that can't be written has nothing to keep. */
async function remembered(database: SqliteDatabase, verification: Verification): Promise<void> {
  if (verification.intact || verification.table === undefined) return;
  const { markDamage } = await import('./read-models/learned-damage.js');
  const mark = markDamage(verification.table);
  try {
    await database.write((transaction) => transaction.run(mark));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** Looks at a copy (`file`), or at all of the store. */
function verifying({
  openReader,
  driver,
  blobDirectory,
}: Pick<SqliteStoreParts, 'openReader' | 'driver'> & { readonly blobDirectory: string }) {
  return async (file?: string) => {
    const { verify } = await import('./care/verify.js');
    const reader = await openReader(file);
    try {
      // A copy is asked only for its journal: what is wrong with a read model must not keep anybody from a backup.
      if (file !== undefined) return await verify(reader);
      const [{ verifyBlobs }, { sqlBuilder }] = await Promise.all([
        import('./care/verify-blobs.js'),
        import('./sqlite/builder.js'),
      ]);
      const verification = await verify(reader, { sql: sqlBuilder(), open: driver.open });
      return verification.intact ? ((await verifyBlobs(blobDirectory, reader)) ?? verification) : verification;
    } finally {
      reader.close();
    }
  };
}
