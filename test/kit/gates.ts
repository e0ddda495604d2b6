import { jsonrepair } from 'jsonrepair';
import { ManualClock } from '../../src/adapters/clock/manual-clock.js';
import { evaluateExitCondition } from '../../src/adapters/policy-file/exit-conditions.js';
import { loadWorkflow } from '../../src/adapters/policy-file/load-workflow.js';
import { MemoryStore } from '../../src/adapters/storage/memory/memory-store.js';
import { tick } from '../../src/application/deadlines/tick.js';
import type { RunGateDependencies } from '../../src/application/gate/dependencies.js';
import { runGate } from '../../src/application/gate/run.js';
import type { AgentSaid, GatePrompt } from '../../src/application/ports/gate-agents.js';
import type { Store } from '../../src/application/ports/store.js';
import type { GateRecord } from '../../src/domain/gate/log.js';
import { isRefusal, type Refusal } from '../../src/domain/model/refusal.js';
import { defaultPolicy } from '../../src/domain/policy/default-policy.js';
import { digest } from './digest.js';

/** What the reviewer answers to one artifact: a decision with feedback, or its whole answer. */
export type Answer = readonly ['GO' | 'NO_GO', string, object?] | { readonly raw: string };

export const usualWorkflow = `
tasks:
  implement:
    agent: dev
    description: Check the token on every request
    acceptance_criteria: [every request without a token is refused]
    artifact: docs/auth.md
    overlays:
      agentic_review:
        enabled: true
        coder_agent: dev
        reviewer_agent: reviewer
        max_iterations: 3
        exit_conditions: ["review.decision == GO"]
`;

/** A repository in memory, a coder that makes one artifact after the other, and a reviewer that says what it was told to. */
export class GateBench {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly files = new Map<string, Uint8Array>();
  readonly committed = new Map<string, string>();
  readonly prompts: GatePrompt[] = [];
  readonly log: GateRecord[] = [];
  /** What an agent says instead. */
  says: ((prompt: GatePrompt) => AgentSaid | undefined | Promise<AgentSaid | undefined>) | undefined;
  redact: RunGateDependencies['redact'] = (text) => Promise.resolve(text);
  logFails = false;
  artifactFails = false;
  #ids = 0;
  #random = 0;
  #made = 0;
  readonly #answers: Answer[];

  constructor(
    answers: readonly Answer[],
    workflow = usualWorkflow,
    store: Store = new MemoryStore(),
    clock = new ManualClock(0),
  ) {
    this.store = store;
    this.clock = clock;
    this.#answers = [...answers];
    this.committed.set('workflow.yaml', workflow);
    this.committed.set(
      'AGENTS.md',
      '# Us\n\n## Standards\n\nErrors are handled where they happen.\n\n## Other\n\nBe kind.\n',
    );
  }

  on(token?: string): RunGateDependencies {
    const { store, clock } = this;
    return {
      ...{ store, clock, digest },
      caller: { token, claimed: () => Promise.resolve('somebody') },
      overdue: async () => (await tick({ store, clock, digest })).fired,
      artifacts: {
        read: (path) => Promise.resolve(this.files.get(path)),
        write: (path, content) => {
          if (this.artifactFails) return Promise.resolve(`${path} was not written: no space left`);
          this.files.set(path, content);
          return Promise.resolve(undefined);
        },
      },
      digestBytes: digest,
      placeOfBlob: (of) => Promise.resolve(`blobs/${of}`),
      newId: () => `G${(this.#ids += 1)}`,
      random: () => `nonce${String((this.#random += 1)).padStart(27, '0')}`,
      readFile: (path) => {
        const text = this.committed.get(path);
        return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
      },
      loadWorkflow,
      policy: defaultPolicy,
      agents: { known: () => undefined, ask: (prompt) => this.#ask(prompt) },
      evaluate: evaluateExitCondition,
      repair: jsonrepair,
      redact: this.redact,
      log: {
        append: (record) => {
          if (this.logFails) return Promise.resolve('the review log was not written: no space left');
          this.log.push(record);
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

  async run(task = 'implement') {
    const done = await this.tries(task);
    if (isRefusal(done)) throw new Error(`${done.code}: ${done.message}`);
    return done;
  }

  tries(task = 'implement', workflow = 'workflow.yaml'): ReturnType<typeof runGate> {
    const ask = { workflow, task };
    return runGate(this.on(), ask, () => undefined, new AbortController().signal);
  }

  async #ask(prompt: GatePrompt): Promise<AgentSaid> {
    this.prompts.push(prompt);
    const said = await this.says?.(prompt);
    if (said !== undefined) return said;
    const made = /BEGIN ARTIFACT (\w+)/u.exec(prompt.prompt)?.[1];
    if (made !== undefined) {
      this.#made += 1;
      return { kind: 'answered', text: `BEGIN ARTIFACT ${made}\nversion ${this.#made}\nEND ARTIFACT ${made}` };
    }
    const nonce = /The nonce of this request is (\w+)/u.exec(prompt.prompt)?.[1] ?? '';
    const answer = this.#answers.shift() ?? ['NO_GO', `not yet ${this.#made}`];
    if ('raw' in answer) return { kind: 'answered', text: answer.raw };
    const [decision, feedback, checks = {}] = answer;
    const all = { acceptance_criteria_met: true, code_standards_met: true, test_coverage_adequate: true };
    const quality_checks = { ...all, security_review_passed: true, ...checks };
    return { kind: 'answered', text: JSON.stringify({ nonce, decision, feedback, quality_checks }) };
  }
}

export function refusalOf(value: unknown): Refusal {
  if (!isRefusal(value)) throw new Error('it was not refused');
  return value;
}
