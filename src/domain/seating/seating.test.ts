import { describe, expect, it } from 'vitest';
import type { AgentEntry } from '../model/policy-protocols.js';
import { seatName } from '../model/seat.js';
import { seating, type SeatingInput } from './seating.js';

const agent = (over: Partial<AgentEntry> = {}): AgentEntry => ({
  role: 'reviewer',
  driver: 'cli',
  limits: {},
  ...over,
});
const agents = {
  claude: agent({ model: 'opus' }),
  codex: agent(),
  scribe: agent({ role: 'tester', driver: 'command' }),
  watcher: agent({ role: 'tester', driver: 'mcp' }),
};

function seat(over: Partial<SeatingInput> = {}) {
  return seating({
    policy: { agents, seats: [] },
    line: { backup: 'tester' },
    reviewer: undefined,
    wanted: [],
    guests: { gemini: agent({ via: 'gemini' }) },
    policyFile: true,
    barred: () => undefined,
    ...over,
  });
}

const names = (result: ReturnType<typeof seat>) =>
  result.seats.map((each) => [seatName(each.seat), ...each.standIns.map(({ name }) => name)].join(' < '));

describe('seats', () => {
  it.each<[string, Partial<SeatingInput>, readonly string[]]>([
    ['nobody where nobody is assigned', {}, []],
    [
      'the assigned agent, with its role and then the backup behind it',
      { reviewer: 'claude' },
      ['reviewer/claude@cli:opus < codex < scribe'],
    ],
    [
      'whoever has the name of an agent for a role',
      { reviewer: 'claude', policy: { agents: { ...agents, gemini: agent({ role: 'claude' }) }, seats: [] } },
      ['reviewer/claude@cli:opus < codex < scribe'],
    ],
    [
      'the agent that is called as its role, with others of that role behind it',
      {
        reviewer: 'helper',
        policy: { agents: { helper: agent({ role: 'helper' }), spare: agent({ role: 'helper' }) }, seats: [] },
      },
      ['helper@cli < spare'],
    ],
    ['the first of an assigned role', { reviewer: 'reviewer' }, ['reviewer/claude@cli:opus < codex < scribe']],
    ['nobody for an agent that comes by itself', { reviewer: 'watcher' }, []],
    ['nobody for a person', { reviewer: 'human' }, []],
    [
      'the seats of the policy, each agent once',
      { reviewer: 'codex', policy: { agents, seats: ['claude', 'codex'] } },
      ['reviewer/codex@cli < scribe', 'reviewer/claude@cli:opus'],
    ],
    ['whom the caller names', { wanted: ['codex', 'gemini'] }, ['reviewer/codex@cli < claude', 'reviewer/gemini@cli']],
  ])('%s', (_name, over, expected) => {
    expect(names(seat(over))).toEqual(expected);
  });

  it('are not for the author, also not as a stand-in, and that is told', () => {
    const result = seat({
      reviewer: 'claude',
      policy: { agents, seats: ['codex'] },
      barred: (name) => (name === 'codex' ? 'codex is its creator' : undefined),
    });
    expect(names(result)).toEqual(['reviewer/claude@cli:opus < scribe']);
    expect(result.rules).toContainEqual({
      id: 'seats.codex',
      result: 'not_applicable',
      reason: 'no seat for codex: codex is its creator',
    });
  });

  it('that only the caller names are guests where a policy is in force', () => {
    const wanted = ['gemini', 'codex'];
    expect(seat({ wanted }).seats.map((each) => each.seat.advisory)).toEqual([true, undefined]);
    expect(seat({ wanted, policyFile: false }).seats.map((each) => each.seat.advisory)).toEqual([undefined, undefined]);
  });

  it('are also for an agent that comes by itself where the caller names it, with nobody behind it', () => {
    expect(names(seat({ wanted: ['watcher'] }))).toEqual(['tester/watcher@mcp']);
  });

  it('names that nobody bears are told', () => {
    expect(seat({ wanted: ['nobody', 'toString'] }).unknown).toEqual(['nobody', 'toString']);
  });
});
