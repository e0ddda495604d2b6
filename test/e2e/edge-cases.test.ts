import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { FileSpool } from '../../src/adapters/spool/file-spool.js';
import { readAsk } from '../../src/adapters/spool/read-ask.js';
import { openStore } from '../../src/adapters/storage/open-store.js';
import type { PersonDecision } from '../../src/application/application.js';
import { decideAsPerson } from '../../src/application/commands/decide-by-person.js';
import { tick } from '../../src/application/deadlines/tick.js';
import { checkReviewRequired } from '../../src/application/peer/check.js';
import { reportOutcome } from '../../src/application/peer/outcome.js';
import { StoreUnavailable } from '../../src/application/ports/store.js';
import { inbox } from '../../src/application/queries/inbox.js';
import { replay } from '../../src/application/queries/replay.js';
import type { SpooledAsk } from '../../src/application/spool/asks.js';
import { drainSpool } from '../../src/application/spool/drain.js';
import { keepInSpool } from '../../src/application/spool/keep.js';
import { perform } from '../../src/application/spool/perform.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import type { Review } from '../../src/domain/model/review.js';
import { digest } from '../../src/main/digest.js';
import { isSignedBy, signWith } from '../../src/main/token-signature.js';
import { tamper } from '../contract/sqlite-file.js';
import { record } from '../contract/store.js';
import { hour, minute, peerRequested } from '../kit/peer.js';
import { approval, must, objection, peerPolicy, Peers } from '../kit/peers.js';

/** Everybody who takes part: `maker` asks, `critic` and `second` review, `eve` is a person. */
async function team(policy = peerPolicy): Promise<Peers> {
  const peers = await Peers.open(policy);
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  await peers.agent('eve', { kind: 'human' });
  return peers;
}

const fire = async ({ store, clock }: Peers) => (await tick({ store, clock, digest })).fired;

async function pass(peers: Peers, milliseconds: number): Promise<number> {
  peers.clock.advance(milliseconds);
  return fire(peers);
}

let content = 0;

/** A review of content that no other review is about. */
async function asked(peers: Peers, ask: { confidence?: number } = {}): Promise<string> {
  peers.change({ 'a.ts': `two ${(content += 1)}\n` });
  return must(await peers.as('maker').request(ask)).id;
}

async function rejectedBy(peers: Peers, id: string, over: Parameters<typeof objection>[1] = {}) {
  const started = must(await peers.as('critic').start({ review: id }));
  return must(await peers.as('critic').submit(objection(started, over)));
}

async function decide(peers: Peers, who: string, ask: PersonDecision) {
  const on = await peers.on(who);
  return decideAsPerson(on, on.caller, ask);
}

/** Gives `name` so many reviews to do. */
async function burden(peers: Peers, name: string, reviews: number): Promise<void> {
  for (let index = 0; index < reviews; index++) {
    const assigned: ReviewEvent = {
      type: 'review_assigned',
      data: { reviewer: name, place: 'primary', reason: 'free', rules: [] },
    };
    const request: ReviewEvent = { type: 'review_requested', data: peerRequested() };
    await record(peers.store, `${name}-${index}`, [request, assigned], peers.clock.now());
  }
}

/** The next revision as the journal holds it, assigned to `critic`. */
async function revise(peers: Peers, id: string, over: Partial<Review> = {}): Promise<void> {
  const review = { ...(await peers.review(id)), ...over };
  const material = review.peer?.material ?? undefined;
  const revised: ReviewEvent = {
    type: 'review_revised',
    data: {
      change: review.change,
      classification: review.classification,
      exclusions: review.exclusions,
      changesMade: 'looked again',
      claimedFixed: [],
      carried: {},
      seats: [],
      precheck: [],
      carry: [],
      ...(material === undefined ? {} : { material }),
    },
  };
  const assigned: ReviewEvent = {
    type: 'review_assigned',
    data: { reviewer: 'critic', place: 'primary', reason: 'reviewed the round before', rules: [] },
  };
  await record(peers.store, id, [revised, assigned], peers.clock.now());
}

