import type { TestContext } from 'vitest';
import { answeredCalls, type Script, type ToolResult } from '../model-stub/script.js';
import { startModelStub } from '../model-stub/server.js';
import { Project } from '../project.js';
import { installed } from './installed.js';
import { runVendor, type Ended } from './run.js';
import type { VendorName } from './vendor.js';
import { vendors } from './vendors.js';

/** An agent of the team: an identity in the store, and whose program it is. */
export interface Member {
  readonly name: string;
  readonly vendor: VendorName;
  readonly token: string;
}

export interface Played extends Ended {
  /** What the client handed its model of the tools that the script called. */
  readonly results: readonly ToolResult[];
  /** Where the script could not be followed. */
  readonly faults: readonly string[];
}

/** A project with our server registered for each client, and agents that were given an identity in it. */
export class Team {
  readonly project = new Project();

  /** Skips the test, with the reason, where one of the clients is not installed. */
  static of(context: TestContext, ...names: readonly VendorName[]): Team {
    for (const name of names) {
      const program = installed(name);
      if ('absent' in program) context.skip(program.absent);
    }
    return new Team();
  }

  /** `countersign init` for every client, and the policy; all committed. */
  async found(policy: string): Promise<void> {
    this.project.commit('Begin', { 'README.md': '# Sums\n' });
    const clients = Object.values(vendors).flatMap(({ client }) => ['--agent', client]);
    await this.#countersign(['init', ...clients]);
    this.project.commit('Countersign', { '.countersign/policy.yaml': policy });
  }

  async join(name: string, vendor: VendorName, role = name): Promise<Member> {
    const out = await this.#countersign(['agent', 'add', name, '--role', role, '--json']);
    const { token } = JSON.parse(out) as { readonly token: string };
    return { name, vendor, token };
  }

  /** Starts the member's client and lets its model follow the script to the end; ends it where the script falls silent. */
  async play(member: Member, script: Script): Promise<Played> {
    const stub = await startModelStub(script);
    try {
      const { directory } = this.project;
      const ended = await runVendor({
        vendor: member.vendor,
        token: member.token,
        directory,
        api: stub.url,
        prompt: 'Do your part of the review.',
        signal: abortedAfter(stub.silenced),
      });
      const results = stub.heard.at(-1)?.conversation.results ?? [];
      return { ...ended, results: answeredCalls(script, results), faults: stub.faults };
    } finally {
      await stub.close();
    }
  }

  async #countersign(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.project.run(args);
    if (code !== 0) throw new Error(`countersign ${args.join(' ')}: exit ${code}\n${stderr}`);
    return stdout;
  }
}

/** Aborted once a script has fallen silent: nothing more will come. */
function abortedAfter(silenced: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void silenced.then(() => controller.abort());
  return controller.signal;
}
