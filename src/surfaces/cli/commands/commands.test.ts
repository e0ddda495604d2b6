import { describe, expect, it, vi } from 'vitest';
import { confidencePercent } from './peer/request.js';
import { runCli } from '../../../../test/kit/cli.js';
import { changesRequested } from '../../../../test/kit/review-document.js';
import type { Application } from '../../../application/application.js';
import type { FindingRow, ReviewRow } from '../../../application/ports/store.js';
import type { Recorded } from '../../../domain/model/event.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { widthOf } from '../text/layout.js';

const at = Date.parse('2026-03-04T11:30:00Z');

function aRow(id: string, more: Partial<ReviewRow> = {}): ReviewRow {
  return {
    id,
    type: 'feature',
    protocol: 'standards',
    status: 'changes_requested',
    outcome: 'changes_requested',
    creator: 'core-developer',
    reviewer: 'auditor',
    revision: 0,
    title: 'main..charge-cards',
    headTree: 'a'.repeat(40),
    headCommit: null,
    createdAt: at,
    startedAt: at,
    completedAt: at + 2400,
    leaseUntil: null,
    openFindings: 3,
    decidedBy: null,
    ...more,
  };
}

const rows = [
  aRow('01K3ZQ5T8D0R7W2XHBN4VY6MCA'),
  aRow('01K3ZPAAAAAAAAAAAAAAAAAAAA', {
    status: 'approved',
    outcome: 'approved',
    openFindings: 0,
    title: 'main..領収書\u001b[2J',
    createdAt: at - 3 * 3_600_000,
  }),
  aRow('01K3ZPAAAAAAAAAABBBBBBBBBB', {
    status: 'pending',
    outcome: null,
    reviewer: null,
    createdAt: at - 9 * 86_400_000,
  }),
];
const list = () => Promise.resolve(rows);

const finding: FindingRow = {
  id: '01K3ZQ5TAA',
  fingerprint: 'f1',
  reviewId: '01K3ZQ5T8D0R7W2XHBN4VY6MCA',
  state: 'dismissed',
  severity: 'important',
  category: 'error_handling',
  rule: 'errors/swallowed',
  file: 'src/a\n.ts',
  line: 14,
  message: 'The error is dropped.',
  disposition: { state: 'dismissed', actor: 'dana', reason: 'generated', at, authority: 'claimed' },
};

const inForce = { policy: defaultPolicy, origin: { source: 'default', digest: 'd' } } as const;

describe('list', () => {
  it('aligns its columns, counts wide characters double and shows hostile titles harmless', async () => {
    const { out } = await runCli(['list'], { list });
    await expect(out).toMatchFileSnapshot('../../../../test/fixtures/cli/list.txt');
  });

  it('calls a review interrupted that whoever ran it stopped', async () => {
    const stopped = aRow('01K3ZQ5T8D0R7W2XHBN4VY6MCA', { status: 'pending', outcome: 'inconclusive', completedAt: at });
    const { out } = await runCli(['list'], { list: () => Promise.resolve([stopped]) });
    expect(out).toMatch(/ interrupted +inconclusive /u);
  });

  it.each([20, 40, 80, 120])('fits a terminal of %i columns', async (columns) => {
    const { out } = await runCli(['list'], { list }, { terminal: { isTTY: true, columns }, env: { NO_COLOR: '1' } });
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(columns, 50));
    expect(out).toContain('01K3ZQ5T8D0R');
  });

  it('tells ids of one millisecond apart', async () => {
    const { out } = await runCli(['list'], { list });
    expect(out).toContain('01K3ZPAAAAAAAAAAA ');
    expect(out).toContain('01K3ZPAAAAAAAAAAB ');
  });

  it('asks for what was asked', async () => {
    const asked = vi.fn<Application['list']>(list);
    await runCli(['list', '--status', 'approved', '--status', 'changes-requested', '--limit', '5'], { list: asked });
    await runCli(['list'], { list: asked });
    expect(asked.mock.calls).toEqual([[{ status: ['approved', 'changes_requested'], limit: 5 }], [{ limit: 50 }]]);
  });

  it('says how to start when there is nothing', async () => {
    const { out } = await runCli(['list'], { list: () => Promise.resolve([]) });
    expect(out).toBe('No reviews yet. Start one: countersign review\n');
  });
});

