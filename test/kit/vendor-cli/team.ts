import { cpSync } from 'node:fs';
import type { TestContext } from 'vitest';
import type { Script, ToolResult } from '../model-stub/script.js';
import { startModelStub, type ModelStub } from '../model-stub/server.js';
import { Project } from '../project.js';
import { addAgent, type Founded } from './found.js';
import { installed } from './installed.js';
import { runVendor, type Ended } from './run.js';
import type { VendorName } from './vendor.js';

/** An agent of the team: an identity in the store, and whose program it is. */
export interface Member {
  readonly vendor: VendorName;
  readonly token: string;
}

export interface Played extends Ended {
  /** What the client handed its model of the tools that the script called. */
  readonly results: readonly ToolResult[];
  /** Where the script could not be followed. */
  readonly faults: readonly string[];
}

/** A client at work. */
export interface Playing {
  /** What a tool returned, as soon as the client has handed it to its model for the given time. */
  readonly answered: (tool: string, times?: number) => Promise<ToolResult>;
  /** Settles when the script has fallen silent: nothing more will come. */
  readonly silenced: Promise<void>;
  readonly ended: Promise<Played>;
  /** Kills the client and what it started. */
  readonly stop: () => void;
}

/** A project with our server registered for each client, and agents that were given an identity in it. */
export class Team {
  readonly project = new Project();
  readonly #context: TestContext;
  readonly #founded: Founded;

  private constructor(context: TestContext, founded: Founded) {
    this.#context = context;
    this.#founded = founded;
    cpSync(founded.directory, this.project.directory, { recursive: true });
  }

  /** A copy of what was founded. Skips the test, with the reason, where one of the clients is not installed. */
  static of(context: TestContext, founded: Founded, ...names: readonly VendorName[]): Team {
    for (const name of names) {
      const program = installed(name);
      if ('absent' in program) context.skip(program.absent);
    }
    return new Team(context, founded);
  }

  /** Who works with whose program. */
  member(name: string, vendor: VendorName): Member {
    return { vendor, token: this.tokenOf(name) };
  }

  /** Somebody new. */
  async join(name: string, role: string, vendor: VendorName): Promise<Member> {
    return { vendor, token: await addAgent(this.project, name, role) };
  }

  tokenOf(name: string): string {
    const token = this.#founded.tokens[name];
    if (token === undefined) throw new Error(`${name} was given no identity`);
    return token;
  }

  /** Starts the member's client, whose model follows the script; it ends with the script, or with the test. */
  async start(member: Member, script: Script): Promise<Playing> {
    const stub = await startModelStub(script);
    const stopped = new AbortController();
    const stop = (): void => {
      stopped.abort();
    };
    const ended = this.#played(member, stub, stopped.signal);
    const over = Promise.allSettled([ended]);
    this.#context.onTestFinished(async () => {
      stop();
      await over;
    });
    return { answered: stub.answered, silenced: stub.silenced, ended, stop };
  }

  async #played(member: Member, stub: ModelStub, signal: AbortSignal): Promise<Played> {
    try {
      const ended = await runVendor({
        vendor: member.vendor,
        token: member.token,
        directory: this.project.directory,
        api: stub.url,
        prompt: 'Do your part of the review.',
        signal,
      });
      return { ...ended, results: stub.results, faults: stub.faults };
    } finally {
      await stub.close();
    }
  }
}
