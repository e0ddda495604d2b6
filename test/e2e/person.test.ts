import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';
import { noPseudoTerminal as whyNot } from '../kit/pseudo-terminal.js';

const source = cleanChange['src/sum.ts'];
const careless = source.replace('  return a + b;', '  try {\n    return a + b;\n  } catch {}\n  return 0;');

function project(): Project {
  return new Project().commit('feat: add', cleanChange);
}

/** One object that nobody could read: inconclusive. Committed by Ada. */
const unreadable = () => project().commit('feat: tool', { 'tool.bin': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1]) });

const lenient = () =>
  project().commit('feat: be lenient', {
    'src/sum.ts': careless,
    'src/sum.test.ts': cleanChange['src/sum.test.ts'].replace('adds', 'adds two numbers'),
  });

/** The first person, made on a pseudo-terminal. */
async function person(on: Project, name: string): Promise<string> {
  const { code, stdout } = await on.runOnTerminal(['agent', 'add', name, '--human', '--json']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('countersign_human_')]);
  return (JSON.parse(stdout) as { token: string }).token;
}

const as = (token: string) => ({ COUNTERSIGN_TOKEN: token });

async function json<T>(on: Project, args: readonly string[], env = {}): Promise<T & { code: number | null }> {
  const { code, stdout } = await on.run([...args, '--json'], env);
  return { ...(JSON.parse(stdout) as T), code };
}

interface Refused {
  readonly code: string;
}

async function refusal(on: Project, args: readonly string[], env = {}): Promise<readonly [number | null, string]> {
  const { code, stdout } = await on.run([...args, '--json'], env);
  return [code, (JSON.parse(stdout) as Refused).code];
}

async function attempts(on: Project): Promise<readonly unknown[]> {
  const { events } = await json<{ events: { type: string; data: unknown }[] }>(on, ['log', 'latest']);
  return events.filter(({ type }) => type === 'attempt_refused').map(({ data }) => data);
}

describe('without a credential', () => {
  it('nobody becomes a person outside of a terminal, whatever the environment says', async () => {
    const on = unreadable();
    const env = { FORCE_COLOR: '1', TERM: 'xterm', CI: '', COLUMNS: '80' };
    expect(await refusal(on, ['agent', 'add', 'dana', '--human'], env)).toEqual([2, 'terminal_needed']);
    const { token } = await json<{ token: string }>(on, ['agent', 'add', 'otter']);
    expect(await refusal(on, ['agent', 'add', 'dana', '--human'], as(token))).toEqual([2, 'human_needed']);
    expect((await on.run(['agent', 'list'])).stdout).not.toContain('human');
  });

  it('nobody decides, and every attempt is on record without a change of state', async () => {
    const on = unreadable();
    const { document } = await on.review();
    const { token } = await json<{ token: string }>(on, ['agent', 'add', 'otter']);
    const decide = ['decide', document.review.id, '--approve', '--note', 'trust me'];
    expect(await refusal(on, decide)).toEqual([2, 'human_needed']);
    expect(await refusal(on, decide, as(token))).toEqual([2, 'human_needed']);
    expect(await refusal(on, decide, as(`${token}x`))).toEqual([2, 'unknown_token']);
    expect(await attempts(on)).toEqual([
      { verb: 'approve', code: 'human_needed', actor: 'unknown' },
      { verb: 'approve', code: 'human_needed', actor: 'otter' },
      { verb: 'approve', code: 'unknown_token', actor: 'unknown' },
    ]);
    expect((await on.run(['show'])).code).toBe(4);
    for (const command of ['verify', 'replay', 'rebuild']) expect((await on.run([command])).code).toBe(0);
  });

  it.each([
    ['no outcome', ['--note', 'x']],
    ['two outcomes', ['--approve', '--reject', '--note', 'x']],
    ['no note', ['--approve']],
    ['an empty note', ['--approve', '--note', ' ']],
  ])('decide with %s is wrong usage', async (_name, options) => {
    expect(await refusal(project(), ['decide', 'x', ...options])).toEqual([2, 'usage']);
  });
});

