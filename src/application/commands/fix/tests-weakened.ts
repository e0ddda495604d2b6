import type { Halt } from '../../../domain/fix-loop/loop.js';
import type { Opinion } from '../../../domain/model/opinion.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Criterion } from '../../../domain/model/review.js';
import type { Prepared } from '../prepare.js';
import type { FrozenChange } from '../../ports/repository.js';
import type { Again, MendDependencies } from './mending.js';

/** Rules that see what a change takes away from tests. */
const rules: readonly string[] = [
  'tests/deleted',
  'tests/skipped',
  'tests/assertion-removed',
  'tests/weakened',
  'tests/focused',
  'tests/trivial-assertion',
];

/** Role of the embedded reviewer that owns these rules, and what it is asked: its answer tells whether all of them looked. */
const role = 'tester';
const criterion: Criterion = {
  name: 'tests_not_weakened',
  required: true,
  description: 'No test is deleted, skipped, focused or made unable to fail',
  checks: [],
};

interface Looking extends Pick<MendDependencies, 'reviewer' | 'signal'> {
  readonly repository: Pick<MendDependencies['repository'], 'freeze'>;
}

/**
 * What the attempt itself took away from tests. The round to come compares with the base of the change, where tests that the
 * change brought do not stand yet, so it could not see them go. Looks while the whole change is still being prepared;
 * undefined too where that is refused.
 */
export async function testsWeakened(
  on: Looking,
  { review, commit, following }: Pick<Again, 'review' | 'commit'> & { readonly following?: FrozenChange },
  preparing: Promise<Pick<Prepared, 'classification' | 'exclusions'> | Refusal>,
): Promise<Halt | undefined> {
  const range = `${review.change.headCommit ?? review.change.headTree}..${commit}`;
  const frozen = await on.repository.freeze({ kind: 'range', range, ...(following && { following }) });
  if (isRefusal(frozen)) return unseen(frozen.message);
  try {
    const prepared = await preparing;
    if (isRefusal(prepared)) return undefined;
    const { classification, exclusions } = prepared;
    const { embedded: embeddedVerdict } = review;
    const packet = {
      reviewId: review.id,
      frozen,
      classification,
      criteria: [criterion],
      exclusions: {},
      rules,
      embeddedVerdict,
    };
    const [seat] = on.reviewer.seats(packet).filter((each) => each.driver === 'embedded' && each.role === role);
    if (seat === undefined) return unseen(`no ${role} has a seat`);
    const [opinion] = await on.reviewer.review(packet, [seat], () => undefined, on.signal);
    const lost = (opinion?.findings ?? []).filter(
      ({ rule, severity }) => rule !== undefined && rules.includes(rule) && severity !== 'minor',
    );
    if (lost.length === 0) {
      const obstacle = obstacleTo(opinion, exclusions);
      return obstacle === undefined ? undefined : unseen(obstacle);
    }
    const places = [...new Set(lost.map(({ file, rule }) => `${file ?? 'the change'} (${rule ?? ''})`))].slice(0, 3);
    return { reason: 'tests_weakened', why: `the fix takes tests away: ${places.join(', ')}` };
  } finally {
    await frozen.close();
  }
}

function unseen(why: string): Halt {
  return { reason: 'tests_weakened', why: `nobody can see whether the fix takes tests away: ${why}` };
}

/** Why an opinion does not tell that no test went (SPEC 2, rule 1). What the policy excludes from reading need not be read. */
function obstacleTo(opinion: Opinion | undefined, exclusions: Prepared['exclusions']): string | undefined {
  if (opinion === undefined) return `no opinion from the ${role}`;
  const { failure, shown, checklist } = opinion;
  if (failure !== undefined) return `${failure.kind}: ${failure.detail}`;
  const unread = shown.find(({ path, coverage }) => coverage !== 'reviewed' && !Object.hasOwn(exclusions, path));
  if (unread !== undefined) return `${unread.path} is ${unread.coverage.replaceAll('_', ' ')}`;
  const answer = Object.hasOwn(checklist, criterion.name) ? checklist[criterion.name] : undefined;
  if (answer?.answer === true) return undefined;
  return answer?.reason ?? `the ${role} came to no verdict`;
}
