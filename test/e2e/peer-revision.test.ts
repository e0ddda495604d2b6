import { describe, expect, it } from 'vitest';
import { toDocument } from '../../src/application/queries/to-document.js';
import type { ReviewRevised } from '../../src/domain/model/event.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { approval, must, objection, peerPolicy, Peers } from '../kit/peers.js';

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);
const base = { 'a.ts': lines.join(''), 'other.ts': 'other\n' };
const changed = lines.with(14, 'line fifteen\n').join('');

/** A review that stands with this verdict, of a change of one line in the middle of a file. */
async function reviewed(
  verdict: 'approved' | 'changes_requested' | 'rejected',
  policy?: string,
): Promise<{ peers: Peers; id: string }> {
  const peers = await Peers.open(policy, base);
  for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
  peers.change({ 'a.ts': changed });
  const { id } = must(await peers.as('maker').request());
  const started = must(await peers.as('critic').start({ review: id }));
  const answer = {
    approved: approval(started),
    changes_requested: objection(started),
    rejected: objection(started, { status: 'REJECTED', ground: 'fundamental_flaw' }),
  }[verdict];
  expect(must(await peers.as('critic').submit(answer)).review.status).toBe(verdict);
  return { peers, id };
}

/** New commits on main, and the branch rebased on them. */
function rebase(peers: Peers, files: Record<string, string>, how: (peers: Peers) => void = () => undefined): void {
  const { repository } = peers;
  repository.git('checkout', '--quiet', 'main');
  repository.write(files);
  how(peers);
  repository.commit('main moved');
  repository.git('checkout', '--quiet', 'topic');
  repository.git('rebase', '--quiet', 'main');
}

interface Kind {
  readonly name: string;
  readonly change: (peers: Peers) => void;
  /** The carry rules that hold; undefined: the content is new. */
  readonly carriedBy?: readonly string[];
}

const kinds: readonly Kind[] = [
  {
    name: 'the message alone',
    change: ({ repository }) => repository.git('commit', '--quiet', '--amend', '-m', 'other words'),
    carriedBy: ['carry.identical_tree', 'carry.message_only'],
  },
  {
    name: 'a commit split in two',
    carriedBy: ['carry.identical_tree', 'carry.message_only'],
    change: (peers) => {
      peers.repository.git('reset', '--quiet', '--soft', 'main');
      peers.change({ 'a.ts': lines.with(14, 'half\n').join('') });
      peers.change({ 'a.ts': changed });
    },
  },
  {
    name: 'a rebase on work elsewhere',
    change: (peers) => rebase(peers, { 'other.ts': 'moved\n' }),
    carriedBy: ['carry.rebase'],
  },
  {
    name: 'a rebase on work in the same file, far away',
    change: (peers) => rebase(peers, { 'a.ts': `head\n${lines.join('')}` }),
  },
  {
    name: 'a rebase on work in the context',
    change: (peers) => rebase(peers, { 'a.ts': lines.with(10, 'line eleven\n').join('') }),
  },
  {
    name: 'a rebase on white space in the same file',
    change: (peers) => rebase(peers, { 'a.ts': lines.with(2, 'line  3\n').join('') }),
  },
  {
    name: 'a rebase that changed white space of the patch',
    change: (peers) => {
      rebase(peers, { 'other.ts': 'moved\n' });
      peers.repository.write({ 'a.ts': lines.with(14, 'line  fifteen\n').join('') });
      peers.repository.git('commit', '--quiet', '--all', '--amend', '--no-edit');
    },
  },
  {
    name: 'a rebase on a new name of the file',
    change: (peers) => rebase(peers, {}, ({ repository }) => repository.git('mv', 'a.ts', 'b.ts')),
  },
  {
    name: 'a mode',
    change: ({ repository }) => {
      repository.git('update-index', '--chmod=+x', 'a.ts');
      repository.git('commit', '--quiet', '-m', 'executable');
      repository.git('checkout', '--quiet', '--', '.');
    },
  },
  {
    name: 'a line',
    change: (peers) => {
      peers.change({ 'a.ts': lines.with(14, 'line 15!\n').join('') });
    },
  },
  {
    name: 'one more file',
    change: (peers) => {
      peers.change({ 'new.ts': 'new\n' });
    },
  },
  {
    name: 'a trailing space',
    change: (peers) => {
      peers.change({ 'a.ts': lines.with(14, 'line fifteen \n').join('') });
    },
  },
  {
    name: 'line ends',
    change: (peers) => {
      peers.change({ 'a.ts': changed.replaceAll('\n', '\r\n') });
    },
  },
];

