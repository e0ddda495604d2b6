import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceOutcome, PatternSwitch } from '../model/pattern.js';
import { defaultPolicy } from '../policy/default-policy.js';
import { EVIDENCE_LOOKED_AT } from './evidence.js';
import { fallOf, outlookOf, standingOf } from './standing.js';

const day = 24 * 3_600_000;
const rules = { ...defaultPolicy.learning, sampling: { cleanRun: 5, fraction: 0.5 } };
const now = 100 * day;

/** Outcomes from the oldest to the newest, an hour apart, the newest an hour before `now`. */
function evidence(outcomes: readonly EvidenceOutcome[], of: Partial<Evidence> = {}): readonly Evidence[] {
  return outcomes
    .map((outcome, index) => ({
      at: now - (outcomes.length - index) * 3_600_000,
      outcome,
      confidence: outcome === 'clean' ? 95 : 40,
      basis: 'b',
      content: `patch ${index}`,
      review: `R${index}`,
      ...of,
    }))
    .reverse();
}

const times = (count: number, outcome: EvidenceOutcome = 'clean') => Array.from({ length: count }, () => outcome);

const on = (enabledAt: number, confidence = 0.95): PatternSwitch => ({
  id: 'otter/refactor',
  creator: 'otter',
  type: 'refactor',
  suggestedAt: null,
  enabledAt,
  disabledAt: null,
  person: 'ada',
  note: 'ten clean ones',
  confidence,
});

const standing = (outcomes: readonly EvidenceOutcome[], switched?: PatternSwitch, basis = 'b') =>
  standingOf({ evidence: evidence(outcomes), switched }, rules, { now, basis });

describe('what makes a pattern eligible', () => {
  it('is ten successes in the lookback period, with a mean confidence of 0.9 and no failure', () => {
    expect(standing(times(9)).eligible).toMatchObject({
      holds: false,
      obstacle: '9 of 10 successful reviews in the last 30 days',
    });
    expect(standing(times(10)).eligible).toMatchObject({ holds: true, successes: 10, confidence: 0.95 });
    expect(standing(['failed', ...times(12)]).eligible.obstacle).toBe('review R0 failed in the last 30 days');
    const unsure = standingOf({ evidence: evidence(times(10), { confidence: 85 }), switched: undefined }, rules, {
      now,
      basis: 'b',
    });
    expect(unsure.eligible.obstacle).toBe('mean confidence 0.85, needed 0.9');
  });

  it('says since when it holds', () => {
    const tenth = now - 2 * 3_600_000;
    expect(standing(times(11)).eligible.since).toBe(tenth);
    const [newest, ...others] = evidence(['failed', ...times(10)]);
    const failure = { ...others.at(-1)!, at: now - 31 * day };
    const long = standingOf({ evidence: [newest!, ...others.slice(0, -1), failure], switched: undefined }, rules, {
      now,
      basis: 'b',
    });
    expect(long.eligible.since).toBe(now - 3_600_000);
  });

  it('counts neither what was skipped nor an approval that says little', () => {
    expect(standing([...times(9), ...times(5, 'skipped'), 'unclear']).eligible.successes).toBe(9);
  });

  it('asks for ten new successes and no trace of it in the period after a bug in a skipped change', () => {
    expect(standing([...times(20), 'escaped', ...times(9)]).eligible.holds).toBe(false);
  });
});

describe('what lies before the changes that are looked at', () => {
  const many = (first: EvidenceOutcome) => evidence([first, ...times(EVIDENCE_LOOKED_AT)], { at: now - day });

  it('keeps a pattern from being eligible where it failed in the lookback period', () => {
    expect(standingOf({ evidence: many('failed'), switched: undefined }, rules, { now, basis: 'b' })).toMatchObject({
      reviewed: EVIDENCE_LOOKED_AT,
      failed: 0,
      eligible: { holds: false, obstacle: 'review R0 failed in the last 30 days' },
    });
  });

  it('keeps a pattern off to which a bug was traced then', () => {
    const told = { evidence: many('escaped'), switched: on(now - 2 * day) };
    expect(outlookOf(told, rules, { now, basis: 'b' }).phase.name).toBe('off');
    expect(fallOf(told, rules)).toBe('a bug or a revert was traced to a change that it let pass');
    expect(fallOf({ ...told, switched: on(now - day) }, rules)).toBeUndefined();
  });

  it('is no reason to take the confidence of then for what it was switched on with', () => {
    const cut = evidence(['failed', ...times(EVIDENCE_LOOKED_AT - 1)]);
    const told = { evidence: cut, switched: on(0, 0.9) };
    expect(outlookOf(told, rules, { now, basis: 'b' })).toMatchObject({ confidence: 1, phase: { name: 'sampled' } });
    const older = [...evidence(times(EVIDENCE_LOOKED_AT)), ...evidence(['failed'], { at: now - 60 * day })];
    expect(outlookOf({ evidence: older, switched: on(0, 0.9) }, rules, { now, basis: 'b' }).confidence).toBe(1);
  });

  it('has everything reviewed while a drawn change of then is not decided', () => {
    const { phase } = outlookOf({ evidence: many('drawn'), switched: on(now) }, rules, { now, basis: 'b' });
    expect(phase).toEqual({ name: 'owed', review: 'R0' });
  });
});

