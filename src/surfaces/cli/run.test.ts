import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../test/kit/cli.js';
import { changesRequested, decided } from '../../../test/kit/review-document.js';
import type { Application } from '../../application/application.js';
import { StoreUnavailable } from '../../application/ports/store.js';
import type { Outcome } from '../../domain/model/decision.js';
import { refuse } from '../../domain/model/refusal.js';

const reviewed = (outcome: Outcome) => ({ review: () => Promise.resolve(decided(outcome)) });

describe('exit codes of a command line', () => {
  it.each<[Outcome, number]>([
    ['approved', 0],
    ['changes_requested', 1],
    ['escalated', 3],
    ['inconclusive', 4],
  ])('review that ends %s: %i', async (outcome, code) => {
    expect((await runCli(['review'], reviewed(outcome))).code).toBe(code);
  });

  it('a refusal: 2, on stderr, with its remedy', async () => {
    const refusal = refuse('unknown_ref', "'nope' names no commit", 'Fetch it first.');
    const { code, out, err } = await runCli(['review', 'nope..x'], { review: () => Promise.resolve(refusal) });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe("error: 'nope' names no commit\nFetch it first.\n");
  });

  it('an application that cannot be loaded: 2', async () => {
    const { code, err } = await runCli(['list'], refuse('not_a_repository', '/project is in no git repository'));
    expect({ code, err }).toEqual({ code: 2, err: 'error: /project is in no git repository\n' });
  });

  it.each(['locked', 'corrupt', 'read_only', 'full', 'newer_schema', 'unreachable'] as const)(
    'a store that is %s: 5, with its remedy',
    async (kind) => {
      const list = () => Promise.reject(new StoreUnavailable(kind, `the store is ${kind}`, 'Do the right thing.'));
      const { code, err } = await runCli(['list'], { list });
      expect(code).toBe(5);
      expect(err).toBe(`error: the store is ${kind}\nDo the right thing.\n`);
    },
  );

  it('a store that cannot be opened: 5', async () => {
    const open = () => Promise.reject(new StoreUnavailable('locked', 'the store is locked', 'Wait.'));
    expect((await runCli(['list'], open)).code).toBe(5);
  });

  it.each([
    ['ENOSPC', 'copyfile', 'There is no room left on a disk: /tmp/b could not be written.', 'Make room'],
    ['EDQUOT', 'write', 'There is no room left on a disk', 'Make room'],
    ['ENOENT', 'mkdtemp', 'No temporary directory could be made: said.', 'Let TMPDIR name'],
  ])('what the system refuses (%s of %s): 5, with its remedy', async (code, syscall, message, remedy) => {
    const error = Object.assign(new Error('said'), { code, syscall, path: '/tmp/a', dest: '/tmp/b' });
    const failed = await runCli(['list'], { list: () => Promise.reject(error) });
    expect(failed.code).toBe(5);
    expect(failed.err).toContain(`error: ${message}`);
    expect(failed.err).toContain(remedy);
    expect(failed.err).not.toContain('fault');
  });

  it('an unexpected exception: 5, how to report it, the stack only on demand', async () => {
    const list = () => Promise.reject(new TypeError('x is not a function'));
    const plain = await runCli(['list'], { list });
    expect(plain.code).toBe(5);
    expect(plain.err).toContain('internal fault: TypeError: x is not a function');
    expect(plain.err).toContain('COUNTERSIGN_DEBUG=1');
    expect(plain.err).not.toContain('run.test.ts');
    const debug = await runCli(['list'], { list }, { env: { COUNTERSIGN_DEBUG: '1' } });
    expect(debug.err).toContain('run.test.ts');
  });

  it('Ctrl-C: 130, whatever the work made of it', async () => {
    const interrupt = new AbortController();
    const review = () => {
      interrupt.abort();
      return Promise.resolve(decided('inconclusive'));
    };
    expect((await runCli(['review'], { review }, { signal: interrupt.signal })).code).toBe(130);
    const thrown = await runCli(
      ['review'],
      { review: () => Promise.reject(new Error('aborted')) },
      { signal: interrupt.signal },
    );
    expect(thrown.code).toBe(130);
  });

  it.each([true, false])('verify of a journal whose chains are intact (%s)', async (intact) => {
    const verification = intact
      ? ({ intact: true, streams: 2, events: 9 } as const)
      : ({ intact: false, stream: 'review/A', version: 3, position: 7, reason: 'hash differs' } as const);
    const { code, out } = await runCli(['verify'], { verify: () => Promise.resolve(verification) });
    expect(code).toBe(intact ? 0 : 1);
    expect(out).toContain(intact ? 'Intact: 9 events in 2 streams.' : 'review/A at version 3');
  });

  it('verify of a store whose damage is of no event: names none, and sends to the remedy of that damage', async () => {
    const reason = '2 rows of the table reviews do not say what the journal says';
    const remedy = 'The journal is intact: run `countersign rebuild`.';
    const broken = { intact: false, stream: '-', version: 0, position: 0, reason, remedy } as const;
    const { code, out } = await runCli(['verify'], { verify: () => Promise.resolve(broken) });
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, ' ')).toBe(`Broken: ${reason} ${remedy} `);
  });

  it.each([0, 1])('replay with %i differing decisions', async (count) => {
    const differing = [{ id: 'A', recorded: '{}', replayed: '{"a":1}' }].slice(0, count);
    const { code } = await runCli(['replay'], { replay: () => Promise.resolve({ reviews: 3, differing }) });
    expect(code).toBe(count);
  });

  it('doctor that finds a problem: 1', async () => {
    const doctor = () => Promise.resolve([{ name: 'git', state: 'problem', detail: 'not installed' } as const]);
    expect((await runCli(['doctor'], { doctor })).code).toBe(1);
  });
});