const soundly = async ({ store }: Peers) => {
  expect((await replay(store.readAll(), digest)).differing).toEqual([]);
  expect((await store.rebuild()).differences).toEqual([]);
};

describe('edge cases (PRS 15)', () => {
  it('reviewer_unavailable: to the backup; both busy: it waits 15 minutes, then a person', async () => {
    const peers = await team();
    await burden(peers, 'critic', 4);
    expect((await peers.review(await asked(peers))).reviewer).toBe('second');
    await burden(peers, 'second', 4);
    const id = await asked(peers);
    expect(await peers.review(id)).toMatchObject({ status: 'pending', reviewer: null });
    await pass(peers, 14 * minute);
    expect(await peers.review(id)).toMatchObject({ status: 'pending', reviewer: null });
    await pass(peers, minute);
    expect(await peers.review(id)).toMatchObject({ status: 'escalated', escalation: { trigger: 'nobody_free' } });
    await soundly(peers);
  });

  it('creator_unavailable: after 24 hours a person, with what the reviewer found', async () => {
    const peers = await team();
    const id = await asked(peers);
    await rejectedBy(peers, id);
    await pass(peers, 24 * hour - 1);
    expect((await peers.review(id)).status).toBe('changes_requested');
    await pass(peers, 1);
    const [waiting] = await inbox(peers.store, 10);
    expect(waiting?.question).toMatchObject({ trigger: 'creator_silent', state: 'open' });
    expect(waiting?.question?.positions[1]?.evidence[0]).toMatch(/^important at a\.ts:1: /u);
    await soundly(peers);
  });

  it('mutual_uncertainty: a person, and a third opinion beside it', async () => {
    const peers = await team();
    const id = await asked(peers, { confidence: 50 });
    await rejectedBy(peers, id, { confidence: 50 });
    const review = await peers.review(id);
    expect(review).toMatchObject({ status: 'escalated', escalation: { trigger: 'mutual_uncertainty' } });
    expect(review.peer?.assignment).toMatchObject({ reviewer: 'second', place: 'third' });
    expect(must(await peers.as('second').list({ mine: 'to_do' })).map((row) => row.id)).toEqual([id]);
    const started = must(await peers.as('second').start({ review: id }));
    must(await peers.as('second').submit(approval(started, { summary: 'It needs research.' })));
    expect((await peers.review(id)).status).toBe('escalated');
    const [waiting] = await inbox(peers.store, 10);
    expect(waiting?.question?.positions.map(({ who }) => who)).toEqual(['maker', 'critic', 'second']);
    await soundly(peers);
  });

  it('contradictory_reviews: clarification first, on record against the reviewer, then a person', async () => {
    const peers = await team();
    const id = await asked(peers);
    await rejectedBy(peers, id);
    await revise(peers, id);
    const started = must(await peers.as('critic').start({ review: id }));
    const toVerify = started.packet.toVerify.map((finding) => ({
      finding: finding.id,
      outcome: 'still_open' as const,
    }));
    const contrary = objection(started, { checklist: { correct: false }, verified: toVerify });
    expect(await peers.as('critic').submit(contrary)).toMatchObject({ code: 'clarification_needed' });
    expect(await peers.events(id)).toContain('clarification_asked');
    expect((await peers.review(id)).status).toBe('in_progress');
    must(await peers.as('critic').submit({ ...contrary, clarification: 'I read it again.' }));
    expect(await peers.review(id)).toMatchObject({
      status: 'escalated',
      escalation: { trigger: 'contradictory_reviews' },
    });
    await soundly(peers);
  });

  it('review_timeout: a reminder after 30 minutes, the backup 15 later, the incident on record', async () => {
    const peers = await team();
    const id = await asked(peers);
    expect(await pass(peers, 30 * minute)).toBe(1);
    expect((await peers.review(id)).reviewer).toBe('critic');
    expect(await pass(peers, 15 * minute)).toBe(1);
    expect(await peers.review(id)).toMatchObject({ status: 'pending', reviewer: 'second' });
    const fired = (await peers.store.readStream(`review/${id}`)).filter(({ type }) => type === 'deadline_fired');
    expect(fired.map(({ data }) => (data as { kind: string }).kind)).toEqual(['start_reminder', 'start_backup']);
    await soundly(peers);
  });

  it('infinite_revisions: a negative decision with three revisions used is for a person, who decides', async () => {
    const peers = await team();
    const id = await asked(peers);
    await rejectedBy(peers, id);
    for (let revision = 1; revision <= 3; revision++) {
      await revise(peers, id);
      const started = must(await peers.as('critic').start({ review: id }));
      const verified = started.packet.toVerify.map((each) => ({ finding: each.id, outcome: 'still_open' as const }));
      must(await peers.as('critic').submit(objection(started, { findings: [], verified })));
      expect((await peers.review(id)).status).toBe(revision < 3 ? 'changes_requested' : 'escalated');
    }
    expect((await peers.review(id)).escalation?.trigger).toBe('revision_cap');
    must(await decide(peers, 'eve', { review: id, option: 1, note: 'good enough' }));
    expect(await peers.review(id)).toMatchObject({ status: 'approved', personDecision: { person: 'eve' } });
    await soundly(peers);
  });

  it('criteria_change: the criteria in force when it was requested stay in force', async () => {
    const peers = await team();
    const id = await asked(peers);
    const { repository } = peers;
    repository.git('checkout', '--quiet', 'main');
    repository.write({ '.countersign/policy.yaml': peerPolicy.replace('correct:', 'elegant:') });
    repository.commit('other criteria');
    repository.git('checkout', '--quiet', 'topic');
    const started = must(await peers.as('critic').start({ review: id }));
    expect(started.packet.criteria.map(({ name }) => name)).toEqual(['correct']);
    must(await peers.as('critic').submit(approval(started)));
    expect((await peers.review(id)).status).toBe('approved');
  });

  /** That a pattern which let it pass goes off at once is tested in patterns.test.ts. */
  it('auto_skip_produces_bug: the bug of a skipped review is on record, and no pattern skips', async () => {
    const peers = await team(`${peerPolicy}
review_required:
  skip_if:
    - action_type: update_readme
    - has_auto_skip_pattern: true
      min_confidence: 0.9
      min_successes: 10
`);
    peers.change({ 'README.md': '# Notes\n' }, 'docs: notes');
    const skipped = must(await peers.as('maker').request());
    expect(skipped.status).toBe('skipped');
    must(await reportOutcome(await peers.on('eve'), { review: skipped.id, kind: 'bug', note: 'it broke' }));
    const last = (await peers.store.readStream(`review/${skipped.id}`)).at(-1);
    expect(last).toMatchObject({ type: 'outcome_reported', data: { kind: 'bug', by: 'eve' } });
    const required = must(await checkReviewRequired(await peers.on('maker'), { action: 'feature' }));
    expect(required.needsReview).toBe(true);
  });
});

