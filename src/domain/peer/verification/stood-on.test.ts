import { describe, expect, it } from 'vitest';
import { peerRequested } from '../../../../test/kit/peer.js';
import { change, changedFile, opinion, raised } from '../../../../test/kit/review.js';
import type { ReviewEvent, ReviewRevised } from '../../model/event.js';
import type { Finding } from '../../model/finding.js';
import { isUnchanged, stoodOn } from './stood-on.js';

const of = (newBlob: string) => change([changedFile('a.ts', { newBlob })], { headTree: `tree of ${newBlob}` });
const [first, second, third] = [of('1'), of('2'), of('3')];
const revised = (to: ReturnType<typeof of>): ReviewEvent => {
  const { classification } = peerRequested();
  const none = { exclusions: {}, changesMade: 'x', claimedFixed: [], carried: {}, seats: [], precheck: [], carry: [] };
  return { type: 'review_revised', data: { change: to, classification, ...none } satisfies ReviewRevised };
};
const says = (message?: string, seat = 'grace'): ReviewEvent => ({
  type: 'opinion_submitted',
  data: {
    opinion: opinion({
      seat: { role: seat, driver: 'mcp' },
      verdict: message === undefined ? 'approved' : 'changes_requested',
      findings: message === undefined ? [] : [raised({ message })],
    }),
  },
});
const verified = (outcome: 'fixed' | 'still_open'): ReviewEvent => ({
  type: 'finding_verified',
  data: { findingId: 'F', outcome, by: 'linus' },
});
const finding: Finding = {
  ...raised({ message: 'It breaks. (Objected to elsewhere.)' }),
  id: 'F',
  fingerprint: 'p',
  state: 'open',
  agreement: 'only',
  sources: [{ seat: 'grace@mcp', message: 'It breaks.', severity: 'important' }],
};
const stood = (...events: readonly ReviewEvent[]) =>
  stoodOn([{ type: 'review_requested', data: peerRequested({}, { change: first }) }, ...events], finding);

describe('a finding stood on', () => {
  it('the content it was raised on, and each on which it was found still open', () => {
    expect(
      stood(says('It breaks.'), revised(second), verified('still_open'), revised(third), verified('fixed')),
    ).toEqual([first, second]);
  });

  it('nothing that somebody else said the same words of, or where it was not raised', () => {
    expect(stood(says('It breaks.', 'eve'), revised(second), says('Other.'), revised(third), says())).toEqual([]);
  });

  it('the whole change, where it is the verdict of another review', () => {
    const whole: Finding = { ...finding, from: { review: 'R', finding: 'verdict of grace@mcp' } };
    const history: readonly ReviewEvent[] = [
      { type: 'review_requested', data: peerRequested({}, { change: first }) },
      says(),
      revised(second),
      says('Not so.'),
    ];
    expect(stoodOn(history, whole)).toEqual([second]);
  });

  it('the content of a late objection', () => {
    const late: Finding = { ...finding, from: { review: 'R', finding: 'late grace@mcp#0' } };
    const inherits: ReviewEvent = { type: 'objections_inherited', data: { findings: [late] } };
    const requested: ReviewEvent = { type: 'review_requested', data: peerRequested({}, { change: first }) };
    expect(stoodOn([requested, inherits], late)).toEqual([first]);
    const elsewhere: Finding = { ...late, from: { review: 'R', finding: 'F' } };
    expect(stoodOn([requested, { type: 'objections_inherited', data: { findings: [elsewhere] } }], elsewhere)).toEqual(
      [],
    );
  });
});

describe('a content is what it was', () => {
  it('by its object ids, not by likeness', () => {
    expect(isUnchanged(first, { ...first })).toBe(true);
    expect(isUnchanged(first, second)).toBe(false);
    const more = change([...first.files, changedFile('b.ts')], { headTree: 'more' });
    expect(isUnchanged(first, more)).toBe(false);
  });
});
