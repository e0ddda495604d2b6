import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPatterns } from '../../src/application/patterns/report.js';
import { openSuggestions, suggestPatterns } from '../../src/application/patterns/suggest.js';
import { switchPattern } from '../../src/application/patterns/switch-by-person.js';
import { metrics } from '../../src/application/peer/metrics.js';
import { requestReview } from '../../src/application/peer/request.js';
import { reportOutcome } from '../../src/application/peer/outcome.js';
import { readPolicy } from '../../src/adapters/policy-file/read-policy.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import { EVIDENCE_LOOKED_AT } from '../../src/domain/patterns/evidence.js';
import { isRefusal } from '../../src/domain/model/refusal.js';
import { learnedTables } from '../../src/adapters/storage/read-models/learned-damage.js';
import { damagesOf, learnSomething } from '../contract/learned-rows.js';
import { alterUnseen, tamper } from '../contract/sqlite-file.js';
import { record } from '../contract/store.js';
import { approval, must, objection, peerPolicy, Peers } from '../kit/peers.js';

const day = 24 * 3_600_000;

/** Small numbers, so that a pattern forms in a few reviews. */
const learning = `${peerPolicy}
review_required:
  skip_if:
    - has_auto_skip_pattern: true
      min_confidence: 0.8
      min_successes: 3
learning:
  auto_skip_eligibility: { min_successful_reviews: 3, min_confidence_avg: 0.9, lookback_period_days: 30 }
  sampling: { clean_run: 3, fraction: 0.5 }
`;

async function team(policy = learning): Promise<Peers> {
  const peers = await Peers.open(policy);
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  await peers.agent('ada', { kind: 'human' });
  return peers;
}

let changes = 0;

async function submitted(peers: Peers, message = 'fix: another thing') {
  changes += 1;
  peers.change({ 'a.ts': `export const line${changes} = ${changes};\n` }, message);
  peers.clock.advance(60_000);
  return must(await peers.as('maker').request({ change: { kind: 'range', range: 'HEAD~1..HEAD' } }));
}

async function reviewed(peers: Peers): Promise<string> {
  const { id } = await submitted(peers);
  await judged(peers, id);
  return id;
}

/** Reviews of other contents that went as one did before. */
async function likewise({ store, clock }: Peers, as: string, times: number): Promise<void> {
  const history = await store.readStream(`review/${as}`);
  const events = history.map(({ type, data }) => ({ type, data }) as ReviewEvent);
  for (let copy = 1; copy <= times; copy += 1) {
    clock.advance(60_000);
    await record(
      store,
      `${as}-${copy}-${clock.now()}`,
      events.map(withContent(`other ${copy} ${clock.now()}`)),
      clock.now(),
    );
  }
}

const sure: typeof approval = (started) => approval(started, { confidence: 97 });

function withContent(patchId: string): (event: ReviewEvent) => ReviewEvent {
  return (event) =>
    event.type === 'review_requested'
      ? { ...event, data: { ...event.data, change: { ...event.data.change, patchId } } }
      : event;
}

async function judged(peers: Peers, id: string, answer: typeof approval = sure): Promise<void> {
  const started = must(await peers.as('critic').start({ review: id }));
  must(await peers.as('critic').submit(answer(started)));
}

async function inForce({ repository }: Peers) {
  const read = await readPolicy((path) => (path.endsWith('.yaml') ? readFile(join(repository.directory, path)) : none));
  if (isRefusal(read)) throw new Error(read.message);
  return read;
}

const none = Promise.resolve(undefined);

/** What the embedded reviewers call critical. */
const conflict = ['<'.repeat(7) + ' ours', '='.repeat(7), '>'.repeat(7) + ' theirs', ''].join('\n');

async function report(peers: Peers) {
  const [only, ...others] = await listPatterns(
    { clock: peers.clock, store: peers.store, inForce: await inForce(peers) },
    {},
  );
  expect(others).toEqual([]);
  return only!;
}

async function switched(peers: Peers, name: string | undefined, on = true) {
  const deps = { ...(await peers.on(name)), inForce: await inForce(peers) };
  const { creator, type } = await report(peers);
  return switchPattern(deps, deps.caller, { creator, type, on, note: 'it does well' });
}

async function trusted(policy = learning): Promise<Peers> {
  const peers = await team(policy);
  await likewise(peers, await reviewed(peers), 2);
  must(await switched(peers, 'ada'));
  return peers;
}

