import type { SqliteDatabase } from '../sqlite/database.js';
import { statement } from '../sqlite/connection.js';
import { journalAndReadModels } from './0001-journal-and-read-models.js';
import { identities } from './0002-identities.js';
import { notifications } from './0005-notifications.js';
import { fewPages } from './0006-few-pages.js';
import { peers } from './0007-peers.js';
import { fewIndexes } from './0008-few-indexes.js';
import { personDecisions } from './0009-person-decisions.js';
import { receipts } from './0010-receipts.js';
import { streams } from './0011-streams.js';
import { runs } from './0012-runs.js';
import { reviewMetrics } from './0013-review-metrics.js';
import { gates } from './0014-gates.js';
import { gatesByStatus } from './0015-gates-by-status.js';
import { tasks } from './0016-tasks.js';
import { objections } from './0017-objections.js';
import { answersToQuestions } from './0018-answers-to-questions.js';
import { patternEvidence } from './0019-pattern-evidence.js';
import { firstPass } from './0020-first-pass.js';
import { memory } from './0021-memory.js';
import { outcomesCounted } from './0023-outcomes-counted.js';
import { analyticsCounts } from './0024-analytics-counts.js';
import { settledContent } from './0025-settled-content.js';
import { judgedOpinionRows } from './0026-judged-opinions.js';
import { pairsCounted } from './0027-pairs-counted.js';
import { decisionsBySensitivity } from './0028-decisions-by-sensitivity.js';
import { learnedDamage } from './0029-learned-damage.js';
import { outcomesKnown } from './0030-outcomes-known.js';
import { inconclusiveOpen } from './0031-inconclusive-open.js';
import { evidenceTold } from './0032-evidence-told.js';
import { evidenceOfReview } from './0033-evidence-of-review.js';
import { currentSchema, known } from './schema-version.js';

/** In order; a step that was released never changes. The schema version is the number of steps done (`currentSchema`). */
export const steps: readonly (readonly string[])[] = [
  journalAndReadModels,
  identities,
  notifications,
  fewPages,
  peers,
  fewIndexes,
  personDecisions,
  receipts,
  streams,
  runs,
  reviewMetrics,
  gates,
  gatesByStatus,
  tasks,
  objections,
  answersToQuestions,
  patternEvidence,
  firstPass,
  memory,
  outcomesCounted,
  analyticsCounts,
  settledContent,
  judgedOpinionRows,
  pairsCounted,
  decisionsBySensitivity,
  learnedDamage,
  outcomesKnown,
  inconclusiveOpen,
  evidenceTold,
  evidenceOfReview,
];

/** Steps after which the tables are filled from the journal, where there was a store before. */
const filled: readonly (readonly string[])[] = [
  reviewMetrics,
  answersToQuestions,
  patternEvidence,
  firstPass,
  memory,
  outcomesCounted,
  analyticsCounts,
  settledContent,
  judgedOpinionRows,
  pairsCounted,
  decisionsBySensitivity,
  learnedDamage,
  outcomesKnown,
  evidenceOfReview,
];

/** Brings the schema up to date in one transaction, whoever of several processes comes first. */
export async function migrate(database: SqliteDatabase, path: string): Promise<void> {
  const [{ refill }, { sqlBuilder }] = await Promise.all([
    import('../care/rebuild.js'),
    import('../sqlite/builder.js'),
  ]);
  await database.write((transaction) => {
    const [row] = transaction.all(statement('pragma user_version'));
    const version = known(Number(row?.['user_version']), path);
    if (version === currentSchema) return;
    for (const sql of steps.slice(version).flat()) transaction.run(statement(sql));
    const done = steps.slice(0, version);
    if (version > 0 && filled.some((step) => !done.includes(step))) refill(transaction, sqlBuilder());
    transaction.run(statement(`pragma user_version = ${currentSchema}`));
  });
}
