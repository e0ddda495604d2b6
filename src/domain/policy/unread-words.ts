import { neverSkipped, type Policy } from '../model/policy.js';
import { defaultPolicy } from './default-policy.js';

/** The nearest of the known words, undefined where none is near. */
export type Nearest = (word: string, known: readonly string[]) => string | undefined;

/** Words of the caller, as given. */
export interface CallersWords {
  readonly type?: string;
  readonly autonomy?: string;
  /** Types that a change can show by itself. */
  readonly derivedTypes: readonly string[];
}

/**
 * One sentence for each word of the caller that no rule of the policy reads: what it means all the same, and the nearest word
 * that one reads. Any word may be a type (SPEC 5.2), so none is refused.
 */
export function unreadWords(policy: Policy, words: CallersWords, nearest: Nearest): readonly string[] {
  const { type, autonomy, derivedTypes } = words;
  const types = [...new Set([...typesOf(policy), ...derivedTypes])];
  const levels = [...new Set(policy.reviewRequired.skipIf.flatMap(({ autonomyLevel }) => autonomyLevel ?? []))];
  const meant = (word: string, known: readonly string[]): string => {
    const near = nearest(word, known);
    return near === undefined ? '' : ` Did you mean ${near}?`;
  };
  return [
    ...(type === undefined || types.includes(type)
      ? []
      : [
          `no rule of the policy names the type ${type}: the criteria for every other type hold, and what the change ` +
            `itself shows counts as before.${meant(type, types)}`,
        ]),
    ...(autonomy === undefined || levels.includes(autonomy) || readsAutonomy(policy)
      ? []
      : [`no rule of the policy reads the autonomy level ${autonomy}: it changes nothing.${meant(autonomy, levels)}`]),
  ];
}

/**
 * Types that the policy names, of those that neither a change shows by itself nor the default policy names, where one of these is near: maybe a slip of the pen,
 * which would leave a rule without effect (SPEC 5.2: any word may be a type, so it is no mistake).
 */
export function doubtfulTypes(policy: Policy, derivedTypes: readonly string[], nearest: Nearest): readonly string[] {
  const shown = [...new Set([...derivedTypes, ...typesOf(defaultPolicy)])];
  const named = [...new Set(typesOf(policy))].filter((type) => !shown.includes(type));
  return named.flatMap((type) => {
    const near = nearest(type, shown);
    return near === undefined
      ? []
      : [`no change is of type ${type} unless the caller or a path says so. Did you mean ${near}?`];
  });
}

function typesOf({ reviewRequired, criteria, paths }: Policy): readonly string[] {
  return [
    ...reviewRequired.actions,
    ...reviewRequired.skipIf.flatMap(({ actionType, exceptFor }) => [actionType ?? [], exceptFor].flat()),
    ...Object.keys(criteria),
    ...paths.flatMap(({ actionType }) => actionType ?? []),
    ...neverSkipped,
  ].filter((word) => word !== '*');
}

function readsAutonomy({ reviewRequired }: Policy): boolean {
  return reviewRequired.skipIf.some(({ when }) => when !== undefined && /\bautonomy\b/u.test(when));
}
