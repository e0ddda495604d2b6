import { describe, expect, it } from 'vitest';
import type { AcpBehaviour, Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { Opinion } from '../../src/domain/model/opinion.js';
import type { AgentEntry } from '../../src/domain/model/policy-protocols.js';
import { askOne, askPanel } from '../kit/fake-panel.js';

/** 900 ms: longer than a start takes here, shorter than anybody waits. */
const soon = 0.015;

const one = (behaviour: Behaviour | AcpBehaviour, limits?: AgentEntry['limits']): Promise<Opinion> =>
  askOne(behaviour, limits, 'acp');

/** The opinion of one agent, and what is kept of the conversation. */
async function kept(behaviour: Behaviour | AcpBehaviour): Promise<{ opinion: Opinion; transcript: string }> {
  const { opinions, blobs } = await askPanel([{ behaviour, driver: 'acp' }]);
  return { opinion: opinions[0]!, transcript: (blobs[0] ?? '').split('--- turn')[1] ?? '' };
}

describe('an agent that speaks the Agent Client Protocol', () => {
  it('and answers well is believed, for what it was shown', async () => {
    expect(await one('well')).toMatchObject({
      verdict: 'approved',
      confidence: 95,
      seat: { driver: 'acp' },
      checklist: { no_secrets: { answer: true } },
      shown: [{ path: 'src/a.ts', coverage: 'reviewed' }],
    });
  });

  it('with an objection is heard, at the line that it quotes', async () => {
    expect(await one('objects')).toMatchObject({
      verdict: 'changes_requested',
      findings: [{ file: 'src/a.ts', line: 2, quote: 'export const two = 2;' }],
    });
  });

  it.each<[Behaviour | AcpBehaviour, string, AgentEntry['limits']?]>([
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
    ['deaf', 'timed_out', { timeoutMinutes: soon }],
    ['quota', 'quota'],
    ['quota-calmly', 'quota'],
    ['login', 'not_logged_in'],
    ['crash', 'crashed'],
    ['dies', 'crashed'],
    ['other-protocol', 'not_installed'],
    ['refuses', 'unreadable'],
    ['out-of-tokens', 'unreadable'],
    ['cancels-itself', 'cancelled'],
    ['garbled', 'unreadable'],
  ])('and does not answer never approves: %s, %s', async (behaviour, kind, limits) => {
    const opinion = await one(behaviour, limits);
    expect(opinion).toMatchObject({ verdict: 'inconclusive', confidence: 0, shown: [], failure: { kind } });
    expect(opinion.failure?.detail).not.toBe('');
  });

  it('that is not there hands its seat on, and so does one without quota', async () => {
    const { opinions } = await askPanel([{ behaviour: 'absent', driver: 'acp', standIns: ['quota', 'login', 'well'] }]);
    expect(opinions).toMatchObject([
      {
        verdict: 'approved',
        inPlaceOf: [
          { failure: { kind: 'not_installed' } },
          { failure: { kind: 'quota' } },
          { failure: { kind: 'not_logged_in' } },
        ],
      },
    ]);
  });

  it('and changes what it is to review has no opinion on it', async () => {
    const opinion = await one('writes');
    if (process.getuid?.() === 0) expect(opinion.failure).toMatchObject({ kind: 'refused_by_sandbox' });
    else expect(opinion.verdict).toBe('approved');
  });

  it('is stopped when the review is cancelled', async () => {
    const asked = [{ behaviour: 'never', driver: 'acp' }] as const;
    const { opinions } = await askPanel(asked, { signal: AbortSignal.abort() });
    expect(opinions).toMatchObject([{ failure: { kind: 'cancelled' } }]);
  });
});

describe('what it says before a tool', () => {
  it.each<[AcpBehaviour, Opinion['verdict']]>([
    ['looks-first', 'approved'],
    ['says-twice', 'approved'],
    ['turns-round', 'inconclusive'],
    ['looks-after', 'changes_requested'],
  ])('counts where it is an answer: %s, %s', async (behaviour, verdict) => {
    expect(await one(behaviour)).toMatchObject({ verdict });
  });
});

describe('what it says in another session than the one that was opened', () => {
  it.each<[AcpBehaviour, Opinion['verdict']]>([
    ['elsewhere', 'inconclusive'],
    ['objects-here', 'changes_requested'],
  ])('counts for nothing, and that is kept: %s, %s', async (behaviour, verdict) => {
    const { opinion, transcript } = await kept(behaviour);
    expect(opinion.verdict).toBe(verdict);
    expect(transcript).toContain('an update does not count: it is of another session');
  });

  it('is no ground for a permission or a file', async () => {
    const { opinion, transcript } = await kept('asks-elsewhere');
    expect(opinion.verdict).toBe('approved');
    expect(transcript).toContain('a request for permission does not count');
    expect(transcript).toContain('a request for a file does not count');
    expect(transcript).not.toContain('permission for');
  });
});

describe('what its client does for it', () => {
  it('is nothing that writes, runs or calls out', async () => {
    const { opinion, transcript } = await kept('asks-for-more');
    expect(opinion.verdict).toBe('approved');
    for (const kind of ['edit', 'execute', 'fetch', 'other'])
      expect(transcript).toContain(`permission for to ${kind}: refused`);
    expect(transcript).toContain('fs/write_text_file: refused');
    expect(transcript).toContain('terminal/create: refused');
    expect(transcript).not.toContain(' gave ');
  });

  it('and reads nothing outside of the checkout', async () => {
    const { transcript } = await kept('reads-outside');
    expect(transcript.match(/etc\/passwd: refused, .* outside of the checkout/gu)).toHaveLength(2);
    expect(transcript).not.toContain('root:');
  });
});

describe('what is kept', () => {
  it('is what was said, whole and without the secrets that it was given', async () => {
    const asked = [{ behaviour: 'well', driver: 'acp' }] as const;
    const { blobs } = await askPanel(asked, { env: { ...process.env, SECRET: 'The change does what it should.' } });
    expect(blobs[0]).toContain('export const two = 2;');
    expect(blobs[0]).toContain('"summary":"[redacted]"');
  });
});
