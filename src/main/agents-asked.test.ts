import { describe, expect, it } from 'vitest';
import type { AgentEntry } from '../domain/model/policy-protocols.js';
import { asRun } from './agents-asked.js';

const judge: AgentEntry = { role: 'peer', driver: 'cli', via: 'claude', model: 'sonnet', limits: {} };

describe('what an agent of the policy runs', () => {
  it.each<[string, Parameters<typeof asRun>[0]['agents'], Partial<AgentEntry>]>([
    ['is what the policy says', {}, { model: 'sonnet', via: 'claude' }],
    [
      'is what the user says of it',
      { judge: { env: [], model: 'opus', via: 'codex' } },
      { model: 'opus', via: 'codex' },
    ],
    ['is what the user says of its program', { claude: { env: [], model: 'opus' } }, { model: 'opus', via: 'claude' }],
    [
      'is what the user says of it, and nothing of its program then',
      { judge: { env: [] }, claude: { env: [], model: 'opus' } },
      { model: 'sonnet' },
    ],
  ])('%s', (_what, agents, runs) => {
    expect(asRun({ file: '/agents.yaml', agents })('judge', judge)).toMatchObject(runs);
  });
});
