import { resolve } from 'node:path';
import { findDriver } from '../../src/adapters/drivers/find-driver.js';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import { panelReviewer } from '../../src/adapters/drivers/panel-reviewer.js';
import { loadRepairJson } from '../../src/adapters/opinion-text/repair-json.js';
import type { AskDependencies } from '../../src/application/peer/call/call.js';
import type { Reviewer } from '../../src/application/ports/reviewer.js';
import { digest } from '../../src/main/digest.js';
import type { Peers } from './peers.js';

const fake = resolve('dist/main/fake-agent.js');

/** `critic` comes by itself; unclaimed for ten minutes, `helper` is called, then `spare`. */
export const claimPolicy = `
precheck: off
reviewer_matrix:
  '*': { primary: critic, backup: second, escalate: human }
agents:
  critic: { role: critic, driver: mcp, fallback: [helper, spare] }
  second: { role: second, driver: mcp }
  helper: { driver: command }
  spare: { driver: command }
criteria:
  '*':
    required:
      - correct: 'It does what it says'
`;

let numbers = 0;

/** What a worker calls agents with: real programs that play an agent, and something that happens while one is asked. */
export async function calling(
  peers: Peers,
  behaviours: Readonly<Record<string, Behaviour>>,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<AskDependencies> {
  const { looking } = await peers.on(undefined);
  const agents = Object.fromEntries(
    Object.entries(behaviours).map(([name, behaviour]) => [
      name,
      { run: [process.execPath, fake, behaviour] as const, env: [] },
    ]),
  );
  const { store } = peers;
  const panel = panelReviewer({
    find: (each, signal) =>
      findDriver(each, { file: '/config.yaml', agents }, { env: process.env, untrusted: [] }, signal),
    random: () => String(++numbers).padStart(32, '0'),
    redact: (text) => Promise.resolve(text),
    loadRepair: loadRepairJson,
    storeEvidence: (bytes) => store.blobs.put(bytes),
  });
  const reviewer: Reviewer = {
    seats: (packet) => panel.seats(packet),
    review: async (...asked) => {
      const opinions = await panel.review(...asked);
      await meanwhile();
      return opinions;
    },
  };
  return {
    store,
    clock: peers.clock,
    digest,
    newNonce: () => `called-${String((numbers += 1))}`,
    content: (change) => looking.repository.freeze({ kind: 'recorded', change }),
    reviewer,
  };
}
