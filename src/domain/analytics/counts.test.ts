import { describe, expect, it } from 'vitest';
import { changed, fold, reviewOf, type Told } from '../../../test/kit/analytics.js';
import { countChanges, countsOf, sumOf } from './counts.js';

const of = (told: Partial<Told>) =>
  Object.fromEntries(
    countsOf(reviewOf(told)).map(({ subject, name, measure, count }) => [`${subject} ${name} ${measure}`, count]),
  );

describe('what a review adds to the counters', () => {
  it('is nothing before it was decided, and nothing where nobody reviewed it', () => {
    expect(of({ outcome: undefined })).toEqual({});
    expect(of({ outcome: undefined, then: [{ type: 'review_withdrawn', data: { reason: 'no' } }] })).toEqual({});
  });

  it('says who decided, and what a person decided against the reviewers', () => {
    expect(of({ outcome: 'approved' })).toMatchObject({ 'all  reviews': 1, 'all  auto_approved': 1 });
    expect(of({ outcome: 'changes_requested' })).toMatchObject({ 'all  auto_rejected': 1 });
    const overruled = of({ outcome: 'escalated', then: [changed.person('approved')] });
    expect(overruled).toMatchObject({ 'all  human_decided': 1, 'all  human_overrides': 1 });
    const followed = of({ outcome: 'escalated', then: [changed.person('rejected')] });
    expect(followed).toMatchObject({ 'all  human_decided': 1 });
    expect(followed).not.toHaveProperty('all  human_overrides');
  });

  it('counts each service that it touches, and the rest of the repository as one', () => {
    const services = [{ name: 'pay', paths: ['a.ts'], rules: [] }];
    expect(of({ outcome: 'approved', basis: { services } })).toMatchObject({ 'service pay reviews': 1 });
    expect(of({ outcome: 'approved' })).toMatchObject({ 'service repository reviews': 1 });
  });

  it('has a mended problem found by whoever raised it, and missed by whoever looked and did not', () => {
    expect(of({ outcome: 'changes_requested' })).not.toHaveProperty('model haiku true_positive');
    const mended = of({ outcome: 'changes_requested', then: [changed.fixed] });
    expect(mended).toMatchObject({ 'model haiku true_positive': 1, 'model sonnet missed': 1 });
    expect(mended).not.toHaveProperty('model embedded missed');
  });

  it('has one that a person dismissed raised for nothing, and no mere claim', () => {
    const dismissed = of({ outcome: 'changes_requested', then: [changed.dismissed('human')] });
    expect(dismissed).toMatchObject({ 'model haiku false_positive': 1 });
    expect(dismissed).not.toHaveProperty('model sonnet missed');
    expect(of({ outcome: 'changes_requested', then: [changed.dismissed('claimed')] })).not.toHaveProperty(
      'model haiku false_positive',
    );
  });

  it('has a bug that came later missed by whoever approved, and not by who failed', () => {
    const came = of({ outcome: 'approved', raised: false, then: [changed.reported('bug')] });
    expect(came).toMatchObject({ 'model haiku missed': 1, 'model sonnet missed': 1 });
    const failed = of({ outcome: 'approved', raised: false, failed: 'sonnet', then: [changed.reported('revert')] });
    expect(failed).toMatchObject({ 'model haiku missed': 1 });
    expect(failed).not.toHaveProperty('model sonnet missed');
    expect(of({ outcome: 'approved', then: [changed.reported('clean')] })).not.toHaveProperty('model haiku missed');
  });

  it('of a panel, goes by its stages: what quality seats found was not for spec seats to see', () => {
    const voices = (['spec', 'quality'] as const).map((stage) => ({
      stage,
      model: 'haiku',
      seats: [`${stage}/h@cli:haiku`],
    }));
    const other = { stage: 'spec' as const, model: 'sonnet', seats: ['spec/s@cli:sonnet'] };
    const panel = {
      strategy: 'parallel',
      models: ['haiku', 'sonnet'],
      speculativeQuality: true,
      autoApprove: true,
      autoReject: true,
    } as const;
    const told = { outcome: 'changes_requested', then: [changed.fixed], seat: 'quality/h@cli:haiku' } as const;
    const onlyHaiku = of({ ...told, basis: { protocol: 'panel', panel: { ...panel, voices: [...voices, other] } } });
    expect(onlyHaiku).toMatchObject({ 'model haiku true_positive': 1 });
    expect(onlyHaiku).not.toHaveProperty('model sonnet missed');
    const both = [...voices, other, { stage: 'quality' as const, model: 'sonnet', seats: ['quality/s@cli:sonnet'] }];
    expect(of({ ...told, basis: { protocol: 'panel', panel: { ...panel, voices: both } } })).toMatchObject({
      'model sonnet missed': 1,
    });
  });
});

describe('what two models of a panel raise alike', () => {
  const [h, s] = ['quality/h@cli:haiku', 'quality/s@cli:sonnet'];
  const panel = {
    ...({ strategy: 'parallel', models: ['haiku', 'sonnet'], speculativeQuality: true } as const),
    ...{ autoApprove: true, autoReject: true },
    voices: [
      { stage: 'quality' as const, model: 'haiku', seats: [h] },
      { stage: 'quality' as const, model: 'sonnet', seats: [s] },
    ],
  };
  const told = { outcome: 'changes_requested', basis: { protocol: 'panel', panel } } as const;
  const either = 'pair ["haiku","sonnet"] raised_by_either';
  const both = 'pair ["haiku","sonnet"] raised_by_both';

  it('is counted where both looked, of what either raised', () => {
    expect(of(told)).toMatchObject({ [either]: 1 });
    expect(of(told)).not.toHaveProperty([both]);
    expect(of({ ...told, also: s })).toMatchObject({ [either]: 1, [both]: 1 });
  });

  it('says nothing where one of them failed, where nobody raised anything, and outside of a panel', () => {
    for (const other of [{ ...told, failed: 'sonnet' as const }, { ...told, raised: false }, { outcome: told.outcome }])
      expect(Object.keys(of(other)).filter((key) => key.startsWith('pair'))).toEqual([]);
  });

  it('stays the same whatever becomes of the finding', () => {
    expect(of({ ...told, also: s, then: [changed.fixed] })).toMatchObject({ [either]: 1, [both]: 1 });
    expect(of({ ...told, then: [changed.dismissed('human')] })).toMatchObject({ [either]: 1 });
  });
});

describe('changes of the counters', () => {
  it('add up to what the review counts in the end, whatever came in between', () => {
    const then = [changed.fixed, changed.reported('bug')];
    const { states } = fold({ outcome: 'changes_requested', then });
    const changes = states.map((state, index) => countChanges(states[index - 1], state));
    const sum = sumOf(changes.flat()).filter(({ count }) => count !== 0);
    expect(sum).toEqual(sumOf(countsOf(states.at(-1)!)));
    expect(changes.slice(0, 3)).toEqual([[], [], []]);
  });
});
