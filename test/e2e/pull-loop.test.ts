import { describe, expect, it } from 'vitest';
import { log } from '../../src/application/queries/log.js';
import { replay } from '../../src/application/queries/replay.js';
import { isRefusal } from '../../src/domain/model/refusal.js';
import { digest } from '../../src/main/digest.js';
import { approval, must, objection, peerPolicy, Peers } from '../kit/peers.js';

/** Faults that a reviewer can object to and that the creator can take away, each in a file of its own. */
const faults = {
  low: 'export const low = 1; // loses what is below zero',
  high: 'export const high = 2; // overflows at the upper end',
  unit: 'export const unit = 3; // mixes metres and miles',
  zone: 'export const zone = 4; // forgets daylight saving time',
} as const;
type Fault = keyof typeof faults;

/** The policy with this cap. */
const capped = (revisions: number) =>
  `${peerPolicy}escalation:\n  auto_escalate_to_human: [{ review_cycles: ${revisions} }]\n`;

class Loop {
  readonly peers: Peers;
  id = '';

  constructor(peers: Peers) {
    this.peers = peers;
  }

  static async open(policy = peerPolicy): Promise<Loop> {
    const peers = await Peers.open(policy);
    for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
    return new Loop(peers);
  }

  /** Exactly these faults, and a line that is always another. */
  write(names: readonly Fault[], mark: string, by = 'maker'): void {
    const all = Object.keys(faults) as Fault[];
    const files = all.map((name): [string, string] => [
      `${name}.ts`,
      `// ${name}\n${names.includes(name) ? faults[name] : 'export {};'}\n`,
    ]);
    this.peers.change({ ...Object.fromEntries(files), 'mark.ts': `export const mark = '${mark}';\n` }, 'change', by);
  }

  async request(): Promise<void> {
    this.id = must(await this.peers.as('maker').request()).id;
  }

  /** The reviewer objects to what it is told of, finds the rest of earlier rounds fixed, and the review is decided. */
  async object(names: readonly Fault[]) {
    const by = (await this.peers.review(this.id)).reviewer ?? '';
    const started = must(await this.peers.as(by).start({ review: this.id }));
    const known = started.packet.toVerify;
    const stands = (message: string) => names.some((name) => message.startsWith(faults[name]));
    const verified = known.map(({ id, message }) => ({
      finding: id,
      outcome: stands(message) ? ('still_open' as const) : ('fixed' as const),
    }));
    const raised = names.filter((name) => !known.some(({ message }) => message.startsWith(faults[name])));
    const findings = raised.map((name) => ({
      severity: 'important',
      category: 'bug',
      file: `${name}.ts`,
      line: 2,
      message: faults[name],
    }));
    return must(await this.peers.as(by).submit(objection(started, { findings, verified })));
  }

  revise(more: { readonly turns?: number } = {}) {
    return this.peers.as('maker').revise({ review: this.id, ...more });
  }

  async mending() {
    return must(await this.peers.as('maker').get(this.id)).document.mending;
  }

  /** Every decision follows from the journal again, byte for byte (SPEC 2, rule 9). */
  async replays(): Promise<void> {
    const events = await log(this.peers.store, undefined);
    if (isRefusal(events)) throw new Error(events.message);
    expect((await replay(events, digest)).differing).toEqual([]);
  }
}

