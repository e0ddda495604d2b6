import type { Principal } from '../../domain/model/agent.js';
import type { SeatsHandedOut } from '../../domain/model/event.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import { seatName, type Seat } from '../../domain/model/seat.js';
import type { ContextPart } from '../../domain/model/task.js';
import type { PanelSeat } from '../../domain/seating/seating.js';
import type { Prepared } from '../commands/prepare.js';
import { storeMaterial } from '../peer/packet/material.js';
import { termsFor } from '../peer/terms.js';
import type { Store } from '../ports/store.js';

const minute = 60_000;

export interface HandingOut {
  readonly prepared: Prepared;
  /** Whoever asks, where a token proves it. */
  readonly by: Principal | undefined;
  /** As `PeerDependencies.context`. */
  readonly context: string | undefined;
  readonly scope: readonly string[] | undefined;
  /** What is told of the task that the change is to do; nothing where it is no task of a plan. */
  readonly told: readonly ContextPart[];
  /** Seats whose agents come by themselves. */
  readonly handed: readonly PanelSeat[];
  /** Seats that are asked at once. */
  readonly asked: readonly Seat[];
}

/** Hands seats to agents that come by themselves: what they read is frozen now, and each has its own time for an answer. */
export async function handOut(
  store: Store,
  { prepared, by, context, scope, handed, asked, told }: HandingOut,
  now: number,
): Promise<SeatsHandedOut> {
  const { frozen, exclusions, classification, policy, creator } = prepared;
  const sensitive = [...classification.protectedPaths, ...classification.sensitivePaths];
  const longest = policy.budget.maxMinutes ?? Number.POSITIVE_INFINITY;
  return {
    request: {
      by: creator,
      proved: by?.name === creator,
      context: context ?? null,
      title: null,
      description: null,
      questions: [],
      confidence: null,
      scope: scope ?? [],
      idempotencyKey: null,
    },
    ...(told.length > 0 && { told }),
    terms: termsFor(prepared, { principal: by, name: creator }),
    material: await storeMaterial(store.blobs, { frozen, exclusions, sensitive }),
    owed: [...asked, ...handed.map(({ seat }) => seat)].map(seatName),
    seats: handed.map(({ name, entry, seat }) => {
      const minutes = Math.min(entry.limits.timeoutMinutes ?? policy.defaultTimeoutMinutes, longest);
      return { seat, agent: name, dueAt: now + minutes * minute };
    }),
  };
}

/** Nobody can answer under a name that no token proves, so that waiting for it would be for nothing. */
export async function withoutToken(store: Store, handed: readonly PanelSeat[]): Promise<Refusal | undefined> {
  if (handed.length === 0) return undefined;
  const agents = (await store.listAgents()).filter(({ kind, revokedAt }) => kind === 'agent' && revokedAt === null);
  const missing = handed.find(({ name }) => !agents.some((agent) => agent.name === name));
  if (missing === undefined) return undefined;
  return refuse(
    'unknown_seat',
    `${missing.name} answers over MCP by itself, and nobody has a token under that name`,
    `Next: \`countersign agent add ${missing.name}\` gives it one. Or name somebody in the policy who can be asked at once.`,
  );
}
