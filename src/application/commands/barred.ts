import { ownWork } from '../../domain/identity/own-work.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import { kebabCase } from '../../domain/policy/lookup.js';
import { modelOf } from '../../domain/seating/model-identity.js';
import type { Prepared } from './prepare.js';

/** Why an agent may not review, undefined where it may. Its name is the key under which the policy or the user knows it. */
export type Barred = (name: string, entry: AgentEntry) => string | undefined;

/** An agent's entry with the model and the program that the user's own configuration has it run instead, as it does on this machine. */
export type AsRun = (name: string, entry: AgentEntry) => AgentEntry;

export interface BarredInput {
  readonly prepared: Pick<Prepared, 'policy' | 'creator'> & { readonly frozen: Pick<Prepared['frozen'], 'change'> };
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Whether seats are those of models, so that the model of an author is an author as well. */
  readonly byModel: boolean;
  readonly asRun?: AsRun | undefined;
}

/** Bars whoever made the change: its creator, and who wrote or committed any of it, or last pushed it (SPEC 2, rule 4). */
export function barredFrom({ prepared, guests, byModel, asRun = asWritten }: BarredInput): Barred {
  const { policy, creator, frozen } = prepared;
  const work = { creator, change: frozen.change };
  const known = Object.entries({ ...guests, ...policy.agents });
  const running = known.map(([name, entry]) => ({ name, entry: asRun(name, entry) }));
  // Whoever only pushed the work of others did not make it: that bars one agent, and not others of its model.
  const made = { creator, change: { commits: frozen.change.commits } };
  const makers = running.filter(({ name, entry }) => ownWork(namesOf(name, entry), made) !== undefined);
  const close = [
    closeTo({ name: kebabCase(creator) }, 'creator', { policy, byModel }),
    ...makers.map((maker) => closeTo(maker, 'creator', { policy, byModel })),
  ];
  return (name, written) => {
    const agent = asRun(name, written);
    const how = ownWork(namesOf(name, agent), work);
    if (how !== undefined) return `${name} is ${how}`;
    return close.map((bars) => bars(name, agent)).find((why) => why !== undefined);
  };
}

/** Bars the author of a fix, and whoever the policy would bar from its work. */
export function barredByFixer(
  fixer: { readonly name: string; readonly entry: AgentEntry },
  by: { readonly policy: Prepared['policy'] } & Pick<BarredInput, 'byModel' | 'asRun'>,
): Barred {
  const { asRun = asWritten } = by;
  const tooClose = closeTo({ name: fixer.name, entry: asRun(fixer.name, fixer.entry) }, 'fixer', by);
  return (name, written) => {
    const agent = asRun(name, written);
    const isFixer = ownWork(namesOf(name, agent), { creator: fixer.name, change: { commits: [] } }) !== undefined;
    return isFixer ? `${name} is the fixer` : tooClose(name, agent);
  };
}

const asWritten: AsRun = (_name, entry) => entry;

function namesOf(name: string, { model }: AgentEntry) {
  return { name, commitsAs: model === undefined ? [] : [model] };
}

function closeTo(
  maker: { readonly name: string; readonly entry?: AgentEntry },
  what: 'creator' | 'fixer',
  { policy, byModel }: { readonly policy: Prepared['policy']; readonly byModel: boolean },
): Barred {
  const model = modelOf(maker.name, maker.entry ?? {});
  const family = policy.assignment.sameFamily ? undefined : maker.entry?.family;
  return (name, agent) => {
    if (maker.name === agent.role) return `${name} has the role of the ${what}`;
    if (byModel && model === modelOf(name, agent)) return `${name} runs the model of the ${what}, ${model}`;
    if (family !== undefined && family === agent.family) return `${name} is of the ${what}'s vendor family ${family}`;
    return undefined;
  };
}
