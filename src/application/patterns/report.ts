import type { PatternKey } from '../../domain/model/pattern.js';
import { horizon, passUnreviewedAtMost, passUnreviewedInTheLongRun } from '../../domain/patterns/bounds.js';
import { basisOf } from '../../domain/patterns/evidence.js';
import { standingOf, type Learned, type PatternStanding } from '../../domain/patterns/standing.js';
import { patternSentences, ruleObstacle } from '../../domain/patterns/words.js';
import type { PatternReport } from '../patterns.js';
import type { Clock } from '../ports/clock.js';
import type { PolicyInForce } from '../ports/policy.js';
import type { Store } from '../ports/store.js';
import { damageOf } from './damage.js';
import { learnedOf } from './learned.js';

export interface ReportDependencies {
  readonly store: Pick<Store, 'patternEvidence' | 'readStream' | 'listPatterns' | 'learnedDamage'>;
  readonly clock: Clock;
  /** In force for the next change. */
  readonly inForce: PolicyInForce;
}

/** Every pattern that has evidence, those that may skip first. */
export async function listPatterns(
  on: ReportDependencies,
  { creator, type }: Partial<PatternKey>,
): Promise<readonly PatternReport[]> {
  const wanted = (await on.store.listPatterns())
    .filter((key) => creator === undefined || key.creator === creator)
    .filter((key) => type === undefined || key.type === type);
  const damage = await damageOf(on.store);
  const reports: PatternReport[] = [];
  for (const key of wanted) reports.push(reportOf(on, key, await learnedOf(on.store, key), damage));
  const rank = ({ phase, eligible }: PatternReport) => (phase.name !== 'off' ? 0 : eligible.holds ? 1 : 2);
  return reports.sort((a, b) => rank(a) - rank(b));
}

export function reportOf(
  { clock, inForce: { policy, origin } }: Pick<ReportDependencies, 'clock' | 'inForce'>,
  { creator, type }: PatternKey,
  learned: Learned,
  damage?: string,
): PatternReport {
  const plan = policy.learning.sampling;
  const stands = standingOf(learned, policy.learning, { now: clock.now(), basis: basisOf(origin) });
  const standing = damage === undefined ? stands : heldBack(stands, damage);
  const obstacle = ruleObstacle(policy.reviewRequired.skipIf, standing);
  return {
    creator,
    type,
    ...standing,
    switched: learned.switched ?? null,
    plan,
    horizon,
    passUnreviewedAtMost: passUnreviewedAtMost(plan),
    passUnreviewedInTheLongRun: passUnreviewedInTheLongRun(plan),
    sentences: [
      ...suggestion(learned),
      ...(obstacle === undefined ? [] : [obstacle]),
      ...patternSentences(standing, plan),
    ],
  };
}

/** Off for as long as what was learned is damaged, and on again as it was once that is rebuilt: nobody switched it off. */
function heldBack(standing: PatternStanding, damage: string): PatternStanding {
  const { eligible } = standing;
  return {
    ...standing,
    phase: { name: 'off', reason: damage },
    eligible: { ...eligible, holds: false, obstacle: damage, since: null },
  };
}

function suggestion({ switched }: Learned): readonly string[] {
  const { suggestedAt = null, enabledAt = null } = switched ?? {};
  if (suggestedAt === null || (enabledAt !== null && enabledAt > suggestedAt)) return [];
  const day = new Date(suggestedAt).toISOString().slice(0, 10);
  return [`Since ${day} it is suggested to a person, after a week in which it could have been switched on.`];
}
