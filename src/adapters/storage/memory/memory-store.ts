import type { JudgedFilter } from '../../../application/ports/calibration.js';
import { writeFile } from 'node:fs/promises';
import {
  StoreUnavailable,
  type AgentRow,
  type Append,
  type Appended,
  type BlobStore,
  type ChoiceFilter,
  type FindingFilter,
  type FindingList,
  type FindingRow,
  type AnsweredQuestion,
  type PersonChoice,
  type ReviewFilter,
  type ReviewRow,
  type Store,
  type Verification,
  type TallyFilter,
  isAmong,
} from '../../../application/ports/store.js';
import { evolveAgent } from '../../../domain/identity/agent.js';
import { evolve } from '../../../domain/lifecycle/evolve.js';
import type { Agent } from '../../../domain/model/agent.js';
import {
  isOfAgent,
  isOfReview,
  type EventOf,
  type FindingDisposed,
  type JournalEvent,
  type JournalStream,
  type Recorded,
} from '../../../domain/model/event.js';
import type { Disposition } from '../../../domain/model/finding.js';
import type { GateFilter } from '../../../application/ports/gates.js';
import type { TaskFilter } from '../../../application/ports/tasks.js';
import type { RunFilter } from '../../../application/ports/runs.js';
import type { PatternKey } from '../../../domain/model/pattern.js';
import type { Review, ReviewStatus } from '../../../domain/model/review.js';
import { reviewSubject, type Subject } from '../../../domain/notification/subject.js';
import { GENESIS, type EventRow } from '../journal/hash-chain.js';
import { recorded, seal } from '../journal/seal.js';
import { judgedAmong } from './memory-calibration.js';
import { dueReviews, findRequest, findStandingOn, isTaken, isWanted, loadByReviewer, tallies } from './memory-peers.js';
import { analyticsCounts, listPatterns, patternEvidence, settledWith } from './memory-patterns.js';
import { decidedWrong, occurrences, wrongOccurrences } from './memory-recall.js';
import { objecting } from './memory-objections.js';
import { listFindings } from './memory-findings.js';
import { MemoryReceipts } from '../receipts/memory-receipts.js';
import { MemoryOutbox } from './memory-outbox.js';
import { MemoryPersonChoices, waiting } from './memory-questions.js';
import { memoryBlobs } from './memory-blobs.js';
import { MemoryOthers } from './memory-others.js';
import { startsWith, agentRow, findingRows, reviewRow } from './memory-rows.js';
import { verifyRows } from './verify-rows.js';

const open: ReadonlySet<ReviewStatus> = new Set(['pending', 'in_progress', 'pending_re_review']);