describe('failure modes (PRS 15)', () => {
  it('database_down: what is handed in is kept and not acknowledged, then replayed in order, once', async () => {
    const peers = await team();
    const id = await asked(peers);
    const started = must(await peers.as('critic').start({ review: id }));
    await peers.store.close();
    const place = join(peers.repository.root, 'store', 'spool');
    const handIn = async (name: string, asks: SpooledAsk) => {
      const token = peers.tokenOf(name) ?? '';
      const proof = { tokenHash: digest(token), sign: (text: string) => signWith(token, text) };
      const on = { spool: new FileSpool({ places: [place] }), clock: peers.clock, newId: ulid, proof };
      const from = { claimed: 'Ada', context: `session of ${name}`, directory: '/', content: null };
      return keepInSpool(on, asks, from, new StoreUnavailable('unreachable', 'It is closed.', 'Open it.'));
    };
    await expect(peers.as('critic').submit(objection(started))).rejects.toThrow();
    const kept = await handIn('critic', { verb: 'submit', ask: objection(started) });
    expect(kept).toMatchObject({ refused: true, code: 'spooled' });
    expect(kept.message).toContain('kept, not recorded');
    await handIn('maker', { verb: 'escalate', ask: { review: id, reason: 'I disagree' } });
    const text = await readFile(join(place, 'waiting.jsonl'), 'utf8');
    for (const name of ['critic', 'maker']) expect(text).not.toContain(peers.tokenOf(name));

    const stores = await Promise.all([1, 2].map(() => openStore({ directory: dirname(place) })));
    const types = async () => (await stores[0]!.readStream(`review/${id}`)).map(({ type }) => type);
    expect(await types()).not.toContain('opinion_submitted');
    const draining = stores.map(async (store) => {
      const base = { ...(await peers.on(undefined)), overdue: () => Promise.resolve(0) };
      return drainSpool({
        ...{ spool: new FileSpool({ places: [place] }), store, clock: peers.clock, isSignedBy, readAsk },
        perform: (asks, { entry, store: once, caller }) => {
          const peer = { ...base, store: once, caller, context: entry.context ?? undefined };
          return perform(asks, { peer, looking: () => Promise.resolve(peer) });
        },
      });
    });
    const drained = await Promise.all(draining);
    expect(drained.reduce((sum, { recorded, refused }) => sum + recorded + 10 * refused, 0)).toBe(2);
    expect((await types()).filter((type) => type === 'opinion_submitted' || type === 'review_escalated')).toEqual([
      'opinion_submitted',
      'review_escalated',
    ]);
    expect(await stores[0]!.verify()).toMatchObject({ intact: true });
    for (const store of stores) await store.close();
  });

  it('mcp_server_crash: the next server goes on where the last one stopped', async () => {
    const peers = await team();
    peers.change({ 'a.ts': 'two\n' });
    const ask = { idempotencyKey: 'once' };
    const { id } = must(await peers.as('maker').request(ask));
    const started = must(await peers.as('critic').start({ review: id }));
    const reopened = await openStore({ directory: join(peers.repository.root, 'store') });
    const next = { ...(await peers.on('critic')), store: reopened };
    const { submitReview } = await import('../../src/application/peer/submit.js');
    expect(must(await submitReview(next, approval(started))).review.status).toBe('approved');
    expect(must(await peers.as('maker').request(ask)).id).toBe(id);
    await reopened.close();
    await soundly(peers);
  });

  it('reviewer_agent_crash: after 60 silent minutes the backup, with what there was', async () => {
    const peers = await team();
    const id = await asked(peers);
    const started = must(await peers.as('critic').start({ review: id, notes: 'read half of a.ts' }));
    await pass(peers, 60 * minute);
    expect(await peers.review(id)).toMatchObject({ status: 'pending', reviewer: 'second' });
    expect(await peers.as('critic').submit(approval(started))).toMatchObject({ code: 'nonce_spent' });
    const taken = must(await peers.as('second').start({ review: id }));
    expect(taken.packet.partialWork).toBe('read half of a.ts');
    must(await peers.as('second').submit(approval(taken)));
    expect(await peers.review(id)).toMatchObject({ status: 'approved', reviewer: 'second' });
    await soundly(peers);
  });

  it('reviewer_agent_crash: an objection that comes after all decides nothing and stands, an approval is nothing', async () => {
    const peers = await team();
    const id = await asked(peers);
    const started = must(await peers.as('critic').start({ review: id }));
    await pass(peers, 60 * minute);
    const taken = must(await peers.as('second').start({ review: id }));
    expect(await peers.as('critic').submit(approval(started))).toMatchObject({ code: 'nonce_spent' });
    expect((await peers.review(id)).peer?.earlier).toEqual([]);
    expect(await peers.as('critic').submit(objection(started))).toMatchObject({
      code: 'nonce_spent',
      remedy: expect.stringContaining('on record for whoever reviews') as string,
    });
    expect(await peers.as('critic').submit(objection(started))).toMatchObject({ code: 'nonce_spent' });
    const { status, opinions, peer } = await peers.review(id);
    expect({ status, opinions }).toEqual({ status: 'in_progress', opinions: [] });
    expect(peer?.earlier).toMatchObject([{ state: 'open', severity: 'important', sources: [{ seat: 'critic@mcp' }] }]);
    expect(await peers.as('second').submit(approval(taken))).toMatchObject({ code: 'opinion_incomplete' });
    const { toVerify } = must(await peers.as('second').packet(id));
    const verified = toVerify.map(({ id: finding }) => ({ finding, outcome: 'still_open' as const }));
    must(await peers.as('second').submit(objection(taken, { verified })));
    expect((await peers.review(id)).status).toBe('changes_requested');
    await soundly(peers);
  });

  it('human_no_response: warned, then the conservative default, marked as expired; a person may override it', async () => {
    const peers = await team();
    const id = await asked(peers);
    await rejectedBy(peers, id);
    must(await peers.as('maker').escalate({ review: id, reason: 'I disagree' }));
    expect(await pass(peers, 40 * hour)).toBe(1);
    expect((await peers.review(id)).status).toBe('escalated');
    expect(await pass(peers, 8 * hour)).toBe(1);
    expect(await peers.review(id)).toMatchObject({
      status: 'changes_requested',
      personDecision: null,
      escalation: { state: 'expired' },
    });
    must(await decide(peers, 'eve', { review: id, outcome: 'approve', note: 'read it at last' }));
    expect(await peers.review(id)).toMatchObject({ status: 'approved', personDecision: { person: 'eve' } });
    expect(await peers.events(id)).toEqual(expect.arrayContaining(['escalation_expired', 'person_decided']));
    await soundly(peers);
  });

  it('concurrent_modifications: an answer for content that has changed decides nothing', async () => {
    const peers = await team();
    const id = await asked(peers);
    const started = must(await peers.as('critic').start({ review: id }));
    const { change } = await peers.review(id);
    await revise(peers, id, { change: { ...change, headTree: 'f'.repeat(40) } });
    expect(await peers.as('critic').submit(approval(started))).toMatchObject({ refused: true });
    expect((await peers.review(id)).status).toBe('pending_re_review');
    const again = must(await peers.as('critic').start({ review: id }));
    const stale = approval(again, { headTree: change.headTree });
    expect(await peers.as('critic').submit(stale)).toMatchObject({ code: 'content_changed' });
    expect((await peers.review(id)).status).toBe('in_progress');
  });

  it('learning_data_corrupt: what is read is rebuilt from the journal, and damage skips nothing', async () => {
    const peers = await team();
    const id = await asked(peers);
    await rejectedBy(peers, id);
    must(await peers.as('maker').escalate({ review: id, reason: 'it is right as it is' }));
    const { type, escalation } = await peers.review(id);
    const trigger = escalation!.trigger;
    const sensitivity = 'normal';
    must(await decide(peers, 'eve', { review: id, outcome: 'approve', note: 'fine' }));
    const choices = () => peers.store.personChoices({ type: 'other', trigger, sensitivity });
    const right = await peers.store.personChoices({ type, trigger, sensitivity });
    expect(right).toEqual([{ option: null, outcome: 'approved', times: 1 }]);
    await tamper(join(peers.repository.root, 'store'), `update person_decisions set type = 'other'`);
    expect(await choices()).toHaveLength(1);
    expect((await peers.store.rebuild()).differences).toEqual([{ table: 'person_decisions', rows: 1 }]);
    expect(await choices()).toEqual([]);
    expect(await peers.store.personChoices({ type, trigger, sensitivity })).toEqual(right);
    expect(await peers.store.verify()).toMatchObject({ intact: true });
  });
});