describe('wrong usage', () => {
  it.each([
    [['review', '--staged', '--worktree'], '--staged and --worktree name different changes'],
    [['review', 'main..topic', '--base', 'main'], 'the range main..topic and --base name different changes'],
    [['policy', 'explain', '--staged', '--base', 'x'], '--base and --staged name different changes'],
    [['review', '--json', '--format', 'sarif'], ''],
    [['reviw'], "unknown command 'reviw' (Did you mean review?)"],
    [['review', '--stagd'], "unknown option '--stagd' (Did you mean --staged?)"],
    [['review', 'a..b', 'c..d'], "too many arguments for 'review'"],
    [['review', '--format', 'xml'], "argument 'xml' is invalid. Allowed choices are text"],
    [['list', '--limit', '5x'], 'Expected a whole number of at least 1.'],
    [['list', '--limit', '0'], 'Expected a whole number of at least 1.'],
    [['list', '--limit', '-3'], 'Expected a whole number of at least 1.'],
    [['list', '--status', 'aproved'], 'Allowed choices are pending'],
    [['findings', 'dismis', 'X', '--reason', 'y'], "unknown command 'dismis' of findings"],
    [['findings', 'dismiss', 'X'], 'dismiss needs --reason <text>'],
    [['findings', 'dismiss', 'X', '--reason', ' '], '--reason is empty'],
    [['findings', 'dismiss', '--reason', 'y'], 'dismiss needs ID'],
    [['backup'], 'backup needs FILE'],
    [['-C'], "option '-C, --cwd <dir>' argument missing"],
    [['policy'], 'Usage: countersign policy'],
    [[], 'Usage: countersign'],
  ])('%j', async (argv, message) => {
    const { code, out, err, loads } = await runCli(argv, {}, { terminal: { columns: 400 } });
    expect({ code, loads }).toEqual({ code: 2, loads: [] });
    expect(`${out}${err}`).toContain(message);
    if (argv.length > 1 && !argv.includes('--json')) expect(err).toMatch(/See: countersign|Give one of|Give a value/u);
  });

  it('is one JSON object where JSON was asked for', async () => {
    const { code, out, err } = await runCli(['list', '--json', '--limit', 'x']);
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(JSON.parse(out)).toMatchObject({ schema: 'countersign/refusal@1', code: 'usage' });
  });
});

