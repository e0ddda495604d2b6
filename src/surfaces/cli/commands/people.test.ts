import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../../test/kit/cli.js';
import { changesRequested, decided } from '../../../../test/kit/review-document.js';
import type { Agents, Application } from '../../../application/application.js';
import type { PatternReport } from '../../../application/patterns.js';
import type { AgentRow, ReviewRow } from '../../../application/ports/store.js';
import type { EscalationDocument } from '../../../application/queries/document.js';
import { exitCode } from '../exit-code.js';

const at = Date.parse('2026-03-04T11:30:00Z');
const otter: AgentRow = {
  name: 'otter',
  kind: 'agent',
  role: 'tester',
  family: null,
  commitsAs: [],
  createdAt: at,
  revokedAt: null,
};
const token = `countersign_agent_${'x'.repeat(43)}`;

/** Methods on agents that a test did not give fail loudly. */
function agents(given: Partial<Agents>): { readonly agents: Agents } {
  const unexpected = () => Promise.reject(new Error('not expected'));
  return { agents: { add: unexpected, list: unexpected, revoke: unexpected, rotate: unexpected, ...given } };
}

describe('agent', () => {
  it('add asks for what was asked and prints the token once, on stdout, on a line of its own', async () => {
    const add = vi.fn<Agents['add']>(() => Promise.resolve({ agent: otter, token }));
    const options = [
      '--human',
      '--role',
      'lead',
      '--family',
      'acme',
      '--commits-as',
      'O. Otter',
      '--commits-as',
      'o@x',
    ];
    await runCli(['agent', 'add', 'otter', ...options], agents({ add }));
    const { code, out, err } = await runCli(['agent', 'add', 'otter'], agents({ add }));
    expect(add.mock.calls).toEqual([
      [{ name: 'otter', kind: 'human', role: 'lead', family: 'acme', commitsAs: ['O. Otter', 'o@x'] }],
      [{ name: 'otter', kind: 'agent' }],
    ]);
    expect([code, err, out.split('\n').filter((line) => line === token)]).toEqual([0, '', [token]]);
    expect(out.split(token)).toHaveLength(2);
  });

  it.each([20, 40, 200])('never wraps a token in a terminal of %i columns', async (columns) => {
    const rotate = () => Promise.resolve({ agent: otter, token });
    const { out } = await runCli(['agent', 'rotate', 'otter'], agents({ rotate }), {
      terminal: { isTTY: true, columns },
    });
    expect(out).toContain(token);
  });

  it('list shows who is revoked', async () => {
    const list = () => Promise.resolve([otter, { ...otter, name: 'stoat', family: 'acme', revokedAt: at }]);
    const { out } = await runCli(['agent', 'list'], agents({ list }));
    expect(out).toMatch(/^otter +agent +tester +- +30m +works$/mu);
    expect(out).toMatch(/^stoat +agent +tester +acme +30m +revoked$/mu);
    const { out: json } = await runCli(['agent', 'list', '--json'], agents({ list }));
    expect(JSON.parse(json)).toMatchObject({
      agents: [{ createdAt: '2026-03-04T11:30:00.000Z', revokedAt: null }, {}],
    });
  });

  it('revoke passes the reason on', async () => {
    const revoke = vi.fn<Agents['revoke']>(() => Promise.resolve({ ...otter, revokedAt: at }));
    await runCli(['agent', 'revoke', 'otter', '--reason', 'left'], agents({ revoke }));
    expect(revoke).toHaveBeenCalledWith({ name: 'otter', reason: 'left' });
  });
});

describe('decide', () => {
  it('--option asks for an option of the question', async () => {
    const decide = vi.fn<Application['decide']>(() => Promise.resolve(decided('approved')));
    await runCli(['decide', '01K3', '--option', '2', '--note', 'seen'], { decide });
    expect(decide).toHaveBeenCalledWith({ review: '01K3', option: 2, note: 'seen' });
    const { code } = await runCli(['decide', '01K3', '--option', '2', '--approve', '--note', 'x'], { decide });
    expect(code).toBe(2);
  });

  it.each([
    ['--approve', 'approve'],
    ['--request-changes', 'request_changes'],
    ['--reject', 'reject'],
  ])('%s asks for %s', async (option, outcome) => {
    const decide = vi.fn<Application['decide']>(() => Promise.resolve(decided('rejected')));
    const { code } = await runCli(['decide', '01K3', option, '--note', ' seen '], { decide });
    expect(decide).toHaveBeenCalledWith({ review: '01K3', outcome, note: 'seen' });
    expect(code).toBe(1);
  });

  it('prints hostile notes harmless, with what stands open', async () => {
    const document = changesRequested();
    const person = {
      name: 'dana',
      note: 'ok\u001b[2J\nAPPROVED',
      at: '2026-03-04T11:58:00.000Z',
      against: ['findings.critical'],
    };
    const approved = { ...document, decision: { ...document.decision!, outcome: 'approved' as const, person } };
    const { code, out } = await runCli(['decide', '01K3', '--approve', '--note', 'x'], {
      decide: () => Promise.resolve(approved),
    });
    expect([code, out.split('\n')[0]]).toEqual([0, 'APPROVED by dana']);
    expect(out).not.toContain('\u001b');
    expect(out).toContain('Open all the same, findings.critical: 1 critical finding, at most 0 allowed');
    const counted = (id: string) => id.replace('findings.critical', 'standards.critical');
    const rules = approved.decision.rules.map((rule) => ({ ...rule, id: counted(rule.id) }));
    const decision = { ...approved.decision, rules, person: { ...person, against: person.against.map(counted) } };
    const findings = approved.findings.map((finding) => ({ ...finding, counts: false }));
    const settled = await runCli(['decide', '01K3', '--approve', '--note', 'x'], {
      decide: () => Promise.resolve({ ...approved, decision, findings }),
    });
    expect(settled.out).toContain('Settled since, standards.critical: 1 critical finding, at most 0 allowed');
    expect(settled.out).not.toContain('Open all the same');
  });
});

