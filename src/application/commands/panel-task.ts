import type { Disposition } from '../../domain/model/finding.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { servicesOf } from '../../domain/policy/path-facts.js';
import type { TaskUnderReview } from '../../domain/task/context.js';
import { kindOf, recall } from '../memory/recall.js';
import type { PanelTask } from '../ports/reviewer.js';
import type { Store } from '../ports/store.js';
import type { SettledFinding } from '../prompt/review-prompt.js';
import { readTemplates } from '../prompt/templates.js';
import type { Prepared } from './prepare.js';
import type { PanelSeat } from '../../domain/seating/seating.js';

const minute = 60_000;
/** Findings that persons settled, looked through for those of this content. */
const settledLimit = 500;

/** What the agents of a review are told beside the packet. */
export async function panelTask(
  store: Store,
  on: {
    readonly prepared: Prepared;
    readonly seats: readonly PanelSeat[];
    readonly carried: ReadonlyMap<string, Disposition>;
    /** Epoch milliseconds. */
    readonly now: number;
    /** Of a task, the policy says by which prompt. */
    readonly task?: TaskUnderReview | undefined;
  },
): Promise<PanelTask | Refusal> {
  const { policy, frozen } = on.prepared;
  const templates = await readTemplates(frozen, on.task && policy.taskReview.command);
  if (isRefusal(templates)) return templates;
  const { maxMinutes, maxTokens, maxCostUsd } = policy.budget;
  const { type } = on.prepared.classification;
  const services = servicesOf(policy, on.prepared.pathFacts);
  const memory = await recall(store, kindOf({ type, services, change: frozen.change }), on.now);
  const minutes = Math.min(policy.defaultTimeoutMinutes, maxMinutes ?? Number.POSITIVE_INFINITY);
  return {
    seats: on.seats,
    rejectGrounds: policy.rejectGrounds,
    settled: await settledFindings(store, on.carried),
    ...(memory.length > 0 && { memory }),
    ...(!policy.blindFirstPass && { claims: frozen.change.commits.map(({ message }) => message) }),
    templates,
    timeoutMs: minutes * minute,
    ...(maxMinutes !== null && { maxMs: maxMinutes * minute }),
    maxTokens,
    maxCostUsd,
  };
}

/** Only what a person settled on exactly this content; a claim settles nothing (SPEC 2, rule 4). */
async function settledFindings(
  store: Store,
  carried: ReadonlyMap<string, Disposition>,
): Promise<readonly SettledFinding[]> {
  const settled = new Map([...carried].filter(([, { state, authority }]) => state !== 'open' && authority === 'human'));
  if (settled.size === 0) return [];
  const { findings } = await store.listFindings({ state: ['dismissed', 'risk_accepted'], limit: settledLimit });
  const known = new Set<string>();
  return findings.flatMap(({ fingerprint, file, line, message }) => {
    const disposition = settled.get(fingerprint);
    if (disposition === undefined || known.has(fingerprint)) return [];
    known.add(fingerprint);
    const place = file === null ? 'the change' : line === null ? file : `${file}:${line}`;
    return [{ place, message, reason: disposition.reason }];
  });
}
