import { describe, expect, it } from 'vitest';
import { hour, peerRequested, peerReview } from '../../../test/kit/peer.js';
import { change, changedFile, opinion } from '../../../test/kit/review.js';
import type { Change } from '../model/change.js';
import type { RaisedFinding } from '../model/finding.js';
import { mergeFindings } from './merge.js';
import { refutedOn, repeatsRefuted } from './refuted.js';
import { digest } from '../../../test/kit/digest.js';

const spoken: RaisedFinding = {
  severity: 'important',
  category: 'errors',
  file: 'a.ts',
  side: 'head',
  line: 12,
  quote: 'void save();',
  message: 'The promise of `save()` is not awaited, so its error is lost.',
};
const findings = mergeFindings({
  reviewId: 'R',
  opinions: [opinion({ seat: { role: 'grace', driver: 'mcp' }, findings: [spoken] })],
  carried: {},
  digest,
});

function refutedReview(now: Change = change()) {
  const [finding] = findings;
  const review = peerReview(
    [1, { type: 'review_requested', data: peerRequested() }],
    [2, { type: 'review_started', data: { reviewer: 'grace', leaseUntil: hour, nonceDigest: 'n' } }],
    [
      3,
      {
        type: 'review_decided',
        data: { findings, decision: { outcome: 'changes_requested', confidence: 80, rules: [] } },
      },
    ],
    [
      4,
      {
        type: 'finding_contested',
        data: { findingId: finding?.id ?? '', by: 'ada', argument: 'x', evidence: [], judge: 'linus' },
      },
    ],
    [
      5,
      {
        type: 'contest_judged',
        data: {
          findingId: finding?.id ?? '',
          outcome: 'refuted',
          by: 'linus',
          reason: 'it is awaited',
          content: 'b'.repeat(40),
        },
      },
    ],
  );
  return { ...review, change: now };
}

const repeats = (finding: RaisedFinding, now: Change = change()) =>
  repeatsRefuted(finding, refutedOn(refutedReview(now)), now, digest)?.finding.id;

describe('a refuted finding', () => {
  it('is known again by its text, and in other words at the same place', () => {
    expect(repeats(spoken)).toBe(findings[0]?.id);
    const reworded: RaisedFinding = {
      severity: 'critical',
      category: 'robustness',
      file: 'a.ts',
      line: 13,
      message: 'save() is not awaited here and the error of its promise gets lost.',
    };
    expect(repeats(reworded)).toBe(findings[0]?.id);
  });

  it('is not every other finding there', () => {
    expect(repeats({ ...spoken, quote: 'const a = 1', line: 80, message: 'The name says nothing.' })).toBeUndefined();
    expect(repeats({ ...spoken, file: 'b.ts' })).toBeUndefined();
  });

  it('may be raised again when the content changed', () => {
    const changed = change([changedFile('a.ts', { newBlob: 'c'.repeat(40) })]);
    expect(repeats(spoken, changed)).toBeUndefined();
    expect(refutedOn(refutedReview(changed))).toEqual([]);
  });
});
