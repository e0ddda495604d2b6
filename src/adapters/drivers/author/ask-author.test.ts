import { describe, expect, it } from 'vitest';
import type { FixTask } from '../../../application/ports/author.js';
import { claude } from '../cli/programs/claude.js';
import { codex } from '../cli/programs/codex.js';
import { gemini } from '../cli/programs/gemini.js';
import type { CliProgram } from '../cli/program.js';
import type { Driver, DriverAnswer } from '../driver.js';
import { authorAgent } from './ask-author.js';

const task: FixTask = {
  agent: {
    name: 'mender',
    entry: { role: 'mender', driver: 'command', limits: {} },
    seat: { role: 'mender', driver: 'command' },
  },
  prompt: 'mend it',
  directory: '/work',
  turns: 7,
  timeoutMs: 1_000,
  meanwhile: () => undefined,
};
const record = { transcript: 'said', secrets: [] };

async function asked(
  answer: DriverAnswer,
  over: Partial<Driver> = {},
  more: Partial<FixTask> = {},
  meanwhile: () => void = () => undefined,
) {
  const calls: Parameters<Driver['ask']>[0][] = [];
  const driver: Driver = {
    name: 'mender 1',
    readsCheckout: true,
    writesCheckout: true,
    ask: (call) => {
      calls.push(call);
      return Promise.resolve(answer);
    },
    ...over,
  };
  const ask = authorAgent({
    find: () => Promise.resolve({ driver }),
    redact: (text) => Promise.resolve(text.replace('ghp_token', '[secret]')),
    storeEvidence: () => Promise.resolve('digest'),
    meanwhile,
  });
  return { authored: await ask({ ...task, ...more }, () => undefined, new AbortController().signal), calls };
}

describe('an author that is asked', () => {
  it('works in the directory that is its own, with its turns, and its words are kept', async () => {
    const { authored, calls } = await asked({ kind: 'answered', text: 'done', ...record });
    expect(authored).toMatchObject({ ended: 'done' });
    expect(await authored.evidence).toMatchObject([{ digest: 'digest' }]);
    expect(calls).toMatchObject([{ prompt: 'mend it', author: { turns: 7 }, limits: { wallMs: 1_000 } }]);
    expect((await calls[0]!.checkout()).directory).toBe('/work');
  });

  it.each(['error_max_turns', 'Reached max turns (10)', 'Reached maximum session turns'])(
    'and stops with "%s" is out of turns',
    async (detail) => {
      const { authored } = await asked({ kind: 'failed', failure: { kind: 'crashed', detail }, ...record });
      expect(authored.ended).toBe('turn_limit');
    },
  );

  it('and fails otherwise has failed, with the reason', async () => {
    const failure = { kind: 'quota', detail: 'used up' } as const;
    const { authored } = await asked({ kind: 'failed', failure, ...record });
    expect(authored).toMatchObject({ ended: 'failed', detail: 'quota: used up' });
  });

  it.each([
    ['used up by ghp_token of hunter2', 'quota: used up by [secret] of [redacted]'],
    ['Reached max turns (10) with hunter2', 'Reached max turns (10) with [redacted]'],
  ])('and fails with "%s" keeps its secrets off the record', async (detail, kept) => {
    const failure = { kind: 'quota', detail } as const;
    const { authored } = await asked({ kind: 'failed', failure, transcript: '', secrets: ['hunter2'] });
    expect(authored.detail).toBe(kept);
  });

  it('has the time of its task, whatever its own limit says beside that', async () => {
    const agent = { ...task.agent, entry: { ...task.agent.entry, limits: { timeoutMinutes: 60 } } };
    const { calls } = await asked({ kind: 'answered', text: 'done', ...record }, {}, { agent });
    expect(calls[0]?.limits.wallMs).toBe(1_000);
  });

  it('is not waited for with what can be made ready while it works', async () => {
    const steps: string[] = [];
    let answer: (given: DriverAnswer) => void = () => undefined;
    const ask: Driver['ask'] = () => {
      steps.push('started');
      return new Promise((resolve) => (answer = resolve));
    };
    await asked({ kind: 'answered', text: 'done', ...record }, { ask }, {}, () => {
      steps.push('meanwhile');
      answer({ kind: 'answered', text: 'done', ...record });
    });
    expect(steps).toEqual(['started', 'meanwhile']);
  });

  it('is not asked where nobody knows how to let it write', async () => {
    const driver: Driver = { name: 'reader', readsCheckout: true, ask: () => Promise.reject(new Error('asked')) };
    const ask = authorAgent({
      find: () => Promise.resolve({ driver }),
      redact: (text) => Promise.resolve(text),
      storeEvidence: () => Promise.resolve('digest'),
      meanwhile: () => undefined,
    });
    expect(await ask(task, () => undefined, new AbortController().signal)).toMatchObject({
      ended: 'failed',
      detail: "reader can't be asked to change files",
    });
  });
});

describe('a program on the command line', () => {
  const launched = (program: CliProgram, turns?: number) => {
    const on = { has: () => true, model: undefined, schema: { type: 'string' }, home: '/home', env: {} };
    const { args, files = {} } = program.launch({ ...on, ...(turns !== undefined && { author: { turns } }) });
    return `${args.join(' ')} ${Object.values(files).join(' ')}`;
  };

  it.each<[string, CliProgram, readonly string[]]>([
    ['claude', claude, ['--permission-mode acceptEdits', '--tools Read,Grep,Glob,Edit,Write', '--max-turns 7']],
    ['codex', codex, ['--sandbox workspace-write']],
    ['gemini', gemini, ['--approval-mode auto_edit', '"maxSessionTurns":7', '"write_file"']],
  ])('%s may write as an author, and never as a reviewer', (_name, program, rights) => {
    expect(program.writes).toBe(true);
    for (const right of rights) {
      expect(launched(program, 7)).toContain(right);
      expect(launched(program)).not.toContain(right);
    }
  });
});