describe('findings', () => {
  it('names the next step once a person has dismissed a finding', async () => {
    const disposition = { ...finding.disposition!, authority: 'human' } as const;
    const dispose = () => Promise.resolve({ ...finding, disposition });
    const { out } = await runCli(['findings', 'dismiss', finding.id, '--reason', 'generated'], { dispose });
    expect(out).toContain('It counts from the next review on: countersign review\n');
  });

  it('shows what is dismissed by a mere claim as open, with whose word it waits for', async () => {
    const findings = () => Promise.resolve({ findings: [finding], next: null });
    const { out } = await runCli(['findings'], { findings });
    expect(out).not.toContain('[dismissed]');
    expect(out.replaceAll(/\s+/gu, ' ')).toContain(
      'open: dismissal claimed by dana, waits for a person who did not make the change: generated',
    );
    const json = await runCli(['findings', '--json'], { findings });
    expect(json.out).toMatch(/"counts": ?true/u);
  });

  it('lists open ones unless told otherwise', async () => {
    const findings = vi.fn<Application['findings']>(() => Promise.resolve({ findings: [finding], next: null }));
    const { out } = await runCli(['findings'], { findings });
    await runCli(['findings', 'list', '--state', 'dismissed', '--review', '01K3', '--limit', '2'], { findings });
    expect(findings.mock.calls).toEqual([
      [{ state: ['open'], limit: 50 }],
      [{ state: ['dismissed'], limit: 2, review: '01K3' }],
    ]);
    expect(out).toBe(
      '01K3ZQ5TAA  src/a\\n.ts:14  important  errors/swallowed\n  The error is dropped.\n' +
        '  open: dismissal claimed by dana, waits for a person who did not make the\n  change: generated\n',
    );
  });

  it('says in how many reviews a problem was raised, and where older ones are', async () => {
    const open = { ...finding, state: 'open', disposition: null } as const;
    const findings = vi.fn<Application['findings']>(() =>
      Promise.resolve({ findings: [{ ...open, reviews: 12 }], next: '01K3ZQ5TAA' }),
    );
    const { out } = await runCli(['findings', '--before', '01K3'], { findings });
    expect(findings).toHaveBeenCalledWith({ state: ['open'], limit: 50, before: '01K3' });
    expect(out).toBe(
      '01K3ZQ5TAA  src/a\\n.ts:14  important  errors/swallowed  in 12 reviews\n  The error is dropped.\n' +
        'Older ones: countersign findings list --before 01K3ZQ5TAA\n',
    );
    const { out: nothing } = await runCli(['findings'], {
      findings: () => Promise.resolve({ findings: [], next: 'x' }),
    });
    expect(nothing).toContain('No findings (open) among the newest.\nOlder ones:');
  });

  it.each([
    ['dismiss', 'dismissed'],
    ['accept-risk', 'risk_accepted'],
    ['reopen', 'open'],
  ] as const)('%s records %s with reason and actor', async (verb, state) => {
    const dispose = vi.fn<Application['dispose']>(() => Promise.resolve(finding));
    await runCli(['findings', verb, '01K3', '--reason', ' generated ', '--actor', 'dana'], { dispose });
    expect(dispose).toHaveBeenCalledWith({ finding: '01K3', state, reason: 'generated', actor: 'dana' });
  });
});

describe('log', () => {
  const event = (position: number): Recorded => ({
    position,
    stream: 'review/A',
    version: position,
    at: at + position,
    actor: 'countersign\u001b[31m',
    type: 'review_started',
    data: { reviewer: 'auditor', leaseUntil: at },
    previous: '0'.repeat(64),
    hash: 'abcdef012345'.padEnd(64, '0'),
  });
  // eslint-disable-next-line @typescript-eslint/require-await -- an iterable of what is already there
  async function* events(count: number) {
    for (let position = 1; position <= count; position += 1) yield event(position);
  }

  it('prints one event a line', async () => {
    const { out } = await runCli(['log', 'A'], { log: () => Promise.resolve(events(2)) });
    expect(out.split('\n')[0]).toBe(
      '2026-03-04T11:30:00.001Z  countersign\\x1b[31m  review/A  review_started  abcdef012345',
    );
    expect(out.trimEnd().split('\n')).toHaveLength(2);
  });

  it.each([0, 1, 3])('with --json is one object, of %i events', async (count) => {
    const { out } = await runCli(['log', '--json'], { log: () => Promise.resolve(events(count)) });
    const parsed = JSON.parse(out) as { schema: string; events: { at: string }[] };
    expect(parsed.schema).toBe('countersign/log@1');
    expect(parsed.events.map(({ at: time }) => time)).toEqual(
      ['2026-03-04T11:30:00.001Z', '2026-03-04T11:30:00.002Z', '2026-03-04T11:30:00.003Z'].slice(0, count),
    );
  });
});