/** A store that ends with the process, for tests and simulations: it answers by walking the folded reviews. */
export class MemoryStore implements Store {
  readonly blobs: BlobStore = memoryBlobs();
  readonly #journal: EventRow[] = [];
  readonly #reviews = new Map<string, Review>();
  readonly #agents = new Map<string, Agent>();
  readonly #choices = new MemoryPersonChoices();
  readonly #others = new MemoryOthers();
  readonly receipts = new MemoryReceipts((append) => this.append(append));
  readonly outbox = new MemoryOutbox((id) => this.#subject(id));

  append<S extends JournalStream>(append: Append<S>): Promise<Appended<S>> {
    return settle(() => this.#append(append));
  }

  #append<S extends JournalStream>(append: Append<S>): Appended<S> {
    const stream = this.#journal.filter((row) => row.stream === append.stream);
    const head = stream.at(-1) ?? { version: 0, position: null, hash: GENESIS };
    const last = this.#journal.at(-1) ?? { position: 0, chain: GENESIS };
    const moved = append.journalAt !== undefined && append.journalAt !== last.position;
    if (moved || head.version !== append.expectedVersion) return { outcome: 'conflict', actualVersion: head.version };
    const { rows } = seal(append, head, last);
    const events = rows.map((row) => recorded(row));
    const states = evolving(this.#reviews.get(append.stream), events.filter(isOfReview));
    const opened = head.version === 0 ? states.at(-1)?.review : undefined;
    if (opened !== undefined && isTaken(this.#reviews.values(), opened, append.aloneOn))
      return { outcome: 'conflict', actualVersion: 0 };
    const agent = events.filter(isOfAgent).reduce<Agent | undefined>(evolveAgent, this.#agents.get(append.stream));
    const others = this.#others.after(events);
    if (others.taken) return { outcome: 'conflict', actualVersion: head.version };
    this.#journal.push(...rows);
    others.keep(this.outbox);
    for (const { event, review } of states) {
      this.#reviews.set(append.stream, review);
      this.outbox.record(event, review);
      this.#choices.record(event, review);
    }
    if (agent !== undefined) this.#agents.set(append.stream, agent);
    return { outcome: 'appended', events: rows.map((row) => recorded<EventOf<S>>(row)) };
  }

  readStream<S extends JournalStream>(stream: S): Promise<readonly Recorded<EventOf<S>>[]> {
    const rows = () => this.#journal.filter((row) => row.stream === stream);
    return settle(() => rows().map((row) => recorded<EventOf<S>>(row)));
  }

  async *readAll(): AsyncGenerator<Recorded<JournalEvent>> {
    for (const row of this.#journal) yield await Promise.resolve(recorded(row));
  }

  position(): Promise<number> {
    return settle(() => this.#journal.length);
  }

  streamsAfter(position: number): Promise<readonly string[]> {
    return settle(() => [...new Set(this.#journal.slice(position).map((row) => row.stream))]);
  }

  listReviews(filter: ReviewFilter = {}): Promise<readonly ReviewRow[]> {
    const { status, limit = 50 } = filter;
    const wanted = this.#newestFirst()
      .filter((review) => status === undefined || status.includes(review.status))
      .filter((review) => isWanted(review, filter));
    return settle(() => wanted.slice(0, limit).map(reviewRow));
  }

  findReviews(prefix: string): Promise<readonly ReviewRow[]> {
    return settle(() =>
      this.#byId()
        .filter((review) => startsWith(review.id, prefix))
        .slice(0, 10)
        .map(reviewRow),
    );
  }

  listFindings(filter: FindingFilter = {}): Promise<FindingList> {
    return settle(() => listFindings(this.#newestFirst().flatMap(findingRows), filter));
  }

  findingsOf(reviewId: string, filter: Parameters<Store['findingsOf']>[1] = {}): Promise<readonly FindingRow[]> {
    const { state, limit } = filter;
    const rows = this.#byId()
      .filter(({ id }) => id.toLowerCase() === reviewId.toLowerCase())
      .flatMap(findingRows)
      .filter((row) => state === undefined || isAmong(row, state));
    return settle(() => rows.slice(0, limit));
  }

  findFindings(prefix: string): Promise<readonly FindingRow[]> {
    const rows = [...this.#reviews.values()].flatMap(findingRows).filter((row) => startsWith(row.id, prefix));
    return settle(() => rows.sort((a, b) => order(a.id, b.id)).slice(0, 10));
  }

  dispositions(keys: readonly { fingerprint: string; content: string }[]): Promise<ReadonlyMap<string, Disposition>> {
    return settle(() =>
      this.#latestDispositions((disposed) =>
        keys.some((key) => key.fingerprint === disposed.fingerprint && key.content === disposed.content),
      ),
    );
  }

  dispositionsOn(contents: readonly string[]): Promise<ReadonlyMap<string, Disposition>> {
    return settle(() => this.#latestDispositions((disposed) => contents.includes(disposed.content)));
  }

  openByReviewer(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { status, reviewer } of this.#reviews.values()) {
      if (reviewer !== null && open.has(status)) counts.set(reviewer, (counts.get(reviewer) ?? 0) + 1);
    }
    return settle(() => counts);
  }

  loadByReviewer() {
    return settle(() => loadByReviewer(this.#reviews.values()));
  }

  findRequest(requestedBy: string, key: string) {
    return settle(() => findRequest(this.#reviews.values(), requestedBy, key));
  }

  findStandingOn(trees: { readonly base: string; readonly head: string }, but?: string) {
    return settle(() => findStandingOn(this.#reviews.values(), trees, but));
  }

  objecting(marks: readonly string[]) {
    return settle(() => objecting(this.#reviews.values(), marks));
  }

  dueReviews(now: number, limit: number) {
    return settle(() => dueReviews(this.#reviews.values(), now, limit));
  }

  tallies(filter: TallyFilter) {
    return settle(() => tallies(this.#reviews.values(), filter));
  }

  listWaiting(limit: number): Promise<readonly ReviewRow[]> {
    return settle(() => waiting(this.#reviews.values()).slice(0, limit).map(reviewRow));
  }

  personChoices(filter: ChoiceFilter): Promise<readonly PersonChoice[]> {
    return settle(() => this.#choices.counted(filter));
  }

  answeredQuestions(limit: number): Promise<readonly AnsweredQuestion[]> {
    return settle(() => this.#choices.latest(limit));
  }

  patternEvidence(key: PatternKey) {
    return settle(() => patternEvidence(this.#reviews.values(), key));
  }

  judgedOpinions(filter: JudgedFilter) {
    return settle(() => judgedAmong(this.#newestFirst(), filter));
  }

  listPatterns() {
    return settle(() => listPatterns(this.#reviews.values()));
  }

  occurrences() {
    return settle(() => occurrences(this.#newestFirst()));
  }

  wrongOccurrences() {
    return settle(() => wrongOccurrences(this.#newestFirst()));
  }

  decidedWrong(knownAs: readonly string[]) {
    return settle(() => decidedWrong(this.#newestFirst(), knownAs));
  }

  learnedDamage = () => settle(() => []);

  settledWith(objects: readonly string[]) {
    return settle(() => settledWith(this.#newestFirst(), objects));
  }

  analyticsCounts() {
    return settle(() => analyticsCounts(this.#reviews.values()));
  }

  listRuns(filter: RunFilter = {}) {
    return settle(() => this.#others.runs.list(filter));
  }

  findRuns(prefix: string) {
    return settle(() => this.#others.runs.find(prefix));
  }

  dueRuns(now: number, limit: number) {
    return settle(() => this.#others.runs.due(now, limit));
  }

  listTasks(filter: TaskFilter = {}) {
    return settle(() => this.#others.tasks.list(filter));
  }

  findTasks(prefix: string) {
    return settle(() => this.#others.tasks.find(prefix));
  }

  dueTasks(now: number, limit: number) {
    return settle(() => this.#others.tasks.due(now, limit));
  }

  listGates(filter: GateFilter = {}) {
    return settle(() => this.#others.gates.list(filter));
  }

  findGates(prefix: string) {
    return settle(() => this.#others.gates.find(prefix));
  }

  dueGates(now: number, limit: number) {
    return settle(() => this.#others.gates.due(now, limit));
  }

  listAgents(): Promise<readonly AgentRow[]> {
    const rows = [...this.#agents.values()].sort((a, b) => order(a.name, b.name));
    return settle(() => rows.map(agentRow));
  }

  findAgentByToken(tokenHash: string): Promise<string | undefined> {
    return settle(() => [...this.#agents.values()].find((agent) => agent.tokenHash === tokenHash)?.name);
  }

  verify(): Promise<Verification> {
    return verifyRows(this.#journal, this.blobs);
  }

  /** Nothing to compare: the answers are computed from the folded journal. */
  rebuild() {
    return settle(() => ({ events: this.#journal.length, differences: [] }));
  }

  /** One event as JSON on each line. */
  async backup(file: string): Promise<{ readonly bytes: number }> {
    const text = this.#journal.map((row) => `${JSON.stringify(row)}\n`).join('');
    try {
      await writeFile(file, text, { flag: 'wx' });
    } catch (error) {
      throw new StoreUnavailable('unreachable', `${file} was not written.`, 'Name a file that does not exist.', error);
    }
    return { bytes: Buffer.byteLength(text) };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The map keeps the order in which the reviews were requested. */
  #newestFirst(): Review[] {
    return [...this.#reviews.values()].reverse();
  }

  #subject(id: string): Subject | undefined {
    const review = this.#reviews.get(`review/${id}`);
    if (review !== undefined) return reviewSubject(review);
    return this.#others.subject(id);
  }

  #byId(): Review[] {
    return [...this.#reviews.values()].sort((a, b) => order(a.id, b.id));
  }

  #latestDispositions(wanted: (disposed: FindingDisposed) => boolean): ReadonlyMap<string, Disposition> {
    const latest = new Map<string, Disposition>();
    for (const row of this.#journal.filter((event) => event.type === 'finding_disposed')) {
      const disposed = recorded(row).data as FindingDisposed;
      if (wanted(disposed)) latest.set(disposed.fingerprint, disposed.disposition);
    }
    return latest;
  }
}

/** Each event with the state after it. Throws `BrokenHistory` before anything was kept. */
function evolving(before: Review | undefined, events: readonly Recorded[]) {
  let review = before;
  return events.map((event) => ({ event, review: (review = evolve(review, event)) }));
}

/** Ids compare without case, as people type them. */
function order(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** What was thrown becomes a rejection, as from a store that waits for a disk. */
function settle<T>(answer: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(answer());
  });
}