describe('the same content asked for again', () => {
  it('adds nothing that is clean, and keeps what failed', () => {
    const again = evidence([...times(9), 'clean', 'clean']).map((each, index) =>
      index < 3 ? { ...each, content: 'same' } : each,
    );
    const standing = standingOf({ evidence: again, switched: undefined }, rules, { now, basis: 'b' });
    expect(standing).toMatchObject({ reviewed: 9, eligible: { holds: false, successes: 9 } });
    const failing = evidence(['failed', 'failed', 'clean'], { content: 'same' });
    expect(standingOf({ evidence: failing, switched: undefined }, rules, { now, basis: 'b' })).toMatchObject({
      clean: 0,
      failed: 2,
    });
  });

  it('makes no run of clean reviews', () => {
    const again = evidence([...times(4), ...times(5)]).map((each, index) =>
      index < 6 ? { ...each, content: 'same' } : each,
    );
    const { phase } = standingOf({ evidence: again, switched: on(now) }, rules, { now, basis: 'b' });
    expect(phase).toMatchObject({ name: 'full', cleanRun: 4 });
  });
});

describe('a pattern that nobody has switched on', () => {
  it('skips nothing, however good it looks', () => {
    expect(standing(times(50)).phase).toEqual({ name: 'off', reason: 'nobody has switched it on' });
  });
});

describe('a pattern that is switched on', () => {
  const early = now - 50 * day;

  it('is reviewed in full until enough reviews in a row were clean, then sampled', () => {
    expect(standing(['failed', ...times(4)], on(now)).phase).toEqual({
      name: 'full',
      cleanRun: 4,
      needed: 5,
      reason: 'a review failed',
    });
    expect(standing(times(5), on(now)).phase).toEqual({ name: 'sampled' });
  });

  it('returns to full review after one failure, and is sampled again after as many clean ones', () => {
    expect(standing([...times(30), 'failed'], on(early)).phase).toMatchObject({ name: 'full', cleanRun: 0 });
    expect(standing([...times(30), 'failed', ...times(5)], on(early)).phase).toEqual({ name: 'sampled' });
  });

  it('neither adds skipped changes to the run nor breaks it with them', () => {
    expect(standing([...times(4), ...times(20, 'skipped'), 'clean'], on(early)).phase).toEqual({ name: 'sampled' });
    expect(standing([...times(4), ...times(20, 'skipped')], on(early)).phase).toMatchObject({ cleanRun: 4 });
  });

  it('reviews everything while one that was drawn is not decided', () => {
    expect(standing([...times(30), 'drawn', 'skipped', 'clean'], on(early)).phase).toEqual({
      name: 'owed',
      review: 'R30',
    });
  });

  it('starts anew after seven days without a review, and under another policy', () => {
    const old = evidence(times(10)).map((each) => ({ ...each, at: each.at - 7 * day }));
    const phase = standingOf({ evidence: old, switched: on(early) }, rules, { now, basis: 'b' }).phase;
    expect(phase).toMatchObject({ name: 'full', reason: 'nothing was reviewed for seven days' });
    expect(standing(times(10), on(early), 'other').phase).toMatchObject({
      name: 'full',
      reason: 'the policy or a prompt changed',
    });
  });

  it('gains 0.05 by a success up to 1 and loses 0.15 by a failure; below 0.8 it is off', () => {
    expect(standing(['clean'], on(early, 0.9)).confidence).toBe(0.95);
    expect(standing(times(9), on(early, 0.9)).confidence).toBe(1);
    expect(standing([...times(9), 'failed'], on(early, 0.9)).confidence).toBe(0.85);
    const twice = standing([...times(9), 'failed', 'clean', 'failed'], on(early, 0.9));
    expect(twice).toMatchObject({ confidence: 0.75, phase: { name: 'off', reason: 'its confidence fell below 0.8' } });
    expect(standing([...times(9), 'failed', 'failed', ...times(40)], on(early, 0.9)).phase.name).toBe('off');
  });

  it('is off at once, with 0.7 of its confidence, when a bug is traced to a change that it let pass', () => {
    const fallen = standing([...times(20), 'escaped', ...times(40)], on(early, 0.9));
    expect(fallen).toMatchObject({ confidence: 0.7, escaped: 1, phase: { name: 'off' } });
  });

  it('is on again when a person says so again', () => {
    expect(standing([...times(20), 'escaped', ...times(12)], on(now - 3_700_000)).phase).toEqual({ name: 'sampled' });
  });

  it('is off for whoever switched it off, and for what it fell by once that is on record', () => {
    const fell = { ...on(early), disabledAt: now - 1, person: null, note: 'a bug' };
    expect(standing(times(30), fell).phase).toEqual({ name: 'off', reason: 'a bug' });
  });

  it('is off when a person switched it off', () => {
    const off = { ...on(early), disabledAt: now - 1 };
    expect(standing(times(30), off).phase).toEqual({ name: 'off', reason: 'ada switched it off' });
  });
});

it('tells a submission the same as a report', () => {
  for (const outcomes of [[], times(9), [...times(30), 'failed' as const], [...times(12), 'drawn' as const]]) {
    const learned = { evidence: evidence(outcomes), switched: on(now - 50 * day) };
    const { eligible, confidence, phase } = standingOf(learned, rules, { now, basis: 'b' });
    const { successes, confidence: mean, obstacle } = eligible;
    const outlook = { confidence, phase, eligible: { successes, confidence: mean, obstacle } };
    expect(outlookOf(learned, rules, { now, basis: 'b' })).toEqual(outlook);
  }
});