/** The rules on what stays in force, as its latest revision has them. */
async function carriedAt(peers: Peers, id: string): Promise<ReviewRevised['carry']> {
  const events = await peers.store.readStream(`review/${id}`);
  const revised = events.findLast(({ type }) => type === 'review_revised');
  return (revised as { readonly data: ReviewRevised }).data.carry;
}

describe('what becomes of a verdict when the content changes', () => {
  it.each(kinds)('approved, then $name', async ({ change, carriedBy }) => {
    const { peers, id } = await reviewed('approved');
    change(peers);
    const answer = must(await peers.as('maker').revise({ review: id }));
    const review = await peers.review(id);
    const carry = await carriedAt(peers, id);
    const held = carry.filter(({ result }) => result === 'satisfied').map((rule) => rule.id);
    expect(carry.map((rule) => rule.id)).toEqual(['carry.identical_tree', 'carry.rebase', 'carry.message_only']);
    expect(carry.every(({ reason }) => reason !== '')).toBe(true);
    if (carriedBy === undefined) {
      expect(held).toEqual([]);
      expect(answer).toMatchObject({ status: 'pending_re_review', reviewer: 'critic' });
      expect(review).toMatchObject({ revision: 1, decision: null, opinions: [] });
      expect(toDocument(await peers.review(id)).earlierOpinions).toMatchObject([
        { revision: 0, seat: { role: 'critic' }, verdict: 'approved' },
      ]);
    } else {
      expect(held).toEqual(carriedBy);
      expect(answer).toMatchObject({ status: 'approved' });
      expect(review).toMatchObject({ revision: 0, decision: { outcome: 'approved' } });
    }
    expect(review.change.headTree).toBe(peers.repository.git('rev-parse', 'HEAD^{tree}'));
  });

  it.each(kinds)('changes requested, then $name', async ({ change, carriedBy }) => {
    const { peers, id } = await reviewed('changes_requested');
    change(peers);
    const answer = await peers.as('maker').revise({ review: id });
    const review = await peers.review(id);
    if (carriedBy === undefined) {
      expect(answer).toMatchObject({ status: 'pending_re_review', reviewer: 'critic' });
      expect(review.peer?.earlier).toMatchObject([{ state: 'open', severity: 'important' }]);
    } else {
      expect(answer).toMatchObject({ refused: true, code: 'nothing_changed' });
      expect(review).toMatchObject({ status: 'changes_requested', revision: 0 });
    }
  });

  it.each(kinds)('rejected, then $name: rejected', async ({ change }) => {
    const { peers, id } = await reviewed('rejected');
    change(peers);
    expect(await peers.as('maker').revise({ review: id })).toMatchObject({ refused: true, code: 'not_now' });
    expect((await peers.review(id)).status).toBe('rejected');
  });
});