describe('what does not need the application', () => {
  it.each([['--help'], ['help'], ['review', '--help'], ['help', 'findings']])('%j: help', async (...argv) => {
    const { code, out, loads } = await runCli(argv);
    expect({ code, loads }).toEqual({ code: 0, loads: [] });
    expect(out).toContain('Usage: countersign');
  });

  it.each(['--version', '-V'])('%s: the version', async (argument) => {
    const { code, out, loads } = await runCli([argument]);
    expect({ code, loads }).toEqual({ code: 0, loads: [] });
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});

describe('what the application is asked', () => {
  it('gets every option of a review', async () => {
    const review = vi.fn<Application['review']>(() => Promise.resolve(decided('approved')));
    await runCli(
      [
        'review',
        '--base',
        'main',
        '--type',
        'bugfix',
        '--creator',
        'ada',
        '--scope',
        'src/**',
        '--scope',
        'docs/**',
        '--no-skip',
      ],
      { review },
    );
    expect(review.mock.calls[0]?.[0]).toMatchObject({
      change: { kind: 'base', base: 'main' },
      type: 'bugfix',
      creator: 'ada',
      scope: ['src/**', 'docs/**'],
      noSkip: true,
    });
  });

  it.each([
    [[], { kind: 'default' }],
    [['main..x'], { kind: 'range', range: 'main..x' }],
    [['--staged'], { kind: 'staged' }],
    [['--worktree'], { kind: 'worktree' }],
  ])('reads the change of %j', async (argv, change) => {
    const review = vi.fn<Application['review']>(() => Promise.resolve(decided('approved')));
    await runCli(['review', ...argv], { review });
    expect(review.mock.calls[0]?.[0]).toEqual({ change, noSkip: false });
  });

  it('is loaded once, for the directory of -C, and closed', async () => {
    const close = vi.fn(() => Promise.resolve());
    const { loads } = await runCli(['-C', 'sub', 'show'], { show: () => Promise.resolve(changesRequested()), close });
    expect(loads).toEqual(['/project/sub']);
    expect(close).toHaveBeenCalledOnce();
  });

  it('resolves file arguments against -C', async () => {
    const backup = vi.fn((file: string) => Promise.resolve({ file, bytes: 12 }));
    await runCli(['-C', 'sub', 'backup', '../b.db'], { backup });
    expect(backup).toHaveBeenCalledWith('/project/b.db');
  });

  it('shows the newest review when none is named', async () => {
    const show = vi.fn<Application['show']>(() => Promise.resolve(changesRequested()));
    await runCli(['show'], { show });
    await runCli(['show', '01K3'], { show });
    expect(show.mock.calls).toEqual([['latest'], ['01K3']]);
  });
});

describe('inside of a seat', () => {
  const env = { COUNTERSIGN_SEAT: '1' };

  it.each([
    ['review'],
    ['mcp'],
    ['request'],
    ['submit', '01K3', '--file', '-'],
    ['decide', '01K3', '--approve', '--note', 'x'],
    ['show'],
    ['agent', 'add', 'x'],
    ['worker', '--once'],
  ])('countersign %s is refused, and nothing is loaded', async (...argv) => {
    const { code, out, err, loads } = await runCli(argv, {}, { env });
    expect({ code, out, loads }).toEqual({ code: 2, out: '', loads: [] });
    expect(err).toMatch(/^error: a reviewer at work cannot run countersign /u);
  });

  it('the refusal has its code', async () => {
    const { code, out } = await runCli(['review', '--json'], {}, { env });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ code: 'inside_seat' });
  });

  it('the form of an answer can be tried, and the program says its version', async () => {
    const policySchema = () => Promise.resolve({ type: 'object' });
    expect((await runCli(['policy', 'schema'], { policySchema }, { env })).code).toBe(0);
    expect((await runCli(['--version'], {}, { env })).code).toBe(0);
  });
});
