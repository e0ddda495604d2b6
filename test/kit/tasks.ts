import { createHash } from 'node:crypto';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { planFiles } from '../../src/adapters/plan-file/plan-files.js';
import { MemoryStore } from '../../src/adapters/storage/memory/memory-store.js';
import type { ReviewRequest } from '../../src/application/application.js';
import { tick } from '../../src/application/deadlines/tick.js';
import type { Store } from '../../src/application/ports/store.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import type { PlanDependencies, ReviewTaskDependencies } from '../../src/application/task/dependencies.js';
import { importPlan } from '../../src/application/task/import.js';
import { showTask } from '../../src/application/task/look.js';
import { reviewTask } from '../../src/application/task/review.js';
import { startTask } from '../../src/application/task/start.js';
import type { Outcome } from '../../src/domain/model/decision.js';
import type { TaskReviewSettings } from '../../src/domain/model/policy-protocols.js';
import { isRefusal, type Refusal } from '../../src/domain/model/refusal.js';
import { defaultPolicy } from '../../src/domain/policy/default-policy.js';
import { changesRequested } from './review-document.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export const usualPlan = `| # | Task | Depends on | Status |
|---|------|------------|--------|
| 1 | Check the token | - | pending |
| 2 | Use it | 1 | pending |
`;

/** What a review comes to: its outcome, a refusal, or that a reviewer crashed. */
export type Comes = Outcome | Refusal | 'crash';

/** Plans in memory, and reviews that come to what a test says. */
export class TaskBench {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly files = new Map([['plan.md', usualPlan]]);
  readonly requests: ReviewRequest[] = [];
  readonly pauses: number[] = [];
  /** Called while a review is at work. */
  during: (() => Promise<void>) | undefined;
  settings: Partial<TaskReviewSettings> = {};
  readonly #comes: Comes[] = [];
  readonly #reviews = new Map<string, ReviewDocument>();

  constructor(store: Store = new MemoryStore(), clock = new ManualClock(0)) {
    this.store = store;
    this.clock = clock;
  }

  comes(...outcomes: readonly Comes[]): this {
    this.#comes.push(...outcomes);
    return this;
  }

  on(token?: string): PlanDependencies & ReviewTaskDependencies {
    const { store, clock } = this;
    const { parse, fill } = planFiles('/nowhere');
    return {
      ...{ store, clock, digest },
      caller: { token, claimed: () => Promise.resolve('somebody') },
      overdue: async () => (await tick({ store, clock, digest })).fired,
      policy: () =>
        Promise.resolve({ ...defaultPolicy, taskReview: { ...defaultPolicy.taskReview, ...this.settings } }),
      showReview: (id) => {
        const found = this.#reviews.get(id);
        return found === undefined ? Promise.reject(new Error(`no review ${id}`)) : Promise.resolve(found);
      },
      review: (request) => this.#review(request),
      pause: (milliseconds) => {
        this.pauses.push(milliseconds);
        return Promise.resolve();
      },
      plans: {
        parse,
        fill,
        read: (path) => Promise.resolve(this.files.get(path) ?? ''),
        write: (path, text) => {
          this.files.set(path, text);
          return Promise.resolve(undefined);
        },
      },
    };
  }

  async person(name = 'dana'): Promise<void> {
    const data = { kind: 'human', role: 'human', tokenHash: digest(name) } as const;
    const events = [{ type: 'agent_added', data }] as const;
    await this.store.append({ stream: `agent/${name}`, expectedVersion: 0, actor: 'test', at: 0, events });
  }

  /** What a person decided of a review. */
  decided(id: string, outcome: Outcome): void {
    this.#reviews.set(id, documentOf(id, outcome));
  }

  async imported(): Promise<this> {
    must(await importPlan(this.on(), 'plan.md'));
    return this;
  }

  async started(task = '1'): Promise<this> {
    await this.imported();
    must(await startTask(this.on(), { task, assignee: 'impl-1' }));
    return this;
  }

  tries(task = '1', signal = new AbortController().signal) {
    const ask = { task, trigger: 'explicit', request: { change: { kind: 'default' } } } as const;
    return reviewTask(this.on(), ask, () => undefined, signal);
  }

  async review(task = '1') {
    return must(await this.tries(task)).task;
  }

  async show(task = '1') {
    return must(await showTask(this.on(), task)).task;
  }

  async #review(request: ReviewRequest): Promise<ReviewDocument | Refusal> {
    this.requests.push(request);
    await this.during?.();
    const comes = this.#comes.shift();
    if (comes === undefined) throw new Error('the test expects no review');
    if (typeof comes === 'object') return comes;
    const id = `R${this.requests.length}`;
    const document = documentOf(id, comes);
    this.#reviews.set(id, document);
    return document;
  }
}

function documentOf(id: string, comes: Outcome | 'crash'): ReviewDocument {
  const base = changesRequested();
  const outcome = comes === 'crash' ? 'inconclusive' : comes;
  const [opinion] = base.opinions;
  if (opinion === undefined || base.decision === null) throw new Error('the sample review lost its opinion');
  const seat = { role: 'reviewer', driver: 'cli' } as const;
  const failure = { kind: 'crashed', detail: 'it ended early' } as const;
  const reason = `it is ${outcome}`;
  return {
    ...base,
    review: { ...base.review, id, status: outcome === 'escalated' ? 'escalated' : base.review.status },
    opinions: comes === 'crash' ? [{ ...opinion, seat, verdict: 'inconclusive', failure }] : base.opinions,
    decision: {
      ...base.decision,
      outcome,
      rules: outcome === 'approved' ? [] : [{ id: 'a.rule', result: 'unsatisfied', reason }],
    },
  };
}

export function must<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`${value.code}: ${value.message} ${JSON.stringify(value.problems ?? [])}`);
  return value;
}
