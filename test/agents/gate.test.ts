import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findDriver } from '../../src/adapters/drivers/find-driver.js';
import { gateAgents } from '../../src/adapters/drivers/gate-agents.js';
import type { AcpBehaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import { loadRepairJson } from '../../src/adapters/opinion-text/repair-json.js';
import { readGateAnswer } from '../../src/application/gate/read-answer.js';
import { gateAnswerSchema, reviewerPrompt } from '../../src/application/prompt/gate-prompt.js';

const fake = resolve('dist/main/fake-agent.js');
const nonce = 'f'.repeat(32);

const brief = {
  task: 'auth-design',
  description: '',
  acceptanceCriteria: ['it is clear'],
  standards: null,
  history: [],
  iteration: 1,
  maxIterations: 3,
};

/** The decision of a reviewer that is asked over the Agent Client Protocol. */
async function decision(behaviour: AcpBehaviour) {
  const run = [process.execPath, fake, behaviour, '--acp'] as const;
  const configured = { file: '/config.yaml', agents: { rob: { run, env: [] } } };
  const agents = gateAgents({
    agents: { rob: { role: 'reviewer', driver: 'acp', limits: {} } },
    find: (agent, signal) => findDriver(agent, configured, { env: process.env, untrusted: [] }, signal),
    progress: () => undefined,
  });
  const prompt = reviewerPrompt(brief, '# Auth\n', { nonce, fence: 'e'.repeat(32) });
  const asked = { agent: 'rob', prompt, nonce, schema: gateAnswerSchema, timeoutMs: 60_000 };
  const said = await agents.ask(asked, new AbortController().signal);
  if (said.kind === 'failed') throw new Error(said.detail);
  return readGateAnswer(said.text, nonce, await loadRepairJson()).decision;
}

it.each<[AcpBehaviour, 'GO' | 'NO_GO']>([
  ['looks-first', 'GO'],
  ['says-twice', 'GO'],
  ['looks-after', 'NO_GO'],
  ['turns-round', 'NO_GO'],
])(
  'what the reviewer of a gate says before a tool is heard, and the strictest of it counts: %s, %s',
  async (behaviour, expected) => {
    expect(await decision(behaviour)).toBe(expected);
  },
);
