import type { Halt } from '../../../domain/fix-loop/loop.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import type { Prepared } from '../prepare.js';
import type { Again, MendDependencies } from './mending.js';

/** Rules that see what a change takes away from tests. */
const rules: readonly string[] = [
  'tests/deleted',
  'tests/skipped',
  'tests/assertion-removed',
  'tests/weakened',
  'tests/focused',
];

interface Looking extends Pick<MendDependencies, 'reviewer' | 'signal'> {
  readonly repository: Pick<MendDependencies['repository'], 'freeze'>;
}

/**
 * What the attempt itself took away from tests. The round to come compares with the base of the change, where tests that the
 * change brought do not stand yet, so it could not see them go.
 */
export async function testsWeakened(
  on: Looking,
  { review, commit }: Pick<Again, 'review' | 'commit'>,
  { classification }: Pick<Prepared, 'classification'>,
): Promise<Halt | undefined> {
  const range = `${review.change.headCommit ?? review.change.headTree}..${commit}`;
  const frozen = await on.repository.freeze({ kind: 'range', range });
  if (isRefusal(frozen)) {
    return { reason: 'tests_weakened', why: `nobody can see whether the fix takes tests away: ${frozen.message}` };
  }
  try {
    const { criteria, embedded: embeddedVerdict } = review;
    const packet = { reviewId: review.id, frozen, classification, criteria, exclusions: {}, embeddedVerdict };
    const seats = on.reviewer.seats(packet).filter(({ driver }) => driver === 'embedded');
    const opinions = await on.reviewer.review(packet, seats, () => undefined, on.signal);
    const lost = opinions
      .flatMap(({ findings }) => findings)
      .filter(({ rule, severity }) => rule !== undefined && rules.includes(rule) && severity !== 'minor');
    if (lost.length === 0) return undefined;
    const places = [...new Set(lost.map(({ file, rule }) => `${file ?? 'the change'} (${rule ?? ''})`))].slice(0, 3);
    return { reason: 'tests_weakened', why: `the fix takes tests away: ${places.join(', ')}` };
  } finally {
    await frozen.close();
  }
}
