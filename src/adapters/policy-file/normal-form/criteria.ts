import type { Policy } from '../../../domain/model/policy.js';
import type { Criterion } from '../../../domain/model/review.js';
import { defaultCriteria } from '../../../domain/policy/default-criteria.js';
import type { CriterionList } from '../schema/criteria.js';
import type { PolicyFile } from '../schema/policy.js';
import { mapValues } from './given.js';

export function normaliseCriteria(written: PolicyFile['criteria'], hasTestCommand: boolean): Policy['criteria'] {
  const own = mapValues(written ?? {}, ({ required, optional }) => [
    ...criteriaOf(required, true),
    ...criteriaOf(optional, false),
  ]);
  return { '*': defaultCriteria(hasTestCommand), ...own };
}

function criteriaOf(list: CriterionList | undefined, required: boolean): Criterion[] {
  if (list === undefined) return [];
  const items = Array.isArray(list) ? list : [list];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [{ name: item, required, description: sentence(item), checks: [] }];
    return Object.entries(item).map(([name, meaning]): Criterion => {
      if (typeof meaning === 'string') return { name, required, description: meaning, checks: [] };
      return { name, required, description: meaning.description, checks: meaning.checks ?? [] };
    });
  });
}

/** A bare name says what it asks: `no_secrets` reads "No secrets". */
function sentence(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