describe('an approval is carried only', () => {
  const rules = ['identical_tree', 'rebase', 'message_only'] as const;
  const without = (...off: readonly string[]) =>
    `${peerPolicy}carry: { ${off.map((rule) => `${rule}: false`).join(', ')} }\n`;
  const amend = ({ repository }: Peers) => void repository.git('commit', '--quiet', '--amend', '-m', 'other words');
  const move = (peers: Peers) => rebase(peers, { 'other.ts': 'moved\n' });

  it.each([
    ['the message alone, where trees do not carry', ['identical_tree'], amend, 'approved'],
    ['the message alone, where nothing of it carries', ['identical_tree', 'message_only'], amend, 'pending_re_review'],
    ['a rebase, where rebases do not carry', ['rebase'], move, 'pending_re_review'],
    ['a rebase, where nothing else carries', ['identical_tree', 'message_only'], move, 'approved'],
    ['anything, where nothing carries', rules, amend, 'pending_re_review'],
  ] as const)('by rules of the policy: %s', async (_, off, change, status) => {
    const { peers, id } = await reviewed('approved', without(...off));
    change(peers);
    expect(must(await peers.as('maker').revise({ review: id })).status).toBe(status);
  });

  it("when the default branch holds the new base: one of the author's own brings what nobody saw", async () => {
    const { peers, id } = await reviewed('approved');
    const { repository } = peers;
    repository.git('checkout', '--quiet', '-b', 'own-base', 'main');
    repository.write({ 'unseen.ts': 'unseen\n' }).commit('unseen');
    repository.git('checkout', '--quiet', 'topic');
    repository.git('rebase', '--quiet', 'own-base');
    const range = { kind: 'range', range: 'own-base..topic' } as const;
    const answer = must(await peers.as('maker').revise({ review: id, change: range }));
    expect(answer).toMatchObject({ status: 'pending_re_review', reviewer: 'critic' });
    const carry = await carriedAt(peers, id);
    expect(carry[1]?.reason).toBe('the base is another, and the default branch does not hold it');
  });

  it('when none of those who approved is an author or committer of the new commits', async () => {
    const { peers, id } = await reviewed('approved');
    peers.repository.git(
      '-c',
      'user.name=Critic',
      'commit',
      '--quiet',
      '--amend',
      '--author=critic <c@example.invalid>',
      '-m',
      'mine now',
    );
    const answer = must(await peers.as('maker').revise({ review: id }));
    expect(answer).toMatchObject({ status: 'pending_re_review', reviewer: 'second' });
    const carry = await carriedAt(peers, id);
    expect(carry[0]?.reason).toContain('critic, who approved, is author of commit');
  });

  it('when the new base asks the same: required criteria that differ are reported and reviewed again', async () => {
    const { peers, id } = await reviewed('approved');
    const stricter = `${peerPolicy}      - documented: 'It says what it does'\n`;
    rebase(peers, { '.countersign/policy.yaml': stricter });
    const answer = must(await peers.as('maker').revise({ review: id }));
    expect(answer).toMatchObject({ status: 'pending_re_review', criteriaChanged: ['documented'] });
    expect(await peers.events(id)).toContain('policy_changed');
    expect((await peers.review(id)).criteria.map(({ name }) => name)).toEqual(['correct']);
  });
});

describe('a policy that changes while a review is under way', () => {
  const stricter = `${peerPolicy}      - documented: 'It says what it does'\n`;

  async function underWay(
    policy: string,
  ): Promise<{ peers: Peers; id: string; submit: () => Promise<ReviewDocument> }> {
    const peers = await Peers.open(undefined, base);
    for (const name of ['maker', 'critic', 'second']) await peers.agent(name);
    peers.change({ 'a.ts': changed });
    const { id } = must(await peers.as('maker').request());
    const started = must(await peers.as('critic').start({ review: id }));
    const { repository } = peers;
    repository.git('checkout', '--quiet', 'main');
    repository.write({ '.countersign/policy.yaml': policy });
    repository.commit('another policy');
    repository.git('checkout', '--quiet', 'topic');
    return { peers, id, submit: async () => must(await peers.as('critic').submit(approval(started))) };
  }

  it('is noted with the opinion, which is judged by the criteria of the beginning', async () => {
    const { peers, id, submit } = await underWay(stricter);
    const { review, request } = await submit();
    expect([review.status, request?.policyChanged?.criteria]).toEqual(['approved', ['documented']]);
    expect((await peers.events(id)).filter((type) => type === 'policy_changed')).toHaveLength(1);
    expect((await peers.review(id)).criteria.map(({ name }) => name)).toEqual(['correct']);
  });

  it('is in force for a request anew, once the change stands on it', async () => {
    const { peers, submit } = await underWay(stricter);
    await submit();
    peers.repository.git('rebase', '--quiet', 'main');
    const { id, status } = must(await peers.as('maker').request());
    expect(status).toBe('pending');
    expect((await peers.review(id)).criteria.map(({ name }) => name)).toEqual(['correct', 'documented']);
  });

  it('carries no approval onto a base that requires something else, although the change of the policy was noted', async () => {
    const { peers, id, submit } = await underWay(stricter);
    await submit();
    peers.repository.git('rebase', '--quiet', 'main');
    expect(must(await peers.as('maker').revise({ review: id })).status).toBe('pending_re_review');
  });

  it('asks for nothing where it requires the same', async () => {
    const { peers, id, submit } = await underWay(`${peerPolicy}default_timeout_minutes: 20\n`);
    expect((await submit()).request?.policyChanged?.criteria).toEqual([]);
    expect(await peers.as('maker').revise({ review: id })).toMatchObject({ code: 'nothing_changed' });
  });

  it('is noted of the branch that others see, and not where that did not move', async () => {
    const { submit } = await underWay(peerPolicy);
    expect((await submit()).request).not.toHaveProperty('policyChanged');
  });
});
