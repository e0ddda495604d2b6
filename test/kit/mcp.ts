import { Client, InMemoryTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import type { PeerReview } from '../../src/application/peer-review.js';
import type { Runs } from '../../src/application/runs.js';
import type { Refusal } from '../../src/domain/model/refusal.js';
import type { Host, Reviews } from '../../src/surfaces/mcp/host.js';
import { mcpServer } from '../../src/surfaces/mcp/server.js';
import { ObservedTransport } from '../../src/surfaces/mcp/stdio/observed-transport.js';
import { Watch } from '../../src/surfaces/mcp/watch.js';

/** Both eras of the protocol: 2025, which begins with `initialize`, and 2026, where each request stands alone. */
export const eras = ['legacy', 'modern'] as const;
export type Era = (typeof eras)[number];

export type Given = Partial<Omit<Reviews, 'peer' | 'runs'>> & {
  readonly peer?: Partial<PeerReview>;
  readonly runs?: Partial<Runs>;
};

export interface Connected {
  readonly client: Client;
  readonly watch: Watch;
  /** Faults that the server reported. */
  readonly faults: unknown[];
}

/** A client in memory, connected to a server whose application has only the methods that a test may call. */
export async function connect(
  given: Given | Refusal | (() => Promise<never>),
  { era = 'legacy', identified = true }: { readonly era?: Era; readonly identified?: boolean } = {},
): Promise<Connected> {
  const faults: unknown[] = [];
  const host: Host = {
    reviews: () =>
      typeof given === 'function' ? given() : Promise.resolve('refused' in given ? given : complete(given)),
    identified,
    version: '0.0.0-test',
    report: (fault) => faults.push(fault),
  };
  const watch = new Watch(host);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => mcpServer(host, watch), { transport: new ObservedTransport(far, watch) });
  const client = new Client({ name: 'test', version: '1' }, optionsOf(era));
  await client.connect(near);
  onTestFinished(async () => {
    watch.close();
    await client.close();
    await handle.close();
  });
  return { client, watch, faults };
}

/** What makes a client speak one era and no other. */
export function optionsOf(era: Era): ClientOptions {
  return { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } };
}

function complete({ peer = {}, runs = {}, ...given }: Given): Reviews {
  const own = { own: () => Promise.resolve([]) };
  return unexpected({ ...given, peer: unexpected(peer), runs: unexpected({ ...own, ...runs }) }) as Reviews;
}

/** Every method that a test did not give fails loudly when it is called. */
function unexpected(given: object): object {
  return new Proxy(given, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name) as unknown;
      // A promise asks for `then` before it settles with the object.
      if (name === 'then') return undefined;
      throw new Error(`the server called ${String(name)}, which this test did not expect`);
    },
  });
}
