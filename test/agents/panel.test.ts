import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { AgentEntry } from '../../src/domain/model/policy-protocols.js';
import type { ChangeSpec } from '../kit/frozen-change.js';
import { askOne, askPanel as ask } from '../kit/fake-panel.js';

/** 600 ms. */
const soon = 0.01;

describe('an agent that answers', () => {
  it('well is believed, for what it was shown', async () => {
    const opinion = await askOne('well');
    expect(opinion).toMatchObject({
      verdict: 'approved',
      confidence: 95,
      checklist: { no_secrets: { answer: true }, tests_accompany_source: { answer: true } },
      shown: [{ path: 'src/a.ts', coverage: 'reviewed' }],
    });
    expect(opinion.failure).toBeUndefined();
  });

  it('with an objection is heard, at the line that it quotes', async () => {
    expect(await askOne('objects')).toMatchObject({
      verdict: 'changes_requested',
      findings: [{ severity: 'important', file: 'src/a.ts', side: 'head', line: 2, quote: 'export const two = 2;' }],
    });
  });

  it('in prose around the form is believed', async () => {
    expect(await askOne('prose')).toMatchObject({ verdict: 'approved' });
  });
});

describe('an agent that does not answer never approves', () => {
  it.each<[Behaviour, string, AgentEntry['limits']?]>([
    ['badly', 'unreadable'],
    ['half', 'unreadable'],
    ['empty', 'unreadable'],
    ['blank', 'unreadable'],
    ['braces', 'unreadable'],
    ['essay', 'unreadable'],
    ['lgtm', 'unreadable'],
    ['plan', 'unreadable'],
    ['both', 'unreadable'],
    ['loud', 'unreadable'],
    ['injected', 'unreadable'],
    ['replayed', 'unreadable'],
    ['never', 'idle', { idleMinutes: soon }],
    ['chatty', 'timed_out', { timeoutMinutes: soon }],
    ['quota', 'quota'],
    ['quota-calmly', 'quota'],
    ['login', 'not_logged_in'],
    ['crash', 'crashed'],
  ])('%s: %s', async (behaviour, kind, limits) => {
    const opinion = await askOne(behaviour, limits);
    expect(opinion).toMatchObject({ verdict: 'inconclusive', confidence: 0, shown: [], failure: { kind } });
    expect(opinion.failure?.detail).not.toBe('');
  });

  it('has its answer put into the form by the parser, where only the form was missing', async () => {
    const fake = resolve('dist/main/fake-agent.js');
    const play = (behaviour: string) => `printf %s "$asked" | '${process.execPath}' '${fake}' ${behaviour}`;
    const twice = `asked=$(cat); case "$asked" in *'Put what it said into the form'*) ${play('objects')};; *) ${play('badly')};; esac`;
    const { opinions, progress } = await ask([{ behaviour: 'badly', run: ['/bin/sh', '-c', twice] }]);
    expect(progress.filter((step) => step.includes('read by the parser'))).toHaveLength(1);
    expect(opinions).toMatchObject([{ verdict: 'changes_requested' }]);
    expect(opinions[0]?.failure).toBeUndefined();
  });

  it('keeps what it found', async () => {
    expect((await askOne('badly')).findings).toMatchObject([
      { file: 'src/a.ts', message: expect.stringContaining('lost') as string },
    ]);
  });

  it('nor does one that changes what it is to review (skills#845)', async () => {
    const opinion = await askOne('writes');
    if (process.getuid?.() === 0) expect(opinion.failure).toMatchObject({ kind: 'refused_by_sandbox' });
    else expect(opinion.verdict).toBe('approved');
  });

  it('nor one whose review is cancelled', async () => {
    const { opinions } = await ask([{ behaviour: 'never' }], { signal: AbortSignal.abort() });
    expect(opinions[0]).toMatchObject({ verdict: 'inconclusive', failure: { kind: 'cancelled' } });
  });
});