describe('inbox', () => {
  const review = {
    id: '01K3ZQ5T8D0R7W2XHBN4VY6MCA',
    status: 'escalated',
    creator: 'bo',
    title: 'x',
    createdAt: at,
    startedAt: null,
    completedAt: null,
    leaseUntil: null,
  } as ReviewRow;

  it('shows each with its reasons', async () => {
    const inbox = () =>
      Promise.resolve([{ review, title: null, reasons: ['a: one', 'b: two', 'c: three', 'd: four'], question: null }]);
    const { out } = await runCli(['inbox'], { inbox });
    expect(out).toContain('01K3ZQ5T8D0R  30m  escalated  bo: x\n  - a: one\n  - b: two\n  - c: three\n  - and 1 more');
  });

  it('shows patterns that a person is asked to switch on', async () => {
    const pattern = {
      ...{ creator: 'otter', type: 'refactor' },
      eligible: { holds: true, successes: 12, confidence: 0.95, obstacle: null, since: 1 },
      switched: { suggestedAt: Date.parse('2026-03-04T11:30:00Z') },
    } as unknown as PatternReport;
    const none = () => Promise.reject(new Error('not asked for'));
    const patterns = { list: none, switch: none, suggested: () => Promise.resolve([pattern]) };
    const { out } = await runCli(['inbox'], { inbox: () => Promise.resolve([]), patterns });
    expect(out).toMatch(/otter refactor .* pattern could skip reviews\n {2}- 12 successful reviews/);
    expect(out).toContain('countersign patterns enable|disable otter refactor --note "why"');
  });

  it('shows the question: both positions with evidence, the options, what was chosen before, and how long there is', async () => {
    const question: EscalationDocument = {
      trigger: 'confidence_gap',
      reason: 'creator 90, reviewer 45, at most 40 apart',
      by: 'countersign',
      at: '2026-03-04T11:30:00.000Z',
      deadline: '2026-03-05T22:30:00.000Z',
      assignee: null,
      state: 'open',
      positions: [
        { who: 'bo', side: 'creator', confidence: 90, text: 'Stored like the other keys.', evidence: [] },
        {
          who: 'grace',
          side: 'reviewer',
          confidence: 45,
          text: 'Keys\u001b[2J of payments need more.',
          evidence: ['critical at src/keys.ts:12: The key is never rotated.'],
        },
      ],
      options: [
        {
          number: 1,
          title: "Approve as is: the creator's position",
          outcome: 'approved',
          pros: ['done at once'],
          cons: ['1 critical finding stays open'],
          effort: 'none',
        },
      ],
      recommendation: { option: 1, evidence: 3, text: 'eve chose option 1 in 2 of 3 earlier decisions of this kind' },
    };
    const inbox = () => Promise.resolve([{ review, title: null, reasons: [], question }]);
    const { out } = await runCli(['inbox'], { inbox });
    expect(out).toBe(`01K3ZQ5T8D0R  30m  escalated  bo: x
  confidence gap: creator 90, reviewer 45, at most 40 apart
  bo (creator, 90 % sure)
    Stored like the other keys.
  grace (reviewer, 45 % sure)
    Keys\\x1b[2J of payments need more.
    - critical at src/keys.ts:12: The key is never rotated.
  1  Approve as is: the creator's position (chosen most often before)
     + done at once
     - 1 critical finding stays open
     effort: none
  Earlier decisions: eve chose option 1 in 2 of 3 earlier decisions of this
  kind.
  Put to any person until 2026-03-05T22:30:00.000Z (34 h left); then the
  position of the reviewer stands.

Decide: countersign decide ID --option N|--approve|--request-changes|--reject --note "why"
`);
    const { out: json } = await runCli(['inbox', '--json'], { inbox });
    expect(JSON.parse(json)).toMatchObject({ waiting: [{ review: { id: review.id }, reasons: [], question }] });
  });

  it('calls a review what its creator called it', async () => {
    const inbox = () => Promise.resolve([{ review, title: 'Parse dates', reasons: [], question: null }]);
    const { out } = await runCli(['inbox'], { inbox });
    expect(out).toContain(`: Parse dates (${review.title})`);
  });

  it('says when there is nothing', async () => {
    const { out } = await runCli(['inbox'], { inbox: () => Promise.resolve([]) });
    expect(out).toBe('Nothing waits for a person.\n');
  });
});

it('a review that waits for a person exits 3, whatever was decided before', () => {
  const document = decided('changes_requested');
  expect(exitCode({ ...document, review: { ...document.review, status: 'escalated' } })).toBe(3);
});
