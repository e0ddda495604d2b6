import type { Digest } from '../../domain/findings/fingerprint.js';
import type { Disposition } from '../../domain/model/finding.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import type { Policy } from '../../domain/model/policy.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { isAsked, seatName, type Seat } from '../../domain/model/seat.js';
import type { PanelSeat, SeatedAgent } from '../../domain/seating/seating.js';
import type { ReviewRequest } from '../application.js';
import type { Caller } from '../identify.js';
import type { AskAuthor } from '../ports/author.js';
import type { Clock, Pause } from '../ports/clock.js';
import type { Packet, Reviewer } from '../ports/reviewer.js';
import type { Store } from '../ports/store.js';
import type { Workspaces } from '../ports/workspaces.js';
import { withoutToken } from '../awaited/hand-out.js';
import type { AsRun } from './barred.js';
import { carriedOnto } from './carried.js';
import { fixerFor, notStoodInBy } from './fix/fixer.js';
import { open, openPanel, type Opening } from './opening.js';
import { packetFor } from './packet-for.js';
import { panelTask } from './panel-task.js';
import type { PrepareDependencies, Prepared } from './prepare.js';
import { seatPanel, withVotes } from './seat-panel.js';
import { seatReviewers } from './seat-reviewers.js';

export interface ReviewDependencies extends PrepareDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly newId: () => string;
  readonly reviewer: Reviewer;
  readonly caller: Pick<Caller, 'token'>;
  /** Roles that `reviewer` can play without an agent. */
  readonly embeddedRoles: ReadonlySet<string>;
  /** Agents that the caller may name beside those of the policy. */
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** What the user's own words on agents have them run; absent where there are none. */
  readonly asRun?: AsRun;
  /** Why the user's own words on agents are not to be used; a review that asks no agent does without them. */
  readonly agentsRefused?: Refusal;
  /** Resolves later, to look again for an answer of an agent that comes by itself. */
  readonly pause: Pause;
  /** As `PeerDependencies.context`, asked where seats are handed out. */
  readonly context: () => Promise<string | undefined>;
  /** Loaded only where an agent is to mend what the review finds. */
  readonly fixing: () => Promise<Fixing | Refusal>;
}

/** What lets an author work. */
export interface Fixing {
  readonly workspaces: Workspaces;
  readonly ask: AskAuthor;
  /** Paths of a tree by which it would configure an agent. */
  readonly keepOut: (paths: readonly string[]) => readonly string[];
}

/** What the policy says; the caller may choose where that is the default, and not leave what it names. Others than these two have commands of their own. */
export function protocolFor({ policy }: Prepared, { protocol = policy.protocol }: ReviewRequest): Protocol | Refusal {
  if (policy.protocol !== 'standards' && protocol !== policy.protocol)
    return refuse(
      'protocol_by_policy',
      `the policy names the protocol ${policy.protocol}, so \`--protocol ${protocol}\` can not replace it`,
      'leave `--protocol` out, or change `protocol` of the policy',
    );
  if (protocol === 'panel' || protocol === 'standards') return protocol;
  return refuse(
    'unknown_protocol',
    `no protocol "${protocol}" can be run here`,
    'use `--protocol standards` or `--protocol panel`',
  );
}

export type Protocol = 'standards' | 'panel';

/** A review that can begin: who sits, and what they are told. Nothing is recorded yet. */
export interface Planned {
  readonly prepared: Prepared;
  readonly id: string;
  readonly opening: Opening;
  /** Agents that are asked at once. */
  readonly agents: readonly PanelSeat[];
  /** Agents that come by themselves, and are waited for. */
  readonly handed: readonly PanelSeat[];
  readonly packet: Packet;
  /** Of all who work at once, the embedded reviewers among them. */
  readonly seats: readonly Seat[];
  /** Who mends what the review finds, where the caller wants that. */
  readonly fixer?: SeatedAgent;
}

/** Who sits, under the protocol that decides. */
interface Seats {
  readonly agents: readonly PanelSeat[];
  /** Seats of the embedded reviewers and of the agents. */
  readonly seats: (all: readonly Seat[]) => readonly Seat[];
  readonly open: (seats: readonly Seat[], carried: ReadonlyMap<string, Disposition>) => Opening;
}