/** Submits until one comes out as wanted: the draws are those of the seeds, the same in every run. */
async function until(peers: Peers, status: 'skipped' | 'pending'): Promise<string> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const { id, status: came } = await submitted(peers);
    if (came === status) return id;
    if (came === 'pending') await judged(peers, id);
  }
  throw new Error(`nothing was ${status} in 30 changes`);
}

describe('a pattern of a creator and an action type', () => {
  it('is made of different contents: the same one asked for again adds nothing', async () => {
    const peers = await team();
    const id = await reviewed(peers);
    const range = { change: { kind: 'range', range: 'HEAD~1..HEAD' } } as const;
    const again = must(await peers.as('maker').request(range));
    expect(again.id).not.toBe(id);
    await judged(peers, again.id);
    expect(await report(peers)).toMatchObject({ reviewed: 1, clean: 1, eligible: { successes: 1 } });
  });

  it('is suggested to a person after a week of being eligible, once, and stays off', async () => {
    const peers = await team();
    await likewise(peers, await reviewed(peers), 3);
    const suggest = async () =>
      suggestPatterns({ store: peers.store, clock: peers.clock, inForce: await inForce(peers) });
    peers.clock.advance(6 * day);
    expect(await suggest()).toEqual([]);
    peers.clock.advance(day);
    const [first, second] = await Promise.all([suggest(), suggest()]);
    expect([...first, ...second]).toHaveLength(1);
    peers.clock.advance(day);
    expect(await suggest()).toEqual([]);
    const { phase, sentences } = await report(peers);
    expect(phase.name).toBe('off');
    expect(sentences[0]).toContain('suggested to a person');
    const asked = async () =>
      openSuggestions({ store: peers.store, clock: peers.clock, inForce: await inForce(peers) });
    expect(await asked()).toMatchObject([{ creator: 'maker', eligible: { holds: true } }]);
    const told = await peers.store.outbox.listNotifications({ limit: 9 });
    expect(told.filter(({ word }) => word === 'pattern_eligible_for_skip')).toMatchObject([
      { recipients: [{ party: 'human', name: null }], review: { subject: 'pattern', id: 'maker/bugfix' } },
    ]);
    must(await switched(peers, 'ada'));
    expect((await report(peers)).sentences[0]).not.toContain('suggested');
    expect(await asked()).toEqual([]);
    expect(await peers.store.verify()).toMatchObject({ intact: true });
    expect((await peers.store.rebuild()).differences).toEqual([]);
  });

  it('is suggested by whoever asks for a review first, and once', async () => {
    const peers = await team();
    await likewise(peers, await reviewed(peers), 3);
    peers.clock.advance(6 * day);
    await submitted(peers);
    const { creator, type } = await report(peers);
    const said = () => peers.store.readStream(`pattern/${creator}/${type}`);
    expect(await said()).toEqual([]);
    peers.clock.advance(2 * day);
    await submitted(peers);
    await submitted(peers);
    expect(await said()).toMatchObject([{ type: 'pattern_suggested', actor: 'countersign', data: { successes: 4 } }]);
  });

  it('forms from clean reviews, and skips nothing before a person switches it on', async () => {
    const peers = await team();
    await likewise(peers, await reviewed(peers), 3);
    expect(await report(peers)).toMatchObject({
      creator: 'maker',
      reviewed: 4,
      clean: 4,
      eligible: { holds: true, successes: 4 },
      phase: { name: 'off', reason: 'nobody has switched it on' },
    });
    expect((await submitted(peers)).status).toBe('pending');
  });

  it('is not switched on by an agent, nor before it is eligible; both are refused and the first is on record', async () => {
    const peers = await team();
    await reviewed(peers);
    expect(await switched(peers, 'ada')).toMatchObject({ refused: true, code: 'pattern_not_eligible' });
    expect(await switched(peers, 'maker')).toMatchObject({ refused: true, code: 'human_needed' });
    const { creator, type } = await report(peers);
    const [tried] = await peers.store.readStream(`pattern/${creator}/${type}`);
    expect(tried).toMatchObject({ type: 'attempt_refused', data: { verb: 'enable_pattern', actor: 'maker' } });
  });

  it('skips some changes and draws the others; each draw is on record and can be made again', async () => {
    const peers = await trusted();
    const skipped = await peers.review(await until(peers, 'skipped'));
    expect(skipped).toMatchObject({ status: 'skipped', draw: { reviewed: false, fraction: 0.5 } });
    expect(skipped.decision?.rules[0]).toMatchObject({ id: 'policy.skip_if.1', result: 'satisfied' });
    const drawn = await peers.review(await until(peers, 'pending'));
    expect(drawn).toMatchObject({ status: 'pending', draw: { reviewed: true } });
    expect(drawn.draw!.drawn).toBeLessThan(0.5);
    expect(drawn.openingRules.find(({ id }) => id === 'policy.skip_if.1')?.reason).toBe(
      'this change was drawn for review',
    );
  });

  it('draws for requests made at the same moment as for one after the other: none passes once one was drawn', async () => {
    const peers = await trusted();
    const many = 8;
    for (let each = 0; each < many; each += 1)
      peers.change({ 'a.ts': `export const burst${each} = ${each};\n` }, 'fix: another thing');
    const ranges = Array.from({ length: many }, (_, back) => `HEAD~${back + 1}..HEAD~${back}`);
    const answers = await Promise.all(
      ranges.map((range) => peers.as('maker').request({ change: { kind: 'range', range } })),
    );
    const reviews = await Promise.all(answers.map((answer) => peers.review(must(answer).id)));
    const { store } = peers;
    const opened = await Promise.all(
      reviews.map(async (review) => ({ review, at: (await store.readStream(`review/${review.id}`))[0]!.position })),
    );
    const inOrder = opened.toSorted((a, b) => a.at - b.at).map(({ review }) => review);
    const first = inOrder.findIndex(({ draw }) => draw?.reviewed === true);
    const after = first === -1 ? [] : inOrder.slice(first);
    expect(after.filter(({ status }) => status === 'skipped')).toEqual([]);
  });

  it('reviews everything while a drawn change is not decided, and in full when it was taken back', async () => {
    const peers = await trusted();
    const drawn = await until(peers, 'pending');
    expect((await report(peers)).phase).toEqual({ name: 'owed', review: drawn });
    expect((await submitted(peers)).status).toBe('pending');
    must(await peers.as('maker').withdraw({ review: drawn, reason: 'never mind' }));
    expect((await report(peers)).phase).toMatchObject({ name: 'full', reason: 'a review failed' });
  });

  it('draws only what would be reviewed as well: a request that comes to nothing is no draw to try again', async () => {
    const peers = await trusted(learning.replace('precheck: off', 'precheck: block'));
    changes += 1;
    peers.change({ 'a.ts': `${conflict}export const line${changes} = 1;\n` }, 'fix: another thing');
    const asked = async () => peers.as('maker').request({ change: { kind: 'range', range: 'HEAD~1..HEAD' } });
    for (let attempt = 0; attempt < 6; attempt += 1) expect(await asked()).toMatchObject({ code: 'precheck_failed' });
    expect(await report(peers)).toMatchObject({ skipped: 0, phase: { name: 'sampled' } });
  });

  it('lets nothing pass by requests that are ended while they are looked at, until one is not drawn', async () => {
    const peers = await trusted(learning.replace('precheck: off', 'precheck: warn'));
    changes += 1;
    peers.change({ 'a.ts': `export const line${changes} = 1;\n` }, 'fix: another thing');
    const maker = await peers.on('maker');
    const on = { ...maker, reviewer: { ...maker.reviewer, review: () => Promise.reject(new Error('ended')) } };
    const ask = { change: { kind: 'range', range: 'HEAD~1..HEAD' } } as const;
    for (let attempt = 0; attempt < 6; attempt += 1)
      await expect(requestReview(on, ask, new AbortController().signal)).rejects.toThrow('ended');
    expect(await report(peers)).toMatchObject({ skipped: 0 });
  });

  it('returns to full review after an objection, and goes off after the second', async () => {
    const peers = await trusted();
    await judged(peers, await until(peers, 'pending'), objection);
    expect(await report(peers)).toMatchObject({ failed: 1, phase: { name: 'full', cleanRun: 0, needed: 3 } });
    await judged(peers, (await submitted(peers)).id, objection);
    expect((await report(peers)).phase).toEqual({ name: 'off', reason: 'its confidence fell below 0.8' });
  });

  it('goes off at once when a bug is traced to a change that it let pass', async () => {
    const peers = await trusted();
    const skipped = await until(peers, 'skipped');
    must(await reportOutcome(await peers.on('critic'), { review: skipped, kind: 'bug', note: 'it broke' }));
    expect(await report(peers)).toMatchObject({ escaped: 1, phase: { name: 'off' } });
    expect((await submitted(peers)).status).toBe('pending');
    expect(await switched(peers, 'ada')).toMatchObject({ code: 'pattern_not_eligible' });
  });

  it('stays off for what it fell by, however many changes come since, until a person switches it on again', async () => {
    const peers = await trusted();
    const [first] = (await peers.store.patternEvidence({ creator: 'maker', type: 'bugfix' })).toReversed();
    await judged(peers, await until(peers, 'pending'), objection);
    await judged(peers, (await submitted(peers)).id, objection);
    await submitted(peers);
    const fell = { name: 'off', reason: 'its confidence fell below 0.8' };
    expect(await peers.store.readStream('pattern/maker/bugfix')).toMatchObject([
      { type: 'pattern_enabled' },
      { type: 'pattern_disabled', actor: 'countersign', data: { person: null, note: fell.reason } },
    ]);
    await likewise(peers, first!.review, EVIDENCE_LOOKED_AT + 5);
    expect((await report(peers)).phase).toEqual(fell);
    expect((await submitted(peers)).status).toBe('pending');
    expect(await switched(peers, 'ada')).toMatchObject({ code: 'pattern_not_eligible' });
    peers.clock.advance(30 * day);
    await likewise(peers, first!.review, 4);
    expect(await switched(peers, 'ada')).toMatchObject({ switched: { person: 'ada', disabledAt: null } });
    expect((await peers.store.rebuild()).differences).toEqual([]);
  }, 60_000);

  it('goes off at once when git takes back a change that it let pass', async () => {
    const peers = await trusted();
    const { repository } = peers;
    await until(peers, 'skipped');
    repository.git('checkout', '--quiet', '-B', 'main');
    repository.git('revert', '--no-edit', 'HEAD');
    const revert = repository.git('rev-parse', 'HEAD');
    expect(await peers.scanReverts()).toMatchObject([{ revert }]);
    expect(await report(peers)).toMatchObject({ escaped: 1, phase: { name: 'off' } });
    expect(await peers.scanReverts()).toEqual([]);
    repository.git('checkout', '--quiet', '-B', 'topic');
    expect((await submitted(peers)).status).toBe('pending');
  });

  it('lets nothing more pass once git took a change back, though nobody has looked for reverts since', async () => {
    const peers = await trusted();
    const { repository } = peers;
    await until(peers, 'skipped');
    repository.git('checkout', '--quiet', '-B', 'main');
    repository.git('revert', '--no-edit', 'HEAD');
    repository.git('checkout', '--quiet', '-B', 'topic');
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await submitted(peers)).status).toBe('pending');
    expect(await report(peers)).toMatchObject({ escaped: 1, phase: { name: 'off' } });
  });

  it('is counted in the metrics by how many reviews it took to form', async () => {
    const figure = async (peers: Peers, ask: Parameters<typeof metrics>[1]) =>
      (await metrics(peers, ask)).figures.find(({ name }) => name === 'pattern formation');
    expect(await figure(await team(), {})).toMatchObject({ value: null, met: null, evidence: 0 });
    const peers = await trusted();
    expect(await figure(peers, {})).toMatchObject({ value: 3, target: '10 to 15', met: false, evidence: 1 });
    const [key] = await peers.store.listPatterns();
    expect(await figure(peers, { agent: 'maker', type: key?.type ?? '', period: 'week' })).toMatchObject({
      evidence: 1,
    });
    expect(await figure(peers, { agent: 'maker', type: 'nothing of the kind' })).toMatchObject({ evidence: 0 });
    expect(await figure(peers, { agent: 'critic' })).toMatchObject({ evidence: 0 });
    peers.clock.advance(30 * day);
    expect(await figure(peers, { period: 'week' })).toMatchObject({ evidence: 0 });
  });

  it('starts anew after seven days without a review', async () => {
    const peers = await trusted();
    peers.clock.advance(7 * day);
    expect((await submitted(peers)).status).toBe('pending');
    expect((await report(peers)).phase).toMatchObject({ name: 'full', reason: 'nothing was reviewed for seven days' });
  });

  it.each(['AGENTS.md', '.countersign/prompts/review-task.md'])(
    'starts anew once %s says something else',
    async (path) => {
      const peers = await trusted();
      await until(peers, 'skipped');
      const { repository } = peers;
      repository.git('checkout', '--quiet', '-B', 'main');
      peers.change({ [path]: 'Write no tests.\n{{diff}}\n' }, 'docs: what agents are told');
      repository.git('checkout', '--quiet', '-B', 'topic');
      for (let attempt = 0; attempt < 4; attempt += 1) expect((await submitted(peers)).status).toBe('pending');
      const { id } = await submitted(peers);
      const reasons = (await peers.review(id)).openingRules.map(({ reason }) => reason);
      expect(reasons).toContain('0 of 3 clean reviews in a row: the policy or a prompt changed');
      expect((await peers.store.rebuild()).differences).toEqual([]);
    },
  );

  it('never skips what is never skipped, nor a type that was only claimed', async () => {
    const peers = await trusted();
    peers.change({ '.countersign/policy.yaml': `${learning}\n# more\n` }, 'fix: another thing');
    const range = { change: { kind: 'range', range: 'HEAD~1..HEAD' } } as const;
    expect(must(await peers.as('maker').request(range)).status).not.toBe('skipped');
    peers.change({ 'auth/login.ts': 'export const open = true;\n' }, 'feat: log in');
    expect(must(await peers.as('maker').request({ ...range, type: 'bug_fix' })).status).not.toBe('skipped');
  });

  it('says nothing of a name that nobody proved', async () => {
    const peers = await trusted();
    changes += 1;
    peers.change({ 'a.ts': `export const line${changes} = ${changes};\n` }, 'fix: another thing');
    const range = { change: { kind: 'range', range: 'HEAD~1..HEAD' } } as const;
    const claimed = await peers.as(undefined).request({ ...range, creator: 'maker' });
    expect(isRefusal(claimed) ? claimed.code : claimed.status).not.toBe('skipped');
  });

  it.each([
    ['altered', `update pattern_evidence set confidence = 99`],
    ['cut off from its reviews', `delete from reviews where number = (select min(number) from reviews)`],
    ['cut off from git', `delete from settled_content where object = (select min(object) from settled_content)`],
    [
      'given to another commit',
      `update settled_content set object = 'f' where object in (select min(object) from settled_content)`,
    ],
    [
      'taken out',
      `delete from pattern_evidence where review_number = (select min(review_number) from pattern_evidence)`,
    ],
    [
      'made up',
      `insert into pattern_evidence select creator_agent, action_type, at + 1, review_number, outcome, confidence, basis, 'x', review_id from pattern_evidence limit 1`,
    ],
  ])('skips nothing where what was learned was %s, and a rebuild restores it', async (_, sql) => {
    const peers = await trusted();
    const right = await report(peers);
    await tamper(join(peers.repository.root, 'store'), sql);
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await submitted(peers)).status).not.toBe('skipped');
    const table = /(?:update|from|into) (?<table>\w+)/u.exec(sql)?.groups?.['table'];
    expect((await peers.store.rebuild()).differences).toMatchObject([{ table }]);
    expect((await report(peers)).cleanRateAtLeast).toBe(right.cleanRateAtLeast);
  });

  it('skips nothing where a disk hid a failure, which leaves no mark', async () => {
    const peers = await trusted();
    await judged(peers, await until(peers, 'pending'), objection);
    expect((await report(peers)).phase).toMatchObject({ name: 'full', reason: 'a review failed' });
    await alterUnseen(
      join(peers.repository.root, 'store'),
      `update pattern_evidence set creator_agent = 'makes' where outcome = 'failed'`,
    );
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await submitted(peers)).status).not.toBe('skipped');
    expect((await peers.store.rebuild()).differences).toMatchObject([{ table: 'pattern_evidence' }]);
    expect((await report(peers)).phase).toMatchObject({ name: 'full', reason: 'a review failed' });
  });

  it.each(learnedTables)(
    'skips nothing once a row of %s is gone, other or made up, says why, and skips again once it is rebuilt',
    async (table) => {
      // Few are drawn, so that nearly every change would be skipped.
      const peers = await trusted(learning.replace('fraction: 0.5', 'fraction: 0.01'));
      await learnSomething(peers.store);
      const directory = join(peers.repository.root, 'store');
      const damages = await damagesOf(directory, table);
      const ways = [damages[0]!, damages.at(-2)!, damages.at(-1)!];
      expect(ways.map(({ what }) => what)).toEqual([
        'a row taken out',
        expect.stringMatching(/ altered$/u) as string,
        'a row made up',
      ]);
      await until(peers, 'skipped');
      for (const { what, sql, parameters } of ways) {
        expect([what, await tamper(directory, sql, ...parameters)]).toEqual([what, 1]);
        const { id, status } = await submitted(peers);
        expect([what, status]).toEqual([what, 'pending']);
        const { openingRules, draw } = await peers.review(id);
        expect(draw).toBeUndefined();
        const why = `what was learned is damaged (${table}); \`countersign rebuild\` puts it right`;
        expect(openingRules.map(({ reason }) => reason)).toContain(`the learned pattern is off: ${why}`);
        await peers.store.rebuild();
        expect(await peers.store.verify()).toMatchObject({ intact: true });
        await judged(peers, id);
        await until(peers, 'skipped');
      }
    },
    60_000,
  );
});
