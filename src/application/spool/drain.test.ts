import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hour, minute } from '../../../test/kit/peer.js';
import { approval, must, objection, Peers } from '../../../test/kit/peers.js';
import { sealed } from '../../../test/kit/spool.js';
import { MemorySpool } from '../../adapters/spool/memory-spool.js';
import { readAsk } from '../../adapters/spool/read-ask.js';
import { openStore } from '../../adapters/storage/open-store.js';
import type { SealedEntry } from '../../domain/model/spool.js';
import { digest } from '../../main/digest.js';
import { isSignedBy, signWith } from '../../main/token-signature.js';
import { refuse } from '../../domain/model/refusal.js';
import { StoreUnavailable, type Store } from '../ports/store.js';
import type { SpooledAsk } from './asks.js';
import { drainSpool, type DrainDependencies } from './drain.js';
import { withAppend } from './once.js';
import { perform as performAsk } from './perform.js';

/** Everybody with a token, and a spool that is drained on their store. */
async function setting() {
  const peers = await Peers.open();
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  await peers.agent('eve', { kind: 'human' });
  const spool = new MemorySpool();
  const by = (name: string, asked: SpooledAsk, signer = name): SealedEntry => {
    const token = peers.tokenOf(name) ?? '';
    const entry = {
      ...{ at: peers.clock.now(), verb: asked.verb, ask: { ...asked.ask } },
      ...{ tokenHash: digest(token), context: `session of ${name}` },
    };
    return sealed(entry, (text) => signWith(peers.tokenOf(signer) ?? '', text));
  };
  const on = (store: Store = peers.store): DrainDependencies => ({
    spool,
    store,
    clock: peers.clock,
    isSignedBy,
    readAsk,
    perform: async (asked, { entry, store: once, caller }) => {
      const base = await peers.on(undefined);
      const peer = { ...base, store: once, caller, context: entry.context ?? undefined };
      return performAsk(asked, { peer, looking: () => Promise.resolve(peer) });
    },
  });
  const requested = async () => {
    peers.change({ 'a.ts': `two ${peers.clock.now()}\n` });
    return must(await peers.as('maker').request()).id;
  };
  const attempts = async (id: string) =>
    (await peers.store.readStream(`review/${id}`))
      .filter(({ type }) => type === 'attempt_refused')
      .map(({ data }) => data);
  const receipt = async ({ entry }: SealedEntry) => (await peers.store.receipts.find(entry.id))?.result;
  const count = async (id: string, type: string) => (await peers.events(id)).filter((each) => each === type).length;
  return { peers, spool, by, on, requested, attempts, receipt, count };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** A review in which the critic's objection waits, then the creator's word that a person has to decide. */
async function objectionThenEscalation({ peers, spool, by, requested }: Setting) {
  const id = await requested();
  const started = must(await peers.as('critic').start({ review: id }));
  const waiting = [
    by('critic', { verb: 'submit', ask: objection(started) }),
    by('maker', { verb: 'escalate', ask: { review: id, reason: 'I disagree' } }),
  ];
  for (const each of waiting) await spool.keep(each);
  return { id, waiting };
}

describe('what waited for the store', () => {
  it('is recorded in the order in which it was handed in, once', async () => {
    const all = await setting();
    const { id, waiting } = await objectionThenEscalation(all);
    const { peers, spool, on } = all;
    expect(await drainSpool(on())).toEqual({ recorded: 2, refused: 0, unusable: 0 });
    expect(await peers.review(id)).toMatchObject({ status: 'escalated' });
    expect(await all.count(id, 'opinion_submitted')).toBe(1);
    expect(spool.waits()).toBe(false);
    for (const each of waiting) await spool.keep(each);
    expect(await drainSpool(on())).toEqual({ recorded: 0, refused: 0, unusable: 0 });
    expect(await all.count(id, 'opinion_submitted')).toBe(1);
    expect(await all.attempts(id)).toEqual([]);
  });

  it('is recorded once by two at the same time', async () => {
    const all = await setting();
    const { id } = await objectionThenEscalation(all);
    const other = await openStore({ directory: join(all.peers.repository.root, 'store') });
    onTestFinished(() => other.close());
    const drained = await Promise.all([drainSpool(all.on()), drainSpool(all.on(other))]);
    expect(drained.reduce((sum, each) => sum + each.recorded, 0)).toBe(2);
    expect(drained.reduce((sum, each) => sum + each.refused, 0)).toBe(0);
    expect(await all.count(id, 'opinion_submitted')).toBe(1);
    expect(await all.count(id, 'review_escalated')).toBe(1);
  });

  it('is recorded once however often the process dies after recording it', async () => {
    const all = await setting();
    const { id, waiting } = await objectionThenEscalation(all);
    const { peers } = all;
    const died = new StoreUnavailable('unreachable', 'gone', 'try again');
    for (let death = 1; death <= waiting.length; death++) {
      let appended = 0;
      const dying = withAppend(peers.store, (append) => peers.store.append(append));
      const receipts = Object.create(peers.store.receipts) as Store['receipts'];
      receipts.append = async (append, entry) => {
        await peers.store.receipts.append(append, entry);
        appended += 1;
        throw died;
      };
      receipts.find = (entry) => peers.store.receipts.find(entry);
      const store = new Proxy(dying, {
        get: (target, key) => (key === 'receipts' ? receipts : (Reflect.get(target, key) as unknown)),
      });
      await expect(drainSpool(all.on(store))).rejects.toBe(died);
      expect(appended).toBe(1);
    }
    expect(await drainSpool(all.on())).toEqual({ recorded: 0, refused: 0, unusable: 0 });
    expect(await peers.review(id)).toMatchObject({ status: 'escalated' });
    expect(await all.count(id, 'opinion_submitted')).toBe(1);
    expect(await all.count(id, 'review_escalated')).toBe(1);
  });

  it('waits on where the store fails again, and keeps its order', async () => {
    const all = await setting();
    const { id } = await objectionThenEscalation(all);
    const failing = withAppend(all.peers.store, () => Promise.reject(new StoreUnavailable('full', 'full', 'x')));
    const refusing = new Proxy(failing, {
      get: (target, key) =>
        key === 'receipts'
          ? {
              find: () => Promise.resolve(undefined),
              append: () => failing.append({ stream: 'review/X', expectedVersion: 0, actor: 'x', at: 0, events: [] }),
            }
          : (Reflect.get(target, key) as unknown),
    });
    await expect(drainSpool(all.on(refusing))).rejects.toThrow(StoreUnavailable);
    expect(all.spool.waits()).toBe(true);
    await drainSpool(all.on());
    expect(await all.peers.review(id)).toMatchObject({ status: 'escalated' });
  });
});

describe('a process that cannot read the repository', () => {
  it.each(['git_not_installed', 'git_too_old', 'unsafe_directory'])(
    'refuses nobody (%s): what waits is recorded by the next one that can',
    async (code) => {
      const all = await setting();
      const { peers, spool, by } = all;
      const id = await all.requested();
      peers.change({ 'b.ts': 'three\n' });
      const asking = by('maker', { verb: 'request', ask: { change: { kind: 'default' } } });
      const said = by('maker', { verb: 'withdraw', ask: { review: id, reason: 'mine' } });
      for (const each of [said, asking]) await spool.keep(each);
      const blind = Promise.resolve(refuse(code, 'nothing can be read here', 'look elsewhere'));
      const perform: DrainDependencies['perform'] = async (asked, { store, caller }) =>
        performAsk(asked, { peer: { ...(await peers.on(undefined)), store, caller }, looking: () => blind });
      expect(await drainSpool({ ...all.on(), perform })).toEqual({ recorded: 1, refused: 0, unusable: 0 });
      expect(await all.receipt(asking)).toBe(undefined);
      expect(await drainSpool(all.on())).toEqual({ recorded: 1, refused: 0, unusable: 0 });
      expect(await peers.store.listReviews({ limit: 10 })).toHaveLength(2);
    },
  );

  it('while what cannot be read in any process is refused', async () => {
    const all = await setting();
    const asking = all.by('maker', { verb: 'request', ask: { change: { kind: 'default' } } });
    await all.spool.keep(asking);
    const gone = Promise.resolve(refuse('not_a_directory', 'it is gone', 'look elsewhere'));
    const perform: DrainDependencies['perform'] = async (asked, { store, caller }) =>
      performAsk(asked, { peer: { ...(await all.peers.on(undefined)), store, caller }, looking: () => gone });
    expect(await drainSpool({ ...all.on(), perform })).toMatchObject({ refused: 1 });
    expect(await all.receipt(asking)).toMatchObject({ code: 'not_a_directory' });
  });
});

describe('every rule is asked when it is recorded', () => {
  it('an approval of content that changed meanwhile is refused and on record', async () => {
    const all = await setting();
    const { peers, spool, by } = all;
    const id = await all.requested();
    const started = must(await peers.as('critic').start({ review: id }));
    const approved = by('critic', { verb: 'submit', ask: approval(started) });
    await spool.keep(approved);
    must(await peers.as('critic').submit(objection(started)));
    peers.change({ 'a.ts': 'three\n' });
    must(await peers.as('maker').revise({ review: id }));
    expect(await drainSpool(all.on())).toMatchObject({ recorded: 0, refused: 1 });
    expect(await all.receipt(approved)).toMatchObject({ outcome: 'refused', code: 'nonce_spent' });
    expect(await all.attempts(id)).toEqual([{ verb: 'submit', actor: 'critic', code: 'nonce_spent' }]);
    expect((await peers.review(id)).status).toBe('pending_re_review');
  });

  it('the word of a person on content that changed meanwhile is refused and on record', async () => {
    const all = await setting();
    const { peers, spool, by } = all;
    const id = await all.requested();
    const started = must(await peers.as('critic').start({ review: id }));
    must(await peers.as('critic').submit(objection(started)));
    const yes = by('eve', { verb: 'decide', ask: { review: id, outcome: 'approve', note: 'fine' } });
    await spool.keep(yes);
    peers.clock.advance(minute);
    peers.change({ 'a.ts': 'three\n' });
    must(await peers.as('maker').revise({ review: id }));
    expect(await drainSpool(all.on())).toMatchObject({ recorded: 0, refused: 1 });
    expect(await all.receipt(yes)).toMatchObject({ code: 'content_changed' });
    expect(await all.attempts(id)).toEqual([{ verb: 'decide', actor: 'eve', code: 'content_changed' }]);
    expect((await peers.review(id)).status).toBe('pending_re_review');
  });

  it('the word of a person on what it was is recorded as that person’s', async () => {
    const all = await setting();
    const { peers, spool, by } = all;
    const id = await all.requested();
    const started = must(await peers.as('critic').start({ review: id }));
    must(await peers.as('critic').submit(objection(started)));
    await spool.keep(by('eve', { verb: 'decide', ask: { review: id, outcome: 'approve', note: 'fine' } }));
    peers.clock.advance(minute);
    expect(await drainSpool(all.on())).toMatchObject({ recorded: 1 });
    expect(await peers.review(id)).toMatchObject({ status: 'approved', personDecision: { person: 'eve' } });
  });

  it('a lease that ended meanwhile has ended', async () => {
    const all = await setting();
    const { peers, spool, by } = all;
    const id = await all.requested();
    const started = must(await peers.as('critic').start({ review: id }));
    const late = by('critic', { verb: 'submit', ask: approval(started) });
    await spool.keep(late);
    peers.clock.advance(2 * hour);
    expect(await drainSpool(all.on())).toMatchObject({ refused: 1 });
    expect(await all.attempts(id)).toEqual([expect.objectContaining({ verb: 'submit', actor: 'critic' })]);
    expect((await peers.review(id)).status).not.toBe('approved');
  });

  it('the same answer handed in twice counts once', async () => {
    const all = await setting();
    const { peers, spool, by } = all;
    const id = await all.requested();
    const started = must(await peers.as('critic').start({ review: id }));
    for (let time = 1; time <= 2; time++) await spool.keep(by('critic', { verb: 'submit', ask: approval(started) }));
    expect(await drainSpool(all.on())).toEqual({ recorded: 1, refused: 1, unusable: 0 });
    expect((await all.attempts(id)).map((each) => (each as { code: string }).code)).toEqual(['nonce_spent']);
  });
});

describe('who handed it in is proved by a signature', () => {
  it('the hash of a token, which the store holds, is not enough', async () => {
    const all = await setting();
    const { peers, spool, by } = all;
    const id = await all.requested();
    const started = must(await peers.as('critic').start({ review: id }));
    must(await peers.as('critic').submit(objection(started)));
    const forged = by('eve', { verb: 'decide', ask: { review: id, outcome: 'approve', note: 'fine' } }, 'maker');
    const bare = {
      ...by('eve', { verb: 'decide', ask: { review: id, outcome: 'approve', note: 'x' } }),
      signature: null,
    };
    for (const each of [forged, bare]) await spool.keep(each);
    expect(await drainSpool(all.on())).toMatchObject({ recorded: 0, refused: 2 });
    expect(await all.receipt(forged)).toMatchObject({ code: 'not_signed' });
    expect(await all.attempts(id)).toEqual(
      [forged, bare].map(() => ({ verb: 'decide', actor: 'eve', code: 'not_signed' })),
    );
    expect((await peers.review(id)).status).toBe('changes_requested');
  });

  it('what was changed after it was signed is not what was handed in', async () => {
    const all = await setting();
    const id = await all.requested();
    const said = all.by('maker', { verb: 'withdraw', ask: { review: id, reason: 'mine' } });
    const entry = { ...said.entry, ask: { review: id, reason: 'forged' } };
    await all.spool.keep({ entry, text: JSON.stringify(entry), signature: said.signature });
    expect(await drainSpool(all.on())).toMatchObject({ refused: 1 });
    expect((await all.peers.review(id)).status).toBe('pending');
  });

  it('a token that was revoked meanwhile proves nothing any more', async () => {
    const all = await setting();
    const id = await all.requested();
    const said = all.by('maker', { verb: 'withdraw', ask: { review: id, reason: 'mine' } });
    await all.spool.keep(said);
    await all.peers.revoke('maker', 'eve');
    expect(await drainSpool(all.on())).toMatchObject({ refused: 1 });
    expect(await all.receipt(said)).toMatchObject({ code: 'unknown_token' });
  });

  it('somebody without a token is nobody, as always', async () => {
    const all = await setting();
    const id = await all.requested();
    await all.spool.keep(sealed({ verb: 'withdraw', ask: { review: id, reason: 'x' }, claimed: 'maker' }));
    expect(await drainSpool(all.on())).toMatchObject({ refused: 1 });
    expect(await all.attempts(id)).toEqual([expect.objectContaining({ verb: 'withdraw', actor: 'maker' })]);
  });
});

describe('what nobody can use', () => {
  it('is refused field by field, and stops nothing after it', async () => {
    const all = await setting();
    const id = await all.requested();
    const broken = sealed({ verb: 'submit', ask: { review: id, status: 'FINE' } });
    const good = all.by('maker', { verb: 'withdraw', ask: { review: id, reason: 'mine' } });
    for (const each of [broken, good]) await all.spool.keep(each);
    expect(await drainSpool(all.on())).toEqual({ recorded: 1, refused: 1, unusable: 0 });
    expect(await all.receipt(broken)).toMatchObject({ code: 'spool_entry_invalid' });
    expect((await all.peers.review(id)).status).toBe('withdrawn');
  });

  it('a fault is set aside with its words, and stops nothing after it', async () => {
    const all = await setting();
    const id = await all.requested();
    const [first, second] = [1, 2].map(() => all.by('maker', { verb: 'withdraw', ask: { review: id, reason: 'x' } }));
    for (const each of [first!, second!]) await all.spool.keep(each);
    const on = all.on();
    const perform: typeof on.perform = (asked, as) =>
      as.entry.id === first!.entry.id ? Promise.reject(new Error('boom')) : on.perform(asked, as);
    expect(await drainSpool({ ...on, perform })).toEqual({ recorded: 1, refused: 0, unusable: 1 });
    expect(await all.receipt(first!)).toEqual({ outcome: 'failed', code: 'internal_fault', message: 'Error: boom' });
    expect((await all.spool.status()).setAside).toHaveLength(1);
  });
});