describe('policy, init, doctor, rebuild, explain', () => {
  it('a broken policy: every problem at its place', async () => {
    const { code, err } = await runCli(['policy', 'validate', 'p.yaml'], {
      validatePolicy: (file) =>
        Promise.resolve({
          refused: true,
          code: 'policy_invalid',
          message: `${file ?? ''} has 2 mistakes`,
          remedy: 'Mend them; docs/policy.md lists every key.',
          problems: [
            { file: 'p.yaml', line: 3, column: 5, key: 'standards.approve', message: 'unknown key', nearest: 'aprove' },
            { file: 'p.yaml', line: 9, column: 1, message: 'not a number', expected: 'a whole number of 0 to 100' },
          ],
        }),
    });
    expect(code).toBe(2);
    expect(err).toBe(
      [
        'error: /project/p.yaml has 2 mistakes',
        '  p.yaml:3:5 standards.approve: unknown key (did you mean aprove?)',
        '  p.yaml:9:1 not a number (expected a whole number of 0 to 100)',
        'Mend them; docs/policy.md lists every key.',
        '',
      ].join('\n'),
    );
  });

  it('prints the JSON Schema itself', async () => {
    const { out } = await runCli(['policy', 'schema'], { policySchema: () => Promise.resolve({ type: 'object' }) });
    expect(JSON.parse(out)).toEqual({ type: 'object' });
  });

  it('init --dry-run shows what would be written', async () => {
    const init = vi.fn<Application['init']>(({ dryRun }) =>
      Promise.resolve({
        dryRun,
        files: [{ path: '.countersign/policy.yaml', action: 'created', preview: 'enabled: true\n' }],
      }),
    );
    const dry = await runCli(['init', '--dry-run'], { init });
    expect(dry.out).toContain('.countersign/policy.yaml: would be created\n  | enabled: true\n');
    const real = await runCli(['init'], { init });
    expect(real.out).toContain('.countersign/policy.yaml: created\n');
    expect(init.mock.calls).toEqual([[{ dryRun: true, agents: [] }], [{ dryRun: false, agents: [] }]]);
  });

  it('init takes the agents that are named, each once, and refuses others', async () => {
    const init = vi.fn<Application['init']>(({ dryRun }) => Promise.resolve({ dryRun, files: [] }));
    const known = await runCli(['init', '--agent', 'gemini', '--agent', 'claude-code', '--agent', 'gemini'], { init });
    expect(known.out).toContain('countersign agent add claude-code, countersign agent add gemini');
    const unknown = await runCli(['init', '--agent', 'clippy'], { init });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('claude-code, codex, copilot, cursor')]);
    expect(init.mock.calls).toEqual([[{ dryRun: false, agents: ['claude-code', 'gemini'] }]]);
  });

  it('doctor prints each check with its remedy', async () => {
    const { out, code } = await runCli(['doctor'], {
      doctor: () =>
        Promise.resolve([
          { name: 'git', state: 'ok', detail: '2.39.5' },
          { name: 'store', state: 'warning', detail: 'on a network file system', remedy: 'Set COUNTERSIGN_HOME.' },
        ]),
    });
    expect(code).toBe(0);
    expect(out).toBe(
      'ok       git: 2.39.5\nwarning  store: on a network file system\n         Set COUNTERSIGN_HOME.\n',
    );
  });

  it('rebuild names the tables that differed', async () => {
    const rebuild = () => Promise.resolve({ events: 1, differences: [{ table: 'findings', rows: 2 }] });
    const { out } = await runCli(['rebuild'], { rebuild });
    expect(out).toBe('Rebuilt from 1 event; mended:\n  findings: 2 rows differed, replaced\n');
  });

  const classification = { type: 'feature', reason: 'as named', protectedPaths: ['CODEOWNERS'], sensitivePaths: [] };
  const policy = { source: 'default', digest: 'd' } as const;
  const rules = changesRequested().decision!.rules;

  it('explain shows every rule, also those that do not apply', async () => {
    const { out } = await runCli(['explain'], {
      explain: () => Promise.resolve({ review: rows[0]!, classification, policy, rules, outcome: 'changes_requested' }),
    });
    for (const rule of rules) expect(out).toContain(`${rule.id}: `);
    expect(out).toContain('protected: CODEOWNERS');
  });

  it('policy explain says whether, of whom and by which criteria', async () => {
    const { out } = await runCli(['policy', 'explain', '--staged'], {
      explainPolicy: () =>
        Promise.resolve({
          policy,
          classification,
          needsReview: true,
          reviewer: { primary: 'auditor', backup: 'core-developer', escalate: 'human' },
          criteria: [{ name: 'no_secrets', required: true, description: 'No secret is committed' }],
          rules,
        }),
    });
    expect(out).toContain('A review is needed.');
    expect(out).toContain('Reviewer  auditor, backup core-developer, then human');
    expect(out).toContain('no_secrets (required): No secret is committed');
  });
});

