import type { Append, Appended, ReviewFilter, Store } from '../../application/ports/store.js';
import type { JournalStream } from '../../domain/model/event.js';

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
    return new RememberingStore(store, this);
  }

  /** The journal stands at `position` now. */
  stands(position: number): void {
    if (position === this.#position && this.#reads.size < most) return;
    this.#forget();
    this.#position = position;
  }

  #forget(): void {
    this.#position = undefined;
    this.#reads.clear();
  }

  /** The question names the method, and so the type of its answer. A read that failed is not remembered. */
  remembered<T>(question: string, read: () => Promise<T>): Promise<T> {
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

/** One is made for every call, so its methods are made once for all. */
class RememberingStore implements Store {
  readonly #store: Store;
  readonly #reads: RememberedReads;
  #looked: Promise<void> | undefined;

  constructor(store: Store, reads: RememberedReads) {
    this.#store = store;
    this.#reads = reads;
  }

  async #remember<T>(question: string, read: () => Promise<T>): Promise<T> {
    await (this.#looked ??= this.#look());
    return this.#reads.remembered(question, read);
  }

  async #look(): Promise<void> {
    await this.position();
  }

  async position(): Promise<number> {
    const position = await this.#store.position();
    this.#reads.stands(position);
    return position;
  }

  async append<S extends JournalStream>(append: Append<S>): Promise<Appended<S>> {
    try {
      return await this.#store.append(append);
    } finally {
      this.#looked = undefined;
    }
  }

  readStream<S extends JournalStream>(stream: S) {
    return this.#remember(`stream ${stream}`, () => this.#store.readStream(stream));
  }

  listReviews(filter?: ReviewFilter) {
    return this.#remember(`reviews ${JSON.stringify(filter)}`, () => this.#store.listReviews(filter));
  }

  findReviews(prefix: string) {
    return this.#remember(`review ${prefix}`, () => this.#store.findReviews(prefix));
  }

  listAgents() {
    return this.#remember('agents', () => this.#store.listAgents());
  }

  findAgentByToken(hash: string) {
    return this.#remember(`token ${hash}`, () => this.#store.findAgentByToken(hash));
  }

  listRuns(filter: Parameters<Store['listRuns']>[0]) {
    return this.#remember(`runs ${JSON.stringify(filter)}`, () => this.#store.listRuns(filter));
  }

  dueRuns(now: number, limit: number) {
    return this.#due('due runs', (until, most) => this.#store.dueRuns(until, most), now, limit);
  }

  dueGates(now: number, limit: number) {
    return this.#due('due gates', (until, most) => this.#store.dueGates(until, most), now, limit);
  }

  dueTasks(now: number, limit: number) {
    return this.#due('due tasks', (until, most) => this.#store.dueTasks(until, most), now, limit);
  }

  dueReviews(now: number, limit: number) {
    return this.#due('due reviews', (until, most) => this.#store.dueReviews(until, most), now, limit);
  }

  /** While the journal stands still, when the next of a kind falls due is known. */
  async #due(question: string, read: Store['dueReviews'], now: number, limit: number) {
    const [next] = await this.#remember(question, () => read(Number.MAX_SAFE_INTEGER, 1));
    return next === undefined || next.dueAt > now ? [] : read(now, limit);
  }

  // Asked less often, or about what is no part of the journal.

  get outbox() {
    return this.#store.outbox;
  }

  get receipts() {
    return this.#store.receipts;
  }

  get blobs() {
    return this.#store.blobs;
  }

  readAll() {
    return this.#store.readAll();
  }

  streamsAfter(position: Parameters<Store['streamsAfter']>[0]) {
    return this.#store.streamsAfter(position);
  }

  listFindings(filter: Parameters<Store['listFindings']>[0]) {
    return this.#store.listFindings(filter);
  }

  findingsOf(review: Parameters<Store['findingsOf']>[0], filter: Parameters<Store['findingsOf']>[1]) {
    return this.#store.findingsOf(review, filter);
  }

  findFindings(prefix: Parameters<Store['findFindings']>[0]) {
    return this.#store.findFindings(prefix);
  }

  dispositions(keys: Parameters<Store['dispositions']>[0]) {
    return this.#store.dispositions(keys);
  }

  dispositionsOn(contents: Parameters<Store['dispositionsOn']>[0]) {
    return this.#store.dispositionsOn(contents);
  }

  openByReviewer() {
    return this.#store.openByReviewer();
  }

  loadByReviewer() {
    return this.#store.loadByReviewer();
  }

  findRequest(requestedBy: Parameters<Store['findRequest']>[0], key: Parameters<Store['findRequest']>[1]) {
    return this.#store.findRequest(requestedBy, key);
  }

  findStandingOn(...asked: Parameters<Store['findStandingOn']>) {
    return this.#store.findStandingOn(...asked);
  }

  objecting(marks: readonly string[]) {
    return this.#store.objecting(marks);
  }

  tallies(filter: Parameters<Store['tallies']>[0]) {
    return this.#store.tallies(filter);
  }

  patternEvidence(key: Parameters<Store['patternEvidence']>[0]) {
    return this.#store.patternEvidence(key);
  }

  judgedOpinions(filter: Parameters<Store['judgedOpinions']>[0]) {
    return this.#store.judgedOpinions(filter);
  }

  listPatterns() {
    return this.#store.listPatterns();
  }

  settledWith(objects: readonly string[]) {
    return this.#store.settledWith(objects);
  }

  learnedDamage() {
    return this.#store.learnedDamage();
  }

  analyticsCounts() {
    return this.#store.analyticsCounts();
  }

  occurrences() {
    return this.#remember('occurrences', () => this.#store.occurrences());
  }

  wrongOccurrences() {
    return this.#remember('wrong occurrences', () => this.#store.wrongOccurrences());
  }

  decidedWrong(knownAs: readonly string[]) {
    return this.#store.decidedWrong(knownAs);
  }

  listWaiting(limit: Parameters<Store['listWaiting']>[0]) {
    return this.#store.listWaiting(limit);
  }

  personChoices(filter: Parameters<Store['personChoices']>[0]) {
    return this.#store.personChoices(filter);
  }

  answeredQuestions(limit: number) {
    return this.#store.answeredQuestions(limit);
  }

  listGates(filter: Parameters<Store['listGates']>[0]) {
    return this.#store.listGates(filter);
  }

  listTasks(filter: Parameters<Store['listTasks']>[0]) {
    return this.#store.listTasks(filter);
  }

  findTasks(prefix: string) {
    return this.#store.findTasks(prefix);
  }

  findGates(prefix: string) {
    return this.#store.findGates(prefix);
  }

  findRuns(prefix: Parameters<Store['findRuns']>[0]) {
    return this.#store.findRuns(prefix);
  }

  verify() {
    return this.#store.verify();
  }

  rebuild() {
    return this.#store.rebuild();
  }

  backup(file: Parameters<Store['backup']>[0]) {
    return this.#store.backup(file);
  }

  close() {
    return this.#store.close();
  }
}
