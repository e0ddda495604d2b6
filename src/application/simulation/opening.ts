import { reclassify } from '../../domain/classification/reclassify.js';
import type { Change } from '../../domain/model/change.js';
import type { RuleResult } from '../../domain/model/decision.js';
import type { ReviewRequested } from '../../domain/model/event.js';
import type { Classification } from '../../domain/model/review.js';
import type { ReviewFacts } from '../../domain/policy/facts.js';
import { requirement } from '../../domain/policy/requirement.js';
import { autonomyIn } from '../../domain/policy/skip-rule.js';
import { exclusionsUnder, type Exclusions } from './exclusions.js';
import type { AppliedPolicy, SimulationTools } from './other-policy.js';
import { patternsThen } from './pattern-then.js';

/** Whether the other policy asks for a review of what was requested. */
export interface SimulatedOpening {
  /** Classifications that the change can have; the first is the likeliest. */
  readonly classifications: readonly Classification[];
  /** `unknown` where it depends on what is not recorded. */
  readonly needs: 'review' | 'skip' | 'unknown';
  readonly unknown: readonly string[];
  readonly rules: readonly RuleResult[];
  /** The change that was requested, and what of it need not be read; several where the record leaves that open. */
  readonly change: Change;
  readonly excluded: readonly Exclusions[];
}

export function openingUnder(
  other: AppliedPolicy,
  requested: ReviewRequested,
  tools: SimulationTools,
): SimulatedOpening {
  const { policy, pathsOf } = other;
  const { change, creator, classification, exclusions, openingRules } = requested;
  const paths = pathsOf(change);
  const classifications = reclassify(change, classification, paths);
  const excluded = exclusionsUnder(change, exclusions, paths);
  const levels = autonomyLevels(openingRules, policy.reviewRequired.skipIf);
  const patterns = patternsThen(requested, other);
  const worlds = classifications.flatMap((type) =>
    levels.flatMap((autonomyLevel) =>
      patterns.map((pattern) => {
        const facts: ReviewFacts = { classification: type, creator, files: change.files, ...(pattern && { pattern }) };
        return requirement(policy, autonomyLevel === undefined ? facts : { ...facts, autonomyLevel }, tools.evaluate);
      }),
    ),
  );
  const nothing = nothingToRead(requested, excluded, classifications);
  const answers = new Set(worlds.map(({ needed }) => needed));
  const rules = worlds[0]?.rules ?? [];
  const looked = { classifications, change, excluded };
  if (nothing === 'sure') return { needs: 'skip', unknown: [], rules: [nothingRule, ...rules], ...looked };
  const open = [
    ...(answers.size > 1 && classifications.length > 1 ? [unrecordedType(classifications)] : []),
    ...(answers.size > 1 && levels.length > 1 ? ['the autonomy level of whoever acted is not recorded'] : []),
    ...(answers.size > 1 && patterns.length > 1 ? [`what was learned of ${creator} then is not recorded`] : []),
    ...(nothing === 'open' && answers.has(true) ? ['whether every entry is media was not looked at'] : []),
  ];
  if (open.length > 0) return { needs: 'unknown', unknown: open, rules, ...looked };
  return { needs: answers.has(true) ? 'review' : 'skip', unknown: [], rules, ...looked };
}

const nothingRule: RuleResult = {
  id: 'coverage.nothing_to_read',
  result: 'satisfied',
  reason: 'every entry is excluded from reading',
};

function nothingToRead(
  { change }: ReviewRequested,
  excluded: readonly Exclusions[],
  [first]: readonly Classification[],
): 'sure' | 'open' | 'no' {
  if ((first?.protectedPaths.length ?? 0) > 0) return 'no';
  const all = excluded.map((names) => change.files.every(({ path }) => Object.hasOwn(names, path)));
  if (all.every(Boolean)) return 'sure';
  return all.some(Boolean) ? 'open' : 'no';
}

export function unrecordedType(classifications: readonly Classification[]): string {
  const types = [...new Set(classifications.map(({ type }) => type))].join(' or ');
  return `whether the change is ${types} under other path rules is not recorded`;
}

/** Levels that the caller may have named: the recorded one, else those that the rules ask for, or none. */
function autonomyLevels(
  recorded: readonly RuleResult[],
  skipIf: readonly { readonly autonomyLevel?: string; readonly when?: string }[],
): readonly (string | undefined)[] {
  const known = autonomyIn(recorded);
  if (known !== undefined) return [known.level];
  const asked = skipIf.flatMap(({ autonomyLevel }) => autonomyLevel ?? []);
  const inCondition = skipIf.some(({ when = '' }) => /\bautonomy\b/u.test(when));
  return [undefined, ...new Set([...asked, ...(inCondition ? ['any other'] : [])])];
}

/** Whether the caller had a change reviewed that a rule in force skipped (`--no-skip`): that is its choice under any policy. */
export function overruledSkip({ openingRules }: Pick<ReviewRequested, 'openingRules'>): boolean {
  const is = (id: string, result: RuleResult['result']) =>
    openingRules.some((rule) => rule.id === id && rule.result === result);
  if (is('policy.never_skipped', 'satisfied')) return false;
  if (is('policy.enabled', 'unsatisfied')) return true;
  if (is('policy.proof', 'unsatisfied')) return false;
  return (
    is('policy.actions', 'unsatisfied') ||
    openingRules.some(({ id, result }) => id.startsWith('policy.skip_if.') && result === 'satisfied')
  );
}
