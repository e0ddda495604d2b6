import { describe, expect, it } from 'vitest';
import { approval, must, objection, Peers } from '../../../test/kit/peers.js';
import { minute } from '../../../test/kit/peer.js';
import { opinion } from '../../../test/kit/review.js';
import { seatName, type Seat } from '../../domain/model/seat.js';
import { digest } from '../../main/digest.js';
import type { ReviewRequest } from '../application.js';
import { reviewChange } from '../commands/review.js';
import { tick } from '../deadlines/tick.js';
import type { Pause } from '../ports/clock.js';
import type { Reviewer } from '../ports/reviewer.js';
import { replay } from '../queries/replay.js';

const policy = (models: string, protocol: string) => `
protocol: ${protocol}
agents:
  light: { driver: command }
  watcher: { driver: mcp, limits: { timeout_minutes: 20 } }
  other: { driver: mcp }
  mender: { driver: command }
review:
  parallel_models: [${models}]
  auto_approve: true
criteria:
  '*':
    required:
      - correct: 'It does what it says'
`;

/** Agents that are asked at once approve, with all that they were shown. */
const asked: Reviewer = {
  seats: (packet) => (packet.panel?.seats ?? []).map(({ seat }) => seat),
  review: (packet, seats) =>
    Promise.resolve(
      seats.map((seat: Seat) =>
        opinion({
          seat,
          checklist: { correct: { answer: true } },
          shown: packet.frozen.change.files.map(({ path }) => ({ path, coverage: 'reviewed' })),
        }),
      ),
    ),
};

async function panel(models = 'light, watcher', protocol = 'panel') {
  const peers = await Peers.open(policy(models, protocol));
  await peers.agent('watcher');
  await peers.agent('other');
  peers.change({ 'a.ts': 'two\n' });
  const stop = new AbortController();
  const told: string[] = [];
  /** What happens at each turn of the waiting. */
  const turns: (() => Promise<void>)[] = [];
  const pause: Pause = async (milliseconds) => {
    peers.clock.advance(milliseconds);
    const next = turns.shift();
    if (next === undefined) stop.abort();
    else await next();
  };
  const begin = async (over: Partial<ReviewRequest> = {}) => {
    const { looking, ...on } = await peers.on(undefined);
    const context = () => Promise.resolve('session of the caller');
    const fixing = () => Promise.reject(new Error('nobody mends here'));
    const more = { ...looking, reviewer: asked, guests: {}, pause, context, fixing };
    const request: ReviewRequest = { change: { kind: 'base', base: 'main' }, noSkip: true, creator: 'maker', ...over };
    return reviewChange({ ...on, ...more }, request, ({ who, step }) => told.push(`${who}: ${step}`), stop.signal);
  };
  return { peers, begin, turns, told, stop };
}

const idOf = async ({ store }: Peers) => (await store.listReviews())[0]?.id ?? '';