describe('progress', () => {
  const review: Application['review'] = (_request, progress) => {
    progress({ who: 'auditor', step: 'reading \u001b[2J src/a.ts' });
    return Promise.resolve(changesRequested());
  };

  it('is one line on a terminal, gone when the report comes', async () => {
    const { err } = await runCli(['review'], { review }, { terminal: { isTTY: true, columns: 40 } });
    expect(err).toContain('auditor: reading \\x1b[2J');
    expect(err.endsWith('\r\u001b[K')).toBe(true);
    expect(err).not.toContain('\n');
  });

  it.each([[['review']], [['review', '--quiet']]])(
    '%j leaves stderr empty in a pipe when the run is short',
    async (argv) => {
      expect((await runCli(argv, { review })).err).toBe('');
    },
  );

  it.each([
    [['review'], {}, 'note: no rule reads \\x1b[2J it\n'],
    [['review', '--quiet'], {}, 'note: no rule reads \\x1b[2J it\n'],
    [['review'], { isTTY: true, columns: 60 }, '\r\u001b[Knote: no rule reads \\x1b[2J it\n\r\u001b[K'],
  ])('a remark to keep is told in any case: %j %j', async (argv, terminal, told) => {
    const remark: Application['review'] = (_request, step) => {
      step({ who: 'note', step: 'no rule reads \u001b[2J it', lasting: true });
      return Promise.resolve(changesRequested());
    };
    expect((await runCli(argv, { review: remark }, { terminal })).err).toBe(told);
  });

  it('in a pipe reports steps once the run is long', async () => {
    let time = 0;
    const { err } = await runCli(['review'], { review }, { now: () => (time += 6000) });
    expect(err).toBe('6.0 s  auditor: reading \\x1b[2J src/a.ts\n');
  });
});

describe('JSON', () => {
  it.each<[string[], Partial<Application>, string]>([
    [['list'], { list }, 'countersign/list@1'],
    [['findings'], { findings: () => Promise.resolve({ findings: [finding], next: null }) }, 'countersign/findings@1'],
    [
      ['findings', 'reopen', 'A', '--reason', 'x'],
      { dispose: () => Promise.resolve(finding) },
      'countersign/finding@1',
    ],
    [['show'], { show: () => Promise.resolve(changesRequested()) }, 'countersign/review@1'],
    [['review'], { review: () => Promise.resolve(changesRequested()) }, 'countersign/review@1'],
    [['doctor'], { doctor: () => Promise.resolve([]) }, 'countersign/doctor@1'],
    [
      ['verify'],
      { verify: () => Promise.resolve({ intact: true, streams: 0, events: 0 }) },
      'countersign/verification@1',
    ],
    [['replay'], { replay: () => Promise.resolve({ reviews: 0, differing: [] }) }, 'countersign/replay@1'],
    [['rebuild'], { rebuild: () => Promise.resolve({ events: 0, differences: [] }) }, 'countersign/rebuild@1'],
    [['backup', 'x'], { backup: (file) => Promise.resolve({ file, bytes: 1 }) }, 'countersign/backup@1'],
    [['init'], { init: ({ dryRun }) => Promise.resolve({ dryRun, files: [] }) }, 'countersign/init@1'],
    [['policy', 'schema'], { policySchema: () => Promise.resolve({}) }, 'countersign/policy-schema@1'],
    [['policy', 'show'], { currentPolicy: () => Promise.resolve(inForce) }, 'countersign/policy@1'],
    [
      ['policy', 'validate'],
      { validatePolicy: () => Promise.resolve({ file: 'f', digest: 'd', notes: [] }) },
      'countersign/policy-report@1',
    ],
  ])('of %j is one documented object on stdout, alone', async (argv, application, schema) => {
    const { out, err } = await runCli([...argv, '--json'], application);
    expect(JSON.parse(out)).toMatchObject({ schema });
    expect(err).toBe('');
  });

  it('of a review is the document exactly', async () => {
    const { out } = await runCli(['show', '--format', 'json'], { show: () => Promise.resolve(changesRequested()) });
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(changesRequested())));
  });

  it('has times as ISO 8601 UTC', async () => {
    const { out } = await runCli(['list', '--json'], { list });
    expect(JSON.parse(out)).toMatchObject({
      reviews: [{ createdAt: '2026-03-04T11:30:00.000Z', leaseUntil: null }, {}, {}],
    });
  });
});

describe('request --confidence', () => {
  it.each([
    ['85', 85],
    ['85%', 85],
    ['0.9', 90],
    ['.5', 50],
    ['1.0', 100],
    ['0', 0],
    ['1', 1],
    ['101', undefined],
    ['1.5', undefined],
    ['-1', undefined],
    ['high', undefined],
  ])('reads %s as stated', (word, percent) => {
    expect(confidencePercent(word)).toBe(percent);
  });
});

it('marks in the help what a command needs', async () => {
  const { out } = await runCli(['contest', '--help']);
  expect(out.replaceAll(/\s+/gu, ' ')).toContain('--argument <text> why it does not hold (required)');
});
