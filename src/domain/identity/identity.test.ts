import { describe, expect, it } from 'vitest';
import type { Push } from '../model/change.js';
import type { AgentEvent, Recorded } from '../model/event.js';
import { foldAgent } from './agent.js';
import { agentName } from './name.js';
import { ownWork } from './own-work.js';

function recorded(events: readonly AgentEvent[]): Recorded<AgentEvent>[] {
  const hash = '0'.repeat(64);
  return events.map((event, index) => ({
    ...event,
    position: index + 1,
    stream: 'agent/otter',
    version: index + 1,
    at: index + 1,
    actor: 'tester',
    previous: hash,
    hash,
  }));
}

const added: AgentEvent = { type: 'agent_added', data: { kind: 'agent', role: 'tester', tokenHash: 'one' } };
const rotated: AgentEvent = { type: 'token_rotated', data: { tokenHash: 'two' } };
const revoked: AgentEvent = { type: 'agent_revoked', data: {} };

describe('an identity', () => {
  it('is what its events add up to', () => {
    expect(foldAgent([])).toBeUndefined();
    expect(foldAgent(recorded([added, rotated, revoked]))).toEqual({
      name: 'otter',
      kind: 'agent',
      role: 'tester',
      family: null,
      commitsAs: [],
      tokenHash: 'two',
      publicKey: null,
      createdAt: 1,
      revokedAt: 3,
    });
  });

  it('stays what it is by an attempt that was refused, also after its end', () => {
    const tried: AgentEvent = {
      type: 'attempt_refused',
      data: { verb: 'add_agent', code: 'human_needed', actor: 'otter' },
    };
    const whole = foldAgent(recorded([added, rotated, revoked]));
    expect(foldAgent(recorded([added, rotated, revoked, tried]))).toEqual(whole);
    expect(() => foldAgent(recorded([tried]))).toThrow(expect.objectContaining({ name: 'BrokenHistory' }) as Error);
  });

  it.each([
    ['nothing before it was added', [rotated]],
    ['no second beginning', [added, added]],
    ['no token after its end', [added, revoked, rotated]],
    ['no second life', [added, revoked, added]],
  ])('has %s', (_name, events) => {
    expect(() => foldAgent(recorded(events))).toThrow(expect.objectContaining({ name: 'BrokenHistory' }) as Error);
  });
});

describe('a name', () => {
  it.each([
    ['dana', 'dana'],
    ['Review_Bot_2', 'review-bot-2'],
    ['  otter ', 'otter'],
  ])('%j is stored as %s', (word, name) => {
    expect(agentName(word, ['auditor'])).toBe(name);
  });

  it.each(
    [
      ...[
        '',
        ' ',
        '-',
        '--',
        'a--b',
        'a-',
        '-a',
        '2nd',
        'dana/..',
        'dana danae',
        'däna',
        'dаna',
        '__proto__',
        'a\n',
        'a@b',
      ],
      'x'.repeat(65),
    ].map((word) => [word]),
  )('%j cannot be one', (word) => {
    const name = agentName(word === 'a\n' ? 'a\nb' : word, []);
    expect(name).toMatchObject({ refused: true, code: 'bad_name' });
  });

  it.each(['human', 'Human', 'nobody', 'countersign', 'unknown', 'latest', 'auditor', 'core_developer'])(
    '%s means something already',
    (word) => {
      expect(agentName(word, ['auditor', 'core-developer'])).toMatchObject({ refused: true, code: 'name_reserved' });
    },
  );
});

describe('own work (SPEC 2, rule 4)', () => {
  const nobody = { name: 'Eve', email: 'eve@example.org' };
  const by = (author: Partial<typeof nobody>, committer: Partial<typeof nobody> = {}, creator = 'builder') => ({
    creator,
    change: {
      commits: [
        { id: '1'.repeat(40), author: nobody, committer: nobody, message: '' },
        { id: '2'.repeat(40), author: { ...nobody, ...author }, committer: { ...nobody, ...committer }, message: '' },
      ],
    },
  });
  const dana = { name: 'dana-scully', commitsAs: ['D. Scully', 'Starbuck@Example.org'] };

  it.each([
    ['the creator', by({}, {}, 'dana-scully'), 'its creator'],
    ['the creator by another spelling', by({}, {}, 'Dana_Scully'), 'its creator'],
    ['the creator with an address', by({}, {}, 'Somebody <starbuck@example.org>'), 'its creator'],
    ['the author', by({ name: 'Dana Scully' }), 'author of commit 222222222222'],
    ['the author by an accent', by({ name: 'Dána Scully' }), 'author of commit 222222222222'],
    ['the author by a name of theirs', by({ name: 'd. scully' }), 'author of commit 222222222222'],
    ['the author by e-mail', by({ email: 'starbuck@example.org' }), 'author of commit 222222222222'],
    ['the author by the local part', by({ email: 'dana.scully@elsewhere.org' }), 'author of commit 222222222222'],
    ['the author behind a tag', by({ email: 'dana.scully+git@x.org' }), 'author of commit 222222222222'],
    ['the author behind a number', by({ email: '12345+dana-scully@users.example' }), 'author of commit 222222222222'],
    ['the committer', by({}, { name: 'dana-scully' }), 'committer of commit 222222222222'],
    ['the committer by e-mail', by({}, { email: 'STARBUCK@example.org' }), 'committer of commit 222222222222'],
  ])('%s', (_name, work, how) => {
    expect(ownWork(dana, work)).toBe(how);
  });

  it.each([
    ['by name', 'feat: x\n\nCo-authored-by: Dana Scully <x@example.org>'],
    ['by address, in other letters', 'feat: x\n\nCO-AUTHORED-BY:Somebody <starbuck@example.org>\nRefs: 1'],
    ['without an address, not at the end', 'co-authored-by: dana-scully\n\nand more'],
  ])('that of a co-author %s', (_name, message) => {
    const commits = [{ id: '1'.repeat(40), author: nobody, committer: nobody, message }];
    expect(ownWork(dana, { creator: 'builder', change: { commits } })).toBe('co-author of commit 111111111111');
    const others = commits.map((each) => ({ ...each, message: message.replaceAll(/co-authored/giu, 'Reviewed') }));
    expect(ownWork(dana, { creator: 'builder', change: { commits: others } })).toBeUndefined();
  });

  it('that of who last pushed it', () => {
    const pushed = (...pushes: Push[]) => ({ creator: 'builder', change: { commits: [], pushes } });
    const grace = { ref: 'refs/remotes/origin/topic', by: { name: 'Grace', email: 'g@example.org' } };
    const own = { ref: 'refs/remotes/fork/x', by: { name: 'Scully', email: 'starbuck@example.org' } };
    expect(ownWork(dana, pushed(grace, own))).toBe('who last pushed it, to fork/x');
    expect(ownWork(dana, pushed(grace))).toBeUndefined();
    expect(ownWork(dana, pushed())).toBeUndefined();
  });

  it.each([
    ['of others', by({})],
    ['of a longer name', by({ name: 'dana-scully-2' }, {}, 'dana')],
    ['of another address at the same place', by({ email: 'fox@example.org' })],
  ])('is not that %s', (_name, work) => {
    expect(ownWork(dana, work)).toBeUndefined();
  });
});
