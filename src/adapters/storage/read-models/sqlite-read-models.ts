import { SETTLED_LOOKED_AT } from '../../../application/ports/store.js';
import type {
  ChoiceFilter,
  TallyFilter,
  FindingFilter,
  ReadModels,
  ReviewFilter,
} from '../../../application/ports/store.js';
import type { CalibrationReadModels, JudgedFilter } from '../../../application/ports/calibration.js';
import type { AnalyticsReadModels } from '../../../application/ports/analytics.js';
import type { MemoryReadModels } from '../../../application/ports/memory.js';
import type { GateFilter } from '../../../application/ports/gates.js';
import type { TaskFilter } from '../../../application/ports/tasks.js';
import type { RunFilter } from '../../../application/ports/runs.js';
import type { PatternKey } from '../../../domain/model/pattern.js';
import type { SqlRow, Statement } from '../sqlite/connection.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { dueRow, selectByPrefix, selectDue } from './by-id.js';
import { agentRow, selectAgentByToken, selectAgents } from './agents.js';
import { selectTallies, tallyRow } from './review-metrics.js';
import { answeredQuestion, personChoice, selectAnswered, selectPersonChoices } from './person-decisions.js';
import { latest, selectDispositions, selectDispositionsOn, type DispositionKey } from './dispositions.js';
import { findingList, selectListedFindings, selectLookedAt } from './finding-list.js';
import { findingRow, selectFindingsOf } from './findings.js';
import { evidenceRow, patternKey, selectEvidence, selectPatterns } from './pattern-evidence.js';
import { judgedOpinion, selectJudged } from './judged-opinions.js';
import { objectingId, selectObjecting } from './objections.js';
import {
  reviewRow,
  selectLoad,
  selectOpenByReviewer,
  selectStandingOn,
  selectRequest,
  selectReviews,
  selectWaiting,
} from './reviews.js';
import { gateRow, selectGates } from './gates.js';
import { selectTasks, taskRow } from './tasks.js';
import { runRow, selectRuns } from './runs.js';

/** Answers from the tables beside the journal. */
export class SqliteReadModels implements ReadModels, MemoryReadModels, AnalyticsReadModels, CalibrationReadModels {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async listReviews(filter: ReviewFilter = {}) {
    return (await this.#database.read(selectReviews(filter))).map(reviewRow);
  }

