import { describe, expect, it } from 'vitest';
import { frozenChange } from '../../../test/kit/frozen-change.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import type { AgentEntry } from '../../domain/model/policy-protocols.js';
import type { Policy } from '../../domain/model/policy.js';
import { isRefusal } from '../../domain/model/refusal.js';
import { barredByFixer, barredFrom } from './barred.js';
import { fixerFor, notStoodInBy } from './fix/fixer.js';
import { seatPanel } from './seat-panel.js';

const agent = (more: Partial<AgentEntry> = {}): AgentEntry => ({ role: 'peer', driver: 'cli', limits: {}, ...more });
const agents = {
  mender: agent({ role: 'author', via: 'claude', model: 'claude-opus-4-1', family: 'anthropic' }),
  twin: agent({ via: 'claude', model: 'opus', family: 'anthropic' }),
  cousin: agent({ via: 'claude', model: 'haiku', family: 'anthropic' }),
  light: agent({ driver: 'command' }),
};

function preparedFor(creator: string, more: Partial<Policy> = {}, author = 'Ada') {
  const frozen = frozenChange({ base: { 'a.ts': 'a' }, head: { 'a.ts': 'b' } });
  const by = { name: author, email: 'author@example.com' };
  const commit = { id: 'b'.repeat(40), author: by, committer: by, message: 'feat: add' };
  const change = { ...frozen.change, baseCommit: 'a'.repeat(40), headCommit: commit.id, commits: [commit] };
  return {
    policy: { ...defaultPolicy, agents, ...more },
    creator,
    frozen: { ...frozen, change },
    origin: { source: 'base', digest: 'd' } as const,
  };
}

function panelOf(creator: string, parallelModels: readonly string[], more: Partial<Policy> = {}) {
  const panel = { ...defaultPolicy.panel, parallelModels };
  const prepared = preparedFor(creator, { panel, ...more });
  const seated = seatPanel({ prepared, wanted: [], guests: {}, embedded: [], sendBack: true });
  return { prepared, seated };
}

function namesIn(seated: ReturnType<typeof seatPanel>): readonly string[] {
  if (isRefusal(seated)) throw new Error(seated.message);
  return seated.seats.map(({ name }) => name);
}

describe('a panel does not seat who made the change', () => {
  it.each<[string, string, string]>([
    ['under the name of its model', 'mender', 'claude-opus-4-1'],
    ['under its own', 'Mender', 'mender'],
    ['in another agent that runs its model', 'mender', 'twin'],
    ['in an agent that runs the model that it is named after', 'Opus', 'twin'],
    ['in the maker’s program, asked for its model', 'mender', 'opus'],
  ])('%s', (_how, creator, model) => {
    const { seated } = panelOf(creator, ['light', model]);
    expect(namesIn(seated)).toEqual(['light', 'light']);
  });

  it('nor who runs the model of an agent that wrote a commit of it', () => {
    const panel = { ...defaultPolicy.panel, parallelModels: ['light', 'twin'] };
    const seated = (author: string) =>
      seatPanel({
        prepared: preparedFor('Zed', { panel }, author),
        wanted: [],
        guests: {},
        embedded: [],
        sendBack: false,
      });
    expect(namesIn(seated('Ada'))).toContain('twin');
    expect(namesIn(seated('Mender'))).not.toContain('twin');
  });

  it('nor who runs that model by the words of the user', () => {
    const panel = { ...defaultPolicy.panel, parallelModels: ['light', 'cousin'] };
    const asRun = (name: string, entry: AgentEntry) => (name === 'cousin' ? { ...entry, model: 'opus' } : entry);
    const on = { prepared: preparedFor('mender', { panel }), wanted: [], guests: {}, embedded: [], sendBack: true };
    expect(namesIn(seatPanel(on))).toContain('cousin');
    expect(namesIn(seatPanel({ ...on, asRun }))).not.toContain('cousin');
    const fixer = { name: 'mender', entry: agents.mender };
    expect(barredByFixer(fixer, { policy: defaultPolicy, byModel: true, asRun })('cousin', agents.cousin)).toBe(
      'cousin runs the model of the fixer, opus',
    );
  });

  it('and seats others of its vendor, where the policy allows that', () => {
    expect(namesIn(panelOf('mender', ['light', 'cousin']).seated)).toContain('cousin');
    const assignment = { ...defaultPolicy.assignment, sameFamily: false };
    expect(namesIn(panelOf('mender', ['light', 'cousin'], { assignment }).seated)).not.toContain('cousin');
  });

  it('and refuses models that are one agent', () => {
    expect(panelOf('Ada', ['mender', 'claude-opus-4-1']).seated).toMatchObject({ code: 'panel_repeats_agent' });
  });
});