export async function planReview(
  on: ReviewDependencies,
  prepared: Prepared,
  request: ReviewRequest,
  protocol: Protocol,
): Promise<Planned | Refusal> {
  const id = on.newId();
  const bare = packetFor(id, prepared, { scope: request.scope, withTests: true });
  const of = { on, prepared, request };
  const seated = protocol === 'panel' ? await panelSeats(of, bare) : await standardSeats(of);
  if (isRefusal(seated)) return seated;
  if (seated.agents.length > 0 && on.agentsRefused !== undefined) return on.agentsRefused;
  const reviewing = {
    prepared,
    guests: on.guests,
    agents: seated.agents,
    byModel: protocol === 'panel',
    asRun: on.asRun,
  };
  const fixer = request.fix === undefined ? undefined : fixerFor(request.fix, reviewing);
  if (isRefusal(fixer)) return on.agentsRefused ?? fixer;
  const sitting = await waitedFor(on, fixer === undefined ? seated.agents : notStoodInBy(fixer, reviewing), fixer);
  if (isRefusal(sitting)) return sitting;
  const { agents, handed } = sitting;
  const carried = await carriedOnto(on.store, { creator: prepared.creator, change: prepared.frozen.change });
  const panel =
    agents.length === 0
      ? undefined
      : await panelTask(on.store, { prepared, seats: agents, carried, now: on.clock.now(), task: request.task });
  if (isRefusal(panel)) return panel;
  const packet = { ...bare, ...(panel && { panel }) };
  const seats = seated.seats(on.reviewer.seats(packet));
  const opening = seated.open([...seats, ...handed.map(({ seat }) => seat)], carried);
  return { prepared, id, agents, handed, packet, seats, opening, ...(fixer && { fixer }) };
}

/** Parts agents that are asked at once from those that come by themselves; refused where nobody could come. */
async function waitedFor(
  { store }: ReviewDependencies,
  sitting: readonly PanelSeat[],
  fixer: SeatedAgent | undefined,
): Promise<Pick<Planned, 'agents' | 'handed'> | Refusal> {
  const isCalled = ({ entry }: PanelSeat) => isAsked(entry.driver);
  const handed = sitting.filter((agent) => !isCalled(agent));
  const unfit = mendingAwaited(fixer, handed) ?? (await withoutToken(store, handed));
  return unfit ?? { agents: sitting.filter(isCalled), handed };
}

/** The loop goes round while the caller waits; an agent that comes when it likes has no place in it. */
function mendingAwaited(fixer: SeatedAgent | undefined, [first]: readonly PanelSeat[]): Refusal | undefined {
  if (fixer === undefined || first === undefined) return undefined;
  return refuse(
    'fix_waits_for_nobody',
    `${first.name} answers over MCP when it comes, and \`--fix\` asks its reviewers again and again`,
    'leave `--fix` out, or name reviewers that can be asked at once',
  );
}

interface Seating {
  readonly on: ReviewDependencies;
  readonly prepared: Prepared;
  readonly request: ReviewRequest;
}

/** The assigned reviewer, the seats of the policy, whom the caller names, and the embedded reviewers (SPEC 5.4). */
async function standardSeats({ on, prepared, request }: Seating): Promise<Seats | Refusal> {
  const seated = seatReviewers({
    prepared,
    wanted: request.panel ?? [],
    guests: on.guests,
    asRun: on.asRun,
    open: await on.store.openByReviewer(),
    embeddedRoles: on.embeddedRoles,
  });
  const [unknown] = seated.unknown;
  if (unknown !== undefined) return on.agentsRefused ?? unknownAgent(unknown, prepared, on);
  return {
    agents: seated.seats,
    seats: (all) => all,
    open: (seats, carried) =>
      open({
        prepared,
        evaluate: on.evaluate,
        noSkip: request.noSkip,
        seats: seats.map(seatName),
        assignment: seated.assignment,
        seatRules: seated.rules,
        asked: seated.asked,
        carried,
        embeddedRoles: on.embeddedRoles,
      }),
  };
}

/** {spec, quality} x models, and nobody else (SPEC 6.1). */
async function panelSeats({ on, prepared, request }: Seating, packet: Packet): Promise<Seats | Refusal> {
  const seated = seatPanel({
    prepared,
    wanted: request.panel ?? [],
    guests: on.guests,
    asRun: on.asRun,
    embedded: on.reviewer.seats(packet),
    sendBack: request.fix !== undefined,
  });
  if (isRefusal(seated)) return on.agentsRefused ?? seated;
  const { rules } = seated;
  const terms = withVotes(seated, await on.store.analyticsCounts());
  const owed = new Set(terms.voices.flatMap((voice) => voice.seats));
  return {
    agents: seated.seats,
    seats: (all) => all.filter((seat) => owed.has(seatName(seat))),
    open: (_, carried) =>
      openPanel({ prepared, evaluate: on.evaluate, noSkip: request.noSkip, carried, seatRules: rules }, terms),
  };
}

function unknownAgent(name: string, { policy }: Prepared, { guests }: ReviewDependencies): Refusal {
  const names = [...Object.keys(policy.agents), ...Object.keys(guests)];
  return refuse(
    'unknown_seat',
    `nobody called ${name} can be asked for an opinion`,
    `Name an agent of the policy or of your own configuration: ${[...new Set(names)].join(', ')}.`,
  );
}

/** Until nobody can be at work any more: the longest of all who work, and time to prepare and to record. */
export function leaseMinutes(policy: Policy, seats: readonly Pick<PanelSeat, 'entry'>[]): number {
  const embedded = policy.defaultTimeoutMinutes + (policy.testCommand?.timeoutMinutes ?? 0);
  const agents = seats.map(({ entry }) => (entry.limits.timeoutMinutes ?? policy.defaultTimeoutMinutes) + 5);
  return Math.max(embedded, ...agents);
}
