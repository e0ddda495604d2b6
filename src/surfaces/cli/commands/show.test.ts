import { describe, expect, it } from 'vitest';
import { runCli } from '../../../../test/kit/cli.js';
import { changesRequested } from '../../../../test/kit/review-document.js';
import type { GetReview, PeerReview } from '../../../application/peer-review.js';

/** A peer whose review goes on in the question `at`, each question taking the time it is given, on a clock of its own. */
function waiting(at: number) {
  let now = 1_000_000;
  const asked: GetReview[] = [];
  const document = changesRequested();
  const getReview: PeerReview['getReview'] = (ask) => {
    asked.push(ask);
    const isMoved = asked.length > at;
    if (!isMoved) now += ask.waitMs ?? 0;
    return Promise.resolve({ version: isMoved ? 9 : 7, document });
  };
  const show = (...args: readonly string[]) =>
    runCli(
      ['show', '01K3', ...args],
      { peer: { getReview } as PeerReview, show: () => Promise.resolve(document) },
      { now: () => now },
    );
  return { show, asked };
}

describe('show --wait', () => {
  it('waits until the review goes on, however long one question may take, and exits like it', async () => {
    const { show, asked } = waiting(3);
    expect((await show('--wait', '600')).code).toBe(1);
    expect(asked.map(({ waitMs, sinceVersion }) => [waitMs, sinceVersion])).toEqual([
      [0, undefined],
      [45_000, 7],
      [45_000, 7],
      [45_000, 7],
    ]);
  });

  it('waits no longer than it was told', async () => {
    const { show, asked } = waiting(100);
    expect((await show('--wait', '50')).code).toBe(1);
    expect(asked.map(({ waitMs }) => waitMs)).toEqual([0, 45_000, 5_000]);
  });

  it('waits since the version that the caller knows', async () => {
    const { show, asked } = waiting(1);
    await show('--wait', '50', '--since', '4');
    expect(asked.map(({ sinceVersion }) => sinceVersion)).toEqual([undefined, 4]);
  });

  it('says that --since is nothing by itself', async () => {
    const { code, err } = await waiting(0).show('--since', '4');
    expect([code, err.includes('--since says nothing without --wait')]).toEqual([2, true]);
  });
});
