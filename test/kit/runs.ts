import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { MemoryStore } from '../../src/adapters/storage/memory/memory-store.js';
import { tick } from '../../src/application/deadlines/tick.js';
import type { Store } from '../../src/application/ports/store.js';
import type { RunDependencies, StartRunDependencies } from '../../src/application/run/dependencies.js';
import { loadRun } from '../../src/application/run/record.js';
import { startRun } from '../../src/application/run/start.js';
import { answerCycle, emitEvent } from '../../src/application/run/talk.js';
import { isRefusal, type Refusal } from '../../src/domain/model/refusal.js';
import type { CycleVerdict, Run, RunEventKind } from '../../src/domain/model/run.js';
import { defaultPolicy } from '../../src/domain/policy/default-policy.js';
import { digest } from './digest.js';

export const minute = 60_000;

/** Agents `ada`, `bo` and `cy` and the person `dana` on one store and one clock; a token is the name itself. */
export class Team {
  readonly store: Store;
  readonly clock = new ManualClock(0);
  readonly agents: readonly string[];
  #runs = 0;

  private constructor(store: Store, agents: readonly string[]) {
    this.store = store;
    this.agents = agents;
  }

  static async of(agents: readonly string[] = ['ada', 'bo', 'cy'], store: Store = new MemoryStore()): Promise<Team> {
    const team = new Team(store, agents);
    for (const name of agents) await team.#add(name, 'agent');
    await team.#add('dana', 'human');
    return team;
  }

  async #add(name: string, kind: 'agent' | 'human'): Promise<void> {
    const data = { kind, role: name, tokenHash: digest(name) };
    const events = [{ type: 'agent_added', data }] as const;
    await this.store.append({ stream: `agent/${name}`, expectedVersion: 0, actor: 'test', at: 0, events });
  }

  /** What a use case works with when `name` calls; undefined: nobody whom a token proves. */
  as(name: string | undefined): StartRunDependencies {
    const { store, clock } = this;
    const on: RunDependencies = {
      ...{ store, clock, digest },
      caller: { token: name, claimed: () => Promise.resolve('somebody') },
      overdue: async () => (await tick({ store, clock, digest })).fired,
      heartbeat: () => Promise.resolve(),
    };
    return { ...on, newId: () => `R${(this.#runs += 1)}`, policy: () => Promise.resolve(defaultPolicy) };
  }

  async start(agents = this.agents): Promise<Run> {
    return done(await startRun(this.as(undefined), { agents, title: 'Login' }));
  }

  async event(agent: string, kind: RunEventKind, summary = `${agent} did something`, run?: string) {
    return done(await emitEvent(this.as(agent), { kind, summary, ...(run === undefined ? {} : { run }) }));
  }

  /** Of the latest cycle, as whoever read what it is asked says. */
  async answer(agent: string, verdict: CycleVerdict, run?: string) {
    const { cycles } = await this.run(run);
    const given = { verdict, summary: `${agent} read it`, issues: [], cycle: cycles.length };
    return done(await answerCycle(this.as(agent), { ...given, ...(run === undefined ? {} : { run }) }));
  }

  /** A milestone of the first agent, then one answer for each agent; null: none. */
  async cycle(...verdicts: readonly (CycleVerdict | null)[]): Promise<Run> {
    await this.event(this.agents[0] ?? '', 'milestone');
    for (const [index, verdict] of verdicts.entries())
      if (verdict !== null) await this.answer(this.agents[index] ?? '', verdict);
    return this.run();
  }

  async run(id = 'R1'): Promise<Run> {
    return (await loadRun(this.store, id)).run;
  }

  /** Lets time pass, and whatever process comes next fire what is due. */
  async pass(minutes: number): Promise<number> {
    this.clock.advance(minutes * minute);
    return this.as(undefined).overdue();
  }

  async types(id = 'R1'): Promise<readonly string[]> {
    return (await this.store.readStream(`run/${id}`)).map(({ type }) => type);
  }
}

export function done<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`${value.code}: ${value.message}`);
  return value;
}