  async findReviews(prefix: string) {
    return (await this.#database.read(selectByPrefix('reviews', prefix))).map(reviewRow);
  }

  async listFindings(filter: FindingFilter = {}) {
    const rows = await this.#database.read(selectListedFindings(filter));
    return findingList(filter, rows, () => this.#database.read(selectLookedAt(filter)));
  }

  async findingsOf(reviewId: string, filter: Parameters<ReadModels['findingsOf']>[1] = {}) {
    return (await this.#database.read(selectFindingsOf(reviewId, filter))).map(findingRow);
  }

  async findFindings(prefix: string) {
    return (await this.#database.read(selectByPrefix('findings', prefix))).map(findingRow);
  }

  async dispositions(keys: readonly DispositionKey[]) {
    return latest(await this.#rowsOf(selectDispositions(keys)));
  }

  async dispositionsOn(contents: readonly string[]) {
    return latest(await this.#rowsOf(selectDispositionsOn(contents)));
  }

  async openByReviewer() {
    const rows = await this.#database.read(selectOpenByReviewer);
    return new Map(rows.map((row) => [String(row['reviewer_agent']), Number(row['reviews'])]));
  }

  async loadByReviewer() {
    const rows = await this.#database.read(selectLoad);
    const load = ({ open, pending }: SqlRow) => ({ open: Number(open), pending: Number(pending) });
    return new Map(rows.map((row) => [String(row['assignee']), load(row)]));
  }

  async findRequest(requestedBy: string, key: string) {
    return idOf(await this.#database.read(selectRequest(requestedBy, key)));
  }

  async findStandingOn({ base, head }: { readonly base: string; readonly head: string }, but?: string) {
    return idOf(await this.#database.read(selectStandingOn(base, head, but)));
  }

  async objecting(marks: readonly string[]) {
    return (await this.#database.read(selectObjecting(marks))).map(objectingId);
  }

  async dueReviews(now: number, limit: number) {
    return (await this.#database.read(selectDue('reviews', now, limit))).map(dueRow);
  }

  async tallies(filter: TallyFilter) {
    return (await this.#database.read(selectTallies(filter))).map(tallyRow);
  }

  async listWaiting(limit: number) {
    return (await this.#database.read(selectWaiting(limit))).map(reviewRow);
  }

  async personChoices(filter: ChoiceFilter) {
    return (await this.#database.read(selectPersonChoices(filter))).map(personChoice);
  }

  async answeredQuestions(limit: number) {
    return (await this.#database.read(selectAnswered(limit))).map(answeredQuestion);
  }

  async patternEvidence(key: PatternKey) {
    return (await this.#database.read(selectEvidence(key))).map(evidenceRow);
  }

  async judgedOpinions(filter: JudgedFilter) {
    return (await this.#database.read(selectJudged(filter))).map(judgedOpinion);
  }

  async listPatterns() {
    return (await this.#database.read(selectPatterns)).map(patternKey);
  }

  // Few commands remember anything, and none of them is to be cheap.

  async occurrences() {
    const { occurrenceRow, selectOccurrences } = await import('./memory.js');
    return (await this.#database.read(selectOccurrences)).map(occurrenceRow);
  }

  async wrongOccurrences() {
    const { occurrenceRow, selectWrong } = await import('./memory.js');
    return (await this.#database.read(selectWrong)).map(occurrenceRow);
  }

  async decidedWrong(knownAs: readonly string[]) {
    const { decidedWrongRow, selectDecidedWrong } = await import('./memory.js');
    return (await this.#rowsOf(selectDecidedWrong(knownAs))).map(decidedWrongRow);
  }

  async settledWith(objects: readonly string[]) {
    const { selectSettledWith, settledId } = await import('./settled-content.js');
    return (await this.#database.read(selectSettledWith(objects, SETTLED_LOOKED_AT))).map(settledId);
  }

  async learnedDamage() {
    const { damagedTable, selectLearnedDamage } = await import('./learned-damage.js');
    return (await this.#database.read(selectLearnedDamage)).map(damagedTable);
  }

  async analyticsCounts() {
    const { analyticsCount, selectAnalyticsCounts } = await import('./analytics-counts.js');
    return (await this.#database.read(selectAnalyticsCounts)).map(analyticsCount);
  }

  async listRuns(filter: RunFilter = {}) {
    return (await this.#database.read(selectRuns(filter))).map(runRow);
  }

  async findRuns(prefix: string) {
    return (await this.#database.read(selectByPrefix('runs', prefix))).map(runRow);
  }

  async dueRuns(now: number, limit: number) {
    return (await this.#database.read(selectDue('runs', now, limit))).map(dueRow);
  }

  async listGates(filter: GateFilter = {}) {
    return (await this.#database.read(selectGates(filter))).map(gateRow);
  }

  async findGates(prefix: string) {
    return (await this.#database.read(selectByPrefix('gates', prefix))).map(gateRow);
  }

  async dueGates(now: number, limit: number) {
    return (await this.#database.read(selectDue('gates', now, limit))).map(dueRow);
  }

  async listTasks(filter: TaskFilter = {}) {
    return (await this.#database.read(selectTasks(filter))).map(taskRow);
  }

  async findTasks(prefix: string) {
    return (await this.#database.read(selectByPrefix('tasks', prefix))).map(taskRow);
  }

  async dueTasks(now: number, limit: number) {
    return (await this.#database.read(selectDue('tasks', now, limit))).map(dueRow);
  }

  async listAgents() {
    return (await this.#database.read(selectAgents)).map(agentRow);
  }

  async findAgentByToken(tokenHash: string) {
    const [row] = await this.#database.read(selectAgentByToken(tokenHash));
    return row === undefined ? undefined : String(row['name']);
  }

  async #rowsOf(statements: readonly Statement[]): Promise<readonly SqlRow[]> {
    const rows: SqlRow[] = [];
    for (const one of statements) rows.push(...(await this.#database.read(one)));
    return rows;
  }
}

function idOf([row]: readonly SqlRow[]): string | undefined {
  return row === undefined ? undefined : String(row['id']);
}