describe('a creator that comes by itself', () => {
  it('is told the attempt, each finding at its line and its turns, until the cap', async () => {
    const loop = await Loop.open();
    loop.write(['low'], 'a');
    await loop.request();
    await loop.object(['low']);
    const asked = { state: 'asked', of: 3, turns: 10 };
    expect(await loop.mending()).toMatchObject({
      ...{ ...asked, attempt: 1 },
      findings: [{ severity: 'important', place: 'low.ts:2', message: faults.low }],
    });
    loop.write(['high'], 'b');
    expect(must(await loop.revise({ turns: 10 })).mending).toMatchObject({ state: 'handed_in', attempt: 1, of: 3 });
    await loop.object(['high']);
    expect(await loop.mending()).toMatchObject({ ...asked, attempt: 2, findings: [{ place: 'high.ts:2' }] });
    loop.write(['unit'], 'c');
    must(await loop.revise());
    await loop.object(['unit']);
    expect(await loop.mending()).toMatchObject({ ...asked, attempt: 3 });
    loop.write(['zone'], 'd');
    must(await loop.revise());
    const last = await loop.object(['zone']);
    expect(last).toMatchObject({
      review: { status: 'escalated' },
      escalation: {
        trigger: 'revision_cap',
        stop: 'cap',
        reason: `3 of 3 revisions used and still not approved\nRemaining:\n- important at zone.ts:2: ${faults.zone}`,
      },
      mending: { state: 'stopped', attempt: 3, of: 3, reason: 'cap', findings: [{ message: faults.zone }] },
    });
    await loop.replays();
  });

  it('may try once more where a person asks for it, and no more', async () => {
    const loop = await Loop.open(capped(1));
    await loop.peers.agent('carol', { kind: 'human' });
    loop.write(['low'], 'a');
    await loop.request();
    await loop.object(['low']);
    loop.write(['high'], 'b');
    must(await loop.revise());
    expect((await loop.object(['high'])).mending).toMatchObject({ reason: 'cap', attempt: 1, of: 1 });
    must(await loop.peers.decide('carol', loop.id, 'request_changes'));
    expect(await loop.mending()).toMatchObject({ state: 'asked', attempt: 2, of: 2 });
    loop.write(['unit'], 'c');
    must(await loop.revise());
    expect((await loop.object(['unit'])).review.status).toBe('escalated');
  });

  it.each<[string, string, readonly (readonly Fault[])[], string]>([
    [
      'mends nothing of what was asked',
      'same_finding',
      [['low'], ['low']],
      'the same finding again after 1 fix attempt',
    ],
    [
      'lets one stand through two attempts',
      'same_finding',
      [['low', 'high'], ['low', 'unit'], ['low']],
      'the same finding again after 2 fix attempts',
    ],
    ['breaks what was mended', 'regression', [['low'], ['high'], ['low']], 'what was mended before is broken again'],
  ])('that %s stops with %s', async (_, reason, rounds, why) => {
    const loop = await Loop.open();
    for (const [index, names] of rounds.entries()) {
      loop.write(names, `${index}`);
      if (index === 0) await loop.request();
      else must(await loop.revise());
      const decided = await loop.object(names);
      const isLast = index === rounds.length - 1;
      expect(decided.review.status).toBe(isLast ? 'escalated' : 'changes_requested');
    }
    expect(await loop.mending()).toMatchObject({
      ...{ state: 'stopped', reason, attempt: rounds.length - 1 },
      findings: [{ message: expect.stringContaining(faults.low) as string }],
    });
    const { escalation, decision } = await loop.peers.review(loop.id);
    expect(escalation).toMatchObject({ trigger: 'fix_loop', stop: reason });
    expect(escalation?.reason).toContain(why);
    expect(escalation?.reason).toContain('Remaining:\n- important at low.ts:2');
    expect(decision).toMatchObject({ outcome: 'changes_requested' });
    await loop.replays();
  });

  it('that goes back to what was objected to stops before anybody reads it again', async () => {
    const loop = await Loop.open();
    loop.write(['low'], 'a');
    await loop.request();
    await loop.object(['low']);
    loop.write(['high'], 'b');
    must(await loop.revise());
    await loop.object(['high']);
    loop.write(['low'], 'a');
    const back = must(await loop.revise());
    expect(back).toMatchObject({
      status: 'escalated',
      mending: { state: 'stopped', reason: 'content_again', attempt: 2 },
    });
    expect(back.mending?.findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining(faults.low), faults.high]),
    );
    expect((await loop.peers.events(loop.id)).slice(-2)).toEqual(['finding_reopened', 'review_escalated']);
    await loop.replays();
  });

  it('that changed nothing is told so, also by way of another content that nobody judged', async () => {
    const loop = await Loop.open();
    loop.write(['low'], 'a');
    await loop.request();
    await loop.object(['low']);
    expect(await loop.revise()).toMatchObject({ code: 'nothing_changed' });
    loop.write(['low'], 'other');
    must(await loop.revise());
    loop.write(['low'], 'a');
    expect(must(await loop.revise())).toMatchObject({ status: 'escalated', mending: { reason: 'no_change' } });
  });

  it('that took more turns than it had stops with turn_limit', async () => {
    const loop = await Loop.open(`${peerPolicy}review: { fix_timeout_turns: 5 }\n`);
    loop.write(['low'], 'a');
    await loop.request();
    await loop.object(['low']);
    loop.write([], 'b');
    expect(must(await loop.revise({ turns: 6 }))).toMatchObject({
      status: 'escalated',
      mending: { reason: 'turn_limit', why: 'fix attempt 1 of 3 was not done within 5 turns' },
    });
    await loop.replays();
  });

  it('may go back to what was approved', async () => {
    const loop = await Loop.open();
    loop.write([], 'a');
    await loop.request();
    const started = must(await loop.peers.as('critic').start({ review: loop.id }));
    must(await loop.peers.as('critic').submit(approval(started)));
    loop.write(['low'], 'b');
    must(await loop.revise());
    await loop.object(['low']);
    loop.write([], 'a');
    expect(must(await loop.revise())).toMatchObject({ status: 'pending_re_review' });
  });

  it('is not held to what another reviewer refuted', async () => {
    const loop = await Loop.open();
    loop.write(['low'], 'a');
    await loop.request();
    const { findings } = await loop.object(['low']);
    must(await loop.peers.as('maker').contest({ finding: findings[0]!.id, argument: 'It is meant so.' }));
    const judging = must(await loop.peers.as('second').start({ review: loop.id }));
    const judged = [{ finding: findings[0]!.id, outcome: 'refuted' as const, reason: 'It is.' }];
    must(await loop.peers.as('second').submit(approval(judging, { judged })));
    loop.write(['low', 'high'], 'b');
    must(await loop.revise());
    await loop.object(['high']);
    expect(await loop.mending()).toMatchObject({ state: 'asked', attempt: 1, findings: [{ place: 'high.ts:2' }] });
  });
});