describe('a fixer', () => {
  const fixed = (by: string, models: readonly string[], more: Partial<Policy> = {}) => {
    const { prepared, seated } = panelOf('Ada', models, more);
    if (isRefusal(seated)) throw new Error(seated.message);
    return fixerFor({ by, apply: false }, { prepared, guests: {}, agents: seated.seats, byModel: true });
  };

  it.each<[string, readonly string[], string]>([
    ['under the name of its model', ['light', 'claude-opus-4-1'], 'of those who review, mender is the fixer'],
    ['under its own', ['mender'], 'mender is the fixer'],
    ['in another agent that runs its model', ['light', 'twin'], 'twin runs the model of the fixer, opus'],
    ['in the program that knows its model', ['opus'], 'runs the model of the fixer, opus'],
  ])('does not review its own fix %s', (_how, models, why) => {
    const refused = fixed('mender', models);
    if (!isRefusal(refused)) throw new Error('not refused');
    expect(refused.code).toBe('fixer_reviews');
    expect(refused.message).toContain(why);
  });

  it('may mend what others review', () => {
    expect(fixed('mender', ['light', 'cousin'])).toMatchObject({ name: 'mender' });
    const assignment = { ...defaultPolicy.assignment, sameFamily: false };
    expect(fixed('mender', ['light', 'cousin'], { assignment })).toMatchObject({ code: 'fixer_reviews' });
  });

  it('stands in for nobody, nor does who has its role or model', () => {
    const entries = Object.entries({ ...agents, namesake: agent({ role: 'mender' }) });
    const standIns = entries.map(([name, entry]) => ({
      name,
      entry,
      seat: { role: entry.role, driver: entry.driver },
    }));
    const seat = { role: 'peer', driver: 'cli', agent: 'rev' } as const;
    const on = {
      prepared: preparedFor('Ada'),
      agents: [{ name: 'rev', entry: agent(), seat, standIns }],
      byModel: true,
    };
    const fixer = { name: 'mender', entry: agents.mender, seat: { role: 'author', driver: 'cli' } as const };
    expect(notStoodInBy(fixer, on)[0]?.standIns.map(({ name }) => name)).toEqual(['cousin', 'light']);
  });
});

describe('an agent under the protocol standards', () => {
  it('may run the model of the creator, as the policy allows its vendor family, and not be the creator', () => {
    const barred = barredFrom({ prepared: preparedFor('mender'), guests: {}, byModel: false });
    expect(barred('twin', agents.twin)).toBeUndefined();
    expect(barred('mender', agents.mender)).toBe('mender is its creator');
    const byFixer = barredByFixer({ name: 'mender', entry: agents.mender }, { policy: defaultPolicy, byModel: false });
    expect(byFixer('twin', agents.twin)).toBeUndefined();
    expect(byFixer('mender', agents.mender)).toBe('mender is the fixer');
  });

  it('is the creator where that goes by the name of its model', () => {
    const barred = barredFrom({ prepared: preparedFor('Opus <opus@example.com>'), guests: {}, byModel: false });
    expect(barred('twin', agents.twin)).toBe('twin is its creator');
  });
});
