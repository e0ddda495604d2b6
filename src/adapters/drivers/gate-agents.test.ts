import { expect, it } from 'vitest';
import { gateAnswerSchema } from '../../application/prompt/gate-prompt.js';
import type { DriverAnswer } from './driver.js';
import { gateAgents } from './gate-agents.js';

const key = 'what-the-agent-was-handed';

function asked(answer: DriverAnswer) {
  const agents = gateAgents({
    agents: { rob: { role: 'tester', driver: 'cli', limits: {} } },
    find: () =>
      Promise.resolve({
        driver: {
          name: 'rob 1',
          readsCheckout: true,
          ask: () => Promise.resolve(answer),
        },
      }),
    progress: () => undefined,
  });
  const prompt = { agent: 'rob', prompt: 'decide', schema: gateAnswerSchema, timeoutMs: 1_000 };
  return agents.ask(prompt, new AbortController().signal);
}

it('hands on no credential that an agent was handed, whether it answers or fails', async () => {
  const failure = { kind: 'quota', detail: `401 for ${key}` } as const;
  const beside = { transcript: '', secrets: [key] };
  expect(await asked({ kind: 'answered', text: `mine is ${key}`, ...beside })).toEqual({
    kind: 'answered',
    text: 'mine is [redacted]',
  });
  expect(await asked({ kind: 'failed', failure, ...beside })).toEqual({
    kind: 'failed',
    detail: 'quota: 401 for [redacted]',
  });
});