describe('a new request of what was objected to', () => {
  it('goes on with the attempts of the review that was withdrawn', async () => {
    const loop = await Loop.open();
    loop.write(['low', 'high'], 'a');
    await loop.request();
    await loop.object(['low', 'high']);
    loop.write(['low', 'unit'], 'b');
    must(await loop.revise());
    await loop.object(['low', 'unit']);
    must(await loop.peers.as('maker').withdraw({ review: loop.id, reason: 'to begin anew' }));
    loop.write(['low'], 'c');
    await loop.request();
    expect((await loop.peers.review(loop.id)).peer?.before).toHaveLength(2);
    expect((await loop.object(['low'])).escalation).toMatchObject({
      stop: 'same_finding',
      reason: expect.stringContaining('after 2 fix attempts') as string,
    });
    await loop.replays();
  });

  it('knows a mended fault again', async () => {
    const loop = await Loop.open(capped(2));
    loop.write(['low', 'high'], 'a');
    await loop.request();
    await loop.object(['low', 'high']);
    loop.write(['high', 'zone'], 'b');
    must(await loop.revise());
    await loop.object(['high', 'zone']);
    must(await loop.peers.as('maker').withdraw({ review: loop.id, reason: 'to begin anew' }));
    loop.write(['low', 'zone'], 'c');
    await loop.request();
    expect((await loop.object(['low', 'zone'])).escalation).toMatchObject({ stop: 'regression' });
  });

  it('gives no attempts beyond the cap', async () => {
    const loop = await Loop.open(capped(1));
    loop.write(['low', 'high'], 'a');
    await loop.request();
    await loop.object(['low', 'high']);
    must(await loop.peers.as('maker').withdraw({ review: loop.id, reason: 'to begin anew' }));
    loop.write(['high', 'unit'], 'b');
    await loop.request();
    const decided = await loop.object(['high', 'unit']);
    expect(decided).toMatchObject({ review: { status: 'escalated', revision: 0 }, mending: { attempt: 1, of: 1 } });
  });

  it('begins anew for another creator, who was never asked', async () => {
    const loop = await Loop.open();
    await loop.peers.agent('other');
    loop.write(['low'], 'a');
    await loop.request();
    await loop.object(['low']);
    must(await loop.peers.as('maker').withdraw({ review: loop.id, reason: 'other takes over' }));
    loop.peers.repository.git('reset', '--quiet', '--hard', 'main');
    loop.write(['low'], 'b', 'other');
    loop.id = must(await loop.peers.as('other').request()).id;
    expect((await loop.peers.review(loop.id)).peer?.before).toEqual([]);
    expect((await loop.object(['low'])).review.status).toBe('changes_requested');
  });
});