describe('a panel with an agent that comes by itself', () => {
  it('hands it its seats, waits for its answers, and is decided by the last of them', async () => {
    const { peers, begin, turns, told } = await panel();
    const watcher = peers.as('watcher');
    const duties: unknown[] = [];
    const answer = async () => {
      const [row] = must(await watcher.list({ mine: 'to_do' }));
      const started = must(await watcher.start({ review: row?.id ?? '' }));
      duties.push(started.packet.duty);
      expect(must(await watcher.list({ mine: 'in_progress' })).map(({ id }) => id)).toContain(row?.id);
      must(await watcher.submit(approval(started)));
    };
    turns.push(answer, answer);
    const document = must(await begin());
    expect(duties).toEqual([expect.stringContaining('specification'), expect.stringContaining('quality')]);
    expect(document).toMatchObject({ review: { status: 'approved' }, decision: { outcome: 'approved' } });
    expect(document.opinions.map(({ seat, verdict }) => [seatName(seat), verdict])).toEqual([
      ['spec/light@command', 'approved'],
      ['quality/light@command', 'approved'],
      ['spec/watcher@mcp', 'approved'],
      ['quality/watcher@mcp', 'approved'],
    ]);
    expect(told).toContainEqual(
      expect.stringMatching(/^spec\/watcher@mcp: waiting for watcher, until 2026-01-01T00:20/u),
    );
    expect(must(await watcher.list({ mine: 'to_do' }))).toEqual([]);
    expect(await replay(peers.store.readAll(), digest)).toMatchObject({ differing: [] });
  });

  it('counts a seat without an answer as not reviewed, never as agreement', async () => {
    const { peers, begin, turns } = await panel();
    turns.push(
      async () => {
        must(
          await peers
            .as('watcher')
            .submit(approval(must(await peers.as('watcher').start({ review: await idOf(peers) })))),
        );
      },
      async () => {
        await Promise.resolve();
        peers.clock.advance(20 * minute);
      },
    );
    const document = must(await begin());
    expect(document.decision).toMatchObject({ outcome: 'inconclusive', panel: { row: 1 } });
    expect(document.opinions.at(-1)).toMatchObject({
      seat: { role: 'quality', agent: 'watcher' },
      verdict: 'inconclusive',
      failure: { kind: 'timed_out', detail: expect.stringContaining('watcher never started') as string },
    });
    const late = await peers.as('watcher').start({ review: document.review.id });
    expect(late).toMatchObject({ code: 'not_now' });
    expect(await replay(peers.store.readAll(), digest)).toMatchObject({ differing: [] });
  });

  it('goes on when nobody waits any more: whoever gives the last answer decides', async () => {
    const { peers, begin, told } = await panel();
    const document = must(await begin());
    expect(document).toMatchObject({ review: { status: 'in_progress' }, decision: null });
    expect(document.opinions).toHaveLength(2);
    expect(told.join('\n')).toContain('Ctrl-C ends the waiting alone');
    const watcher = peers.as('watcher');
    const answer = async () =>
      must(await watcher.submit(approval(must(await watcher.start({ review: document.review.id })))));
    expect(await answer()).toMatchObject({ review: { status: 'in_progress' } });
    expect(await answer()).toMatchObject({ review: { status: 'approved' } });
    expect(await replay(peers.store.readAll(), digest)).toMatchObject({ differing: [] });
  });

  it('ends at the deadline of its seats when nobody waits any more', async () => {
    const { peers, begin } = await panel('watcher');
    const { review } = must(await begin());
    const { store, clock } = peers;
    clock.advance(20 * minute);
    expect((await tick({ store, clock, digest })).fired).toBe(1);
    expect((await tick({ store, clock, digest })).fired).toBe(0);
    expect(await peers.review(review.id)).toMatchObject({ decision: { outcome: 'inconclusive' }, leaseUntil: null });
  });

  it('does not wait for an agent that was revoked meanwhile, which did not review', async () => {
    const { peers, begin } = await panel();
    const { review } = must(await begin());
    await peers.agent('eve', { kind: 'human' });
    must(await peers.as('watcher').start({ review: review.id }));
    await peers.revoke('other', 'eve');
    expect(await peers.review(review.id)).toMatchObject({ status: 'in_progress', decision: null });
    await peers.revoke('watcher', 'eve');
    const after = await peers.review(review.id);
    expect(after).toMatchObject({ decision: { outcome: 'inconclusive' }, leaseUntil: null });
    expect(after.opinions.flatMap(({ failure }) => failure?.detail ?? [])).toEqual([
      'watcher was revoked before it answered',
      'watcher was revoked before it answered',
    ]);
  });

  it('shows an agent nothing of what the others said before it has answered', async () => {
    const { peers, begin } = await panel();
    const { review } = must(await begin());
    const seen = must(await peers.as('watcher').get(review.id)).document;
    expect(seen.opinions).toEqual([]);
    expect(seen.review.typeReason).toBe('not shown before the first opinion');
    expect(must(await peers.as('other').get(review.id)).document.opinions).toHaveLength(2);
  });

  it('takes an answer only of the agent that has the seat, with the nonce of its start, and once', async () => {
    const { peers, begin } = await panel();
    const { review } = must(await begin());
    const started = must(await peers.as('watcher').start({ review: review.id }));
    expect(await peers.as('other').start({ review: review.id })).toMatchObject({ code: 'not_the_reviewer' });
    expect(await peers.as('other').submit(approval(started))).toMatchObject({ code: 'not_the_reviewer' });
    expect(await peers.as('watcher').submit(approval(started, { nonce: 'x' }))).toMatchObject({ code: 'nonce_wrong' });
    expect(await peers.as('watcher').submit(approval(started, { checklist: {} }))).toMatchObject({
      code: 'opinion_incomplete',
    });
    expect(must(await peers.as('watcher').packet(review.id)).headTree).toBe(started.packet.headTree);
    const again = must(await peers.as('watcher').start({ review: review.id }));
    expect(await peers.as('watcher').submit(approval(started))).toMatchObject({ code: 'nonce_spent' });
    must(await peers.as('watcher').submit(objection(again)));
    expect(await peers.as('watcher').submit(approval(again))).toMatchObject({ code: 'nonce_spent' });
    expect((await peers.review(review.id)).opinions.map(({ verdict }) => verdict)).toEqual([
      'approved',
      'approved',
      'changes_requested',
    ]);
  });

  it('takes two agents that answer from one session, or from that of the caller, for one pair of eyes', async () => {
    const { peers, begin } = await panel('watcher, other');
    const { review } = must(await begin());
    expect(await peers.as('watcher', 'session of the caller').start({ review: review.id })).toMatchObject({
      code: 'same_context',
    });
    must(await peers.as('watcher', 'one').start({ review: review.id }));
    expect(await peers.as('other', 'one').start({ review: review.id })).toMatchObject({ code: 'same_context' });
    must(await peers.as('other', 'two').start({ review: review.id }));
  });

  it('gives no seat to whoever made the change', async () => {
    const { begin } = await panel();
    const document = must(await begin({ creator: 'watcher' }));
    expect(document.decision).toMatchObject({ outcome: 'inconclusive' });
    expect(document.opinions.map(({ seat }) => seat.agent)).toEqual(['light', 'light']);
  });

  it('is refused for a name that nobody has a token of, and with a fix loop', async () => {
    const { peers, begin } = await panel();
    expect(await begin({ fix: { by: 'mender', apply: false } })).toMatchObject({ code: 'fix_waits_for_nobody' });
    await peers.agent('eve', { kind: 'human' });
    await peers.revoke('watcher', 'eve');
    expect(await begin()).toMatchObject({ code: 'unknown_seat' });
    expect(await peers.store.listReviews()).toEqual([]);
  });
});

describe('a review by the standards', () => {
  it('waits for an agent that the caller names, whose objection counts', async () => {
    const { peers, begin, turns } = await panel('light', 'standards');
    const watcher = peers.as('watcher');
    turns.push(async () => {
      must(await watcher.submit(objection(must(await watcher.start({ review: await idOf(peers) })))));
    });
    const document = must(await begin({ panel: ['watcher'] }));
    expect(document).toMatchObject({ review: { protocol: 'standards' }, decision: { outcome: 'changes_requested' } });
    expect(document.opinions.map(({ seat }) => seatName(seat))).toContain('watcher@mcp');
  });
});
