import type { AgentEntry } from '../../../domain/model/policy-protocols.js';
import { refuse, type Refusal } from '../../../domain/model/refusal.js';
import { isAsked } from '../../../domain/model/seat.js';
import { kebabCase } from '../../../domain/policy/lookup.js';
import type { PanelSeat, SeatedAgent } from '../../../domain/seating/seating.js';
import type { ReviewRequest } from '../../application.js';
import { barredByFixer, type AsRun } from '../barred.js';
import type { Prepared } from '../prepare.js';

export interface FixerInput {
  readonly prepared: Pick<Prepared, 'policy' | 'creator' | 'frozen'>;
  readonly guests: Readonly<Record<string, AgentEntry>>;
  /** Agents that review. */
  readonly agents: readonly PanelSeat[];
  /** Whether seats are those of models. */
  readonly byModel: boolean;
  readonly asRun?: AsRun | undefined;
}

/**
 * The agent that mends what the review finds: whom the caller names, else the creator. It holds no seat, since nobody judges
 * the own fix (SPEC 2, rule 4).
 */
export function fixerFor(fix: NonNullable<ReviewRequest['fix']>, input: FixerInput): SeatedAgent | Refusal {
  const { prepared, guests, agents } = input;
  const { change } = prepared.frozen;
  if (change.headCommit === undefined || change.baseCommit === undefined)
    return refuse(
      'fix_needs_commits',
      'an agent mends a change between two commits, and this one has an end that is none',
      'commit what is to be reviewed first',
    );
  const name = kebabCase(fix.by ?? prepared.creator);
  const entry = entryOf(name, prepared.policy.agents) ?? entryOf(name, guests);
  if (entry === undefined) {
    const known = [...Object.entries(prepared.policy.agents), ...Object.entries(guests)];
    const names = known.filter(([, { driver }]) => isAsked(driver)).map(([each]) => each);
    return refuse(
      'unknown_fixer',
      `nobody called ${name} can be asked to mend the change`,
      `name an agent with \`--fix-by\`: ${[...new Set(names)].join(', ')}`,
    );
  }
  const barred = barredByFixer({ name, entry }, { ...input, policy: prepared.policy });
  const [why] = agents.flatMap((agent) => barred(agent.name, agent.entry) ?? []);
  if (why !== undefined)
    return refuse(
      'fixer_reviews',
      `${name} can not mend it as well: of those who review, ${why}`,
      'name another agent with `--fix-by`, or give its seat to somebody else',
    );
  return { name, entry, seat: { role: entry.role, driver: entry.driver, agent: name } };
}

/** The seats without those among the stand-ins that would judge the fixer's work as their own. */
export function notStoodInBy(fixer: SeatedAgent, input: Omit<FixerInput, 'guests'>): readonly PanelSeat[] {
  const { agents, prepared } = input;
  const barred = barredByFixer(fixer, { ...input, policy: prepared.policy });
  return agents.map((agent) => ({
    ...agent,
    standIns: agent.standIns.filter(({ name, entry }) => barred(name, entry) === undefined),
  }));
}

function entryOf(name: string, agents: Readonly<Record<string, AgentEntry>>): AgentEntry | undefined {
  const entry = Object.hasOwn(agents, name) ? agents[name] : undefined;
  return entry !== undefined && isAsked(entry.driver) ? entry : undefined;
}