describe.skipIf(whyNot !== undefined)(`a person${whyNot === undefined ? '' : ` (skipped: ${whyNot})`}`, () => {
  it('decides what waits, and everything says who decided against what', async () => {
    const on = unreadable();
    const dana = await person(on, 'dana');
    const { document } = await on.review();
    const { id } = document.review;
    const { waiting } = await json<{ waiting: { review: { id: string }; reasons: string[] }[] }>(on, ['inbox']);
    expect(waiting).toMatchObject([
      {
        review: { id },
        reasons: [
          expect.stringContaining('tool.bin is unreadable'),
          expect.stringContaining('no_secrets'),
          expect.stringContaining('could not conclude'),
        ],
      },
    ]);

    const decided = await json<ReviewDocument>(on, ['decide', id, '--approve', '--note', 'built it myself'], as(dana));
    expect([decided.code, decided.review.status, decided.decision?.outcome]).toEqual([0, 'approved', 'approved']);
    expect(decided.decision?.person).toMatchObject({
      name: 'dana',
      against: ['coverage.complete', 'standards.criteria_checked', 'verdict.conclusive'],
    });
    expect(decided.decision?.rules.map((rule) => rule.id)).toEqual([
      ...(document.decision?.rules.map((rule) => rule.id) ?? []),
      'person.decided',
    ]);
    expect(await json<ReviewDocument>(on, ['show'])).toEqual(decided);
    for (const format of ['text', 'sarif', 'markdown', 'github']) {
      const { code, stdout } = await on.run(['show', '--format', format]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('APPROVED by dana')]);
      if (format !== 'github') expect(stdout).toContain('coverage.complete');
    }
    expect((await on.run(['list'])).stdout).toContain('approved by dana');
    expect((await on.run(['explain'])).stdout).toContain('dana approved: built it myself');
    expect((await on.run(['inbox'])).stdout).toBe('Nothing waits for a person.\n');
    expect(await refusal(on, ['decide', id, '--reject', '--note', 'no'], as(dana))).toEqual([2, 'not_decidable']);
    for (const command of ['verify', 'replay', 'rebuild']) expect((await on.run([command])).code).toBe(0);
  });

  it.each([
    ['--request-changes', 1, 'changes_requested'],
    ['--reject', 1, 'rejected'],
  ])('exits like the outcome of %s', async (option, code, outcome) => {
    const on = unreadable();
    const dana = await person(on, 'dana');
    await on.review();
    const decided = await json<ReviewDocument>(on, ['decide', 'latest', option, '--note', 'no'], as(dana));
    expect([decided.code, decided.decision?.outcome, (await on.run(['show'])).code]).toEqual([code, outcome, code]);
  });

  it('does not approve or wave through what they committed', async () => {
    const on = lenient();
    const ada = await person(on, 'ada');
    const { document } = await on.review('--creator', 'somebody-else');
    const [finding] = document.findings;
    const why = ['--reason', 'I like it'];
    expect(await refusal(on, ['decide', 'latest', '--approve', '--note', 'mine'], as(ada))).toEqual([2, 'own_work']);
    expect(await refusal(on, ['findings', 'dismiss', finding!.id, ...why], as(ada))).toEqual([2, 'own_work']);
    expect(await refusal(on, ['findings', 'accept-risk', finding!.id, ...why], as(ada))).toEqual([2, 'own_work']);
    expect(await attempts(on)).toEqual(
      ['approve', 'dismiss', 'accept_risk'].map((verb) => ({ verb, code: 'own_work', actor: 'ada' })),
    );
    expect((await on.review()).code).toBe(1);
  });

  it('settles findings of others: the criterion and the next review follow', async () => {
    const on = lenient();
    const dana = await person(on, 'dana');
    const first = await on.review();
    expect(first.code).toBe(1);
    for (const { id, state } of first.document.findings.filter((each) => each.state === 'open')) {
      expect(state).toBe('open');
      const why = ['findings', 'dismiss', id, '--reason', 'the caller knows'];
      expect(await refusal(on, [...why, '--actor', 'grace'], as(dana))).toEqual([2, 'actor_mismatch']);
      expect((await on.run(why)).code).toBe(0);
      expect((await on.run(why, as(dana))).code).toBe(0);
    }
    const again = await on.review();
    expect(again.document.decision?.rules.filter(({ result }) => result === 'unsatisfied')).toEqual([]);
    expect(again.code).toBe(0);
    expect(again.document.findings).toContainEqual(
      expect.objectContaining({
        disposition: expect.objectContaining({ actor: 'dana', authority: 'human' }) as object,
      }),
    );
    expect((await on.run(['replay'])).code).toBe(0);
  });

  it('has a token that is printed once and kept nowhere', async () => {
    const on = unreadable();
    const dana = await person(on, 'dana');
    await on.review();
    await on.run(['decide', 'latest', '--approve', '--note', 'x'], as(dana));
    const kept = readdirSync(on.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter((text) => text.includes(dana.slice(-43)))).toEqual([]);
    for (const command of [
      ['log', '--json'],
      ['agent', 'list', '--json'],
      ['show', '--json'],
    ]) {
      expect((await on.run(command, as(dana))).stdout).not.toContain(dana.slice(-43));
    }
  });

  it('is made, replaced and revoked by people alone, and what is replaced works no longer', async () => {
    const on = unreadable();
    const dana = await person(on, 'dana');
    const again = await on.runOnTerminal(['agent', 'add', 'mallory', '--human', '--json']);
    expect([again.code, again.stdout]).toEqual([2, expect.stringContaining('human_needed')]);
    const { token: grace } = await json<{ token: string }>(on, ['agent', 'add', 'grace', '--human'], as(dana));
    for (const verb of ['rotate', 'revoke']) {
      expect(await refusal(on, ['agent', verb, 'dana'])).toEqual([2, 'human_needed']);
    }
    const { token: next } = await json<{ token: string }>(on, ['agent', 'rotate', 'dana'], as(grace));
    expect(await refusal(on, ['agent', 'revoke', 'grace'], as(dana))).toEqual([2, 'unknown_token']);
    expect((await on.run(['agent', 'revoke', 'grace'], as(next))).code).toBe(0);
    expect(await refusal(on, ['agent', 'rotate', 'dana'], as(grace))).toEqual([2, 'unknown_token']);
    expect(await refusal(on, ['agent', 'add', 'Grace'], as(next))).toEqual([2, 'name_taken']);
  });
});
