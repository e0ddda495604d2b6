import { describe, expect, it } from 'vitest';
import type { AgentEntry } from '../model/policy-protocols.js';
import { modelOf } from './model-identity.js';
import { panelSeating, type PanelSeatingInput } from './panel-seating.js';

const agent = (more: Partial<AgentEntry> = {}): AgentEntry => ({ role: 'peer', driver: 'cli', limits: {}, ...more });

function seated(models: readonly string[], on: Partial<PanelSeatingInput> = {}) {
  return panelSeating({
    models,
    agents: {},
    guests: {},
    embedded: [],
    barred: () => undefined,
    asRun: (_, entry) => entry,
    ...on,
  });
}

describe('a seat of the panel', () => {
  it('bears the name of the agent and not that of the model by which it was found', () => {
    const { seats, voices } = seated(['opus'], { agents: { mender: agent({ model: 'opus' }) } });
    expect(seats.map(({ name, seat }) => [name, seat])).toEqual([
      ['mender', { role: 'spec', driver: 'cli', model: 'opus', agent: 'mender' }],
      ['mender', { role: 'quality', driver: 'cli', model: 'opus', agent: 'mender' }],
    ]);
    expect(voices).toEqual([
      { stage: 'spec', model: 'opus', seats: ['spec/mender@cli:opus'] },
      { stage: 'quality', model: 'opus', seats: ['quality/mender@cli:opus'] },
    ]);
  });

  it('is not given to an agent that is barred, whatever model it is found by, and stays owed', () => {
    const asked: string[] = [];
    const barred = (name: string) => {
      asked.push(name);
      return name === 'mender' ? 'mender is its creator' : undefined;
    };
    const agents = { mender: agent({ model: 'opus' }), other: agent() };
    const { seats, voices, rules } = seated(['other', 'opus'], { agents, barred });
    expect(asked).toEqual(['other', 'mender']);
    expect(seats.map(({ name }) => name)).toEqual(['other', 'other']);
    expect(voices).toHaveLength(4);
    expect(rules.at(-1)).toMatchObject({ id: 'seats.opus', reason: 'no seat for opus: mender is its creator' });
  });

  it('is not that of another agent that runs the same model, which would agree with itself', () => {
    const agents = { first: agent({ model: 'claude-opus-4-1' }), second: agent({ model: 'opus' }) };
    expect(seated(['first', 'opus'], { agents })).toMatchObject({ same: { runs: 'opus', models: ['first', 'opus'] } });
  });

  it('is not that of an agent which this machine has run the model of another', () => {
    const agents = { first: agent({ model: 'opus' }), second: agent({ model: 'gpt-5' }) };
    const asRun = (name: string, entry: AgentEntry) => (name === 'second' ? { ...entry, model: 'opus' } : entry);
    expect(seated(['first', 'second'], { agents }).same).toBeUndefined();
    expect(seated(['first', 'second'], { agents, asRun }).same).toEqual({ runs: 'opus', models: ['first', 'second'] });
  });

  it('is not one agent under two names, which would agree with itself', () => {
    const agents = { first: agent({ model: 'opus' }) };
    expect(seated(['first', 'opus'], { agents }).twice).toEqual({ name: 'first', models: ['first', 'opus'] });
  });
});

describe('the model of an agent', () => {
  it.each<[string, Partial<AgentEntry>, string]>([
    ['mender', { model: 'opus' }, 'opus'],
    ['mender', { model: 'claude-opus-4-1-20250805' }, 'opus'],
    ['mender', { model: 'anthropic/claude-Sonnet-4.5' }, 'sonnet'],
    ['mender', { model: 'gpt-5' }, 'gpt-5'],
    ['mender', { model: 'magnum-opus' }, 'magnum-opus'],
    ['mender', { via: 'codex' }, 'codex'],
    ['codex', {}, 'codex'],
  ])('%s %j: %s', (name, entry, model) => {
    expect(modelOf(name, agent(entry))).toBe(model);
  });
});