describe('several seats', () => {
  it('work at the same time, and one that fails hides no other', async () => {
    const { opinions, progress } = await ask([
      { behaviour: 'well' },
      { behaviour: 'crash' },
      { behaviour: 'never', limits: { idleMinutes: 0.05 } },
      { behaviour: 'objects' },
      { behaviour: 'chatty', limits: { timeoutMinutes: 0.05 } },
    ]);
    expect(opinions.map(({ verdict, failure }) => failure?.kind ?? verdict)).toEqual([
      'approved',
      'crashed',
      'idle',
      'changes_requested',
      'timed_out',
    ]);
    // Whoever came after the one that says nothing was asked while that went on.
    const asked = progress.filter((line) => line.includes(': asking '));
    const left = progress.findIndex((line) => line.includes(': idle: '));
    expect(asked).toHaveLength(5);
    expect(progress.slice(0, left)).toEqual(expect.arrayContaining(asked));
  });

  it('have no more time than the budget of the review, whatever their own limit says', async () => {
    const { opinions } = await ask([{ behaviour: 'chatty', limits: { timeoutMinutes: 60 } }], {
      task: { maxMs: 3_000 },
    });
    expect(opinions[0]).toMatchObject({ verdict: 'inconclusive', failure: { kind: 'timed_out' } });
  });

  it('tell each what it does', async () => {
    const { progress } = await ask([{ behaviour: 'well' }, { behaviour: 'quota' }]);
    expect(progress).toContain('reviewer/well.0@command: asking well.0');
    expect(progress).toContain('reviewer/well.0@command: approved');
    expect(progress.some((line) => line.startsWith('reviewer/quota.1@command: quota: '))).toBe(true);
  });
});

describe('another agent takes the seat', () => {
  it.each(['quota', 'quota-calmly', 'login', 'absent'] as const)(
    'after %s, visibly (roborev#309)',
    async (behaviour) => {
      const { opinions, progress } = await ask([{ behaviour, standIns: ['quota', 'well'] }]);
      expect(opinions[0]).toMatchObject({
        verdict: 'approved',
        seat: { agent: 'well.s0' },
        inPlaceOf: [{ seat: { agent: `${behaviour}.0` } }, { seat: { agent: 'quota.s0' }, failure: { kind: 'quota' } }],
      });
      expect(progress.some((line) => line.includes('reviewer/well.s0@command takes the seat'))).toBe(true);
    },
  );

  it.each(['crash', 'half', 'objects', 'injected'] as const)('but not after %s', async (behaviour) => {
    const { opinions } = await ask([{ behaviour, standIns: ['well'] }]);
    expect(opinions[0]?.seat.agent).toBe(`${behaviour}.0`);
  });

  it('and when nobody is left the seat has no opinion', async () => {
    const { opinions } = await ask([{ behaviour: 'login', standIns: ['quota'] }]);
    expect(opinions[0]).toMatchObject({
      failure: { kind: 'quota' },
      inPlaceOf: [{ failure: { kind: 'not_logged_in' } }],
    });
  });
});

describe('what is kept', () => {
  it('is the prompt and all that was said, without the secrets that the agent was given', async () => {
    const { opinions, blobs } = await ask([{ behaviour: 'crash' }], {
      env: { ...process.env, SECRET: 'undefined is not' },
    });
    expect(opinions[0]?.evidence).toEqual([{ what: 'transcript of crash.0', digest: 'digest 1' }]);
    expect(blobs[0]).toContain('export const two = 2;');
    expect(blobs[0]).toContain('TypeError: [redacted] a function');
  });
});

describe('a change larger than a prompt', () => {
  const big: ChangeSpec = {
    base: {},
    head: Object.fromEntries(
      Array.from({ length: 12 }, (_, file) => [
        `src/f${file}.ts`,
        Array.from({ length: 120 }, (_line, line) => `export const a${file}_${line} = ${line};\n`).join(''),
      ]),
    ),
  };

  it('is put into several prompts, and approved only by all of their answers', async () => {
    const { opinions, blobs } = await ask([{ behaviour: 'well', limits: { promptKilobytes: 30 } }], { spec: big });
    expect(blobs.length).toBeGreaterThan(1);
    expect(opinions[0]).toMatchObject({ verdict: 'approved' });
    expect(opinions[0]?.shown.every(({ coverage }) => coverage === 'reviewed')).toBe(true);
    for (const path of Object.keys(big.head)) expect(blobs.some((blob) => blob.includes(`=== ${path}`))).toBe(true);
  });

  it('over the budget of the policy is shown to nobody', async () => {
    const { opinions, blobs } = await ask([{ behaviour: 'well' }, { behaviour: 'well' }], {
      spec: big,
      task: { maxTokens: 10_000 },
    });
    expect(blobs).toEqual([]);
    expect(opinions.map(({ failure }) => failure?.kind)).toEqual(['quota', 'quota']);
    expect(opinions[0]?.failure?.detail).toContain('budget.max_tokens, 10000; nobody was asked');
  });
});
