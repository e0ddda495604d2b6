import type { Change } from '../model/change.js';
import type { PathFact } from '../model/policy.js';
import type { Classification } from '../model/review.js';
import { classifyProved, type Derived } from './classify.js';
import { trivialAtMost } from './triviality.js';

/**
 * What a classified change is under other path rules. Several where its record leaves that open: that a change is trivial was
 * proved only where no path rule gave the type, and a type that the caller named is told only where the change said another.
 */
export function reclassify(
  change: Pick<Change, 'files' | 'commits'>,
  recorded: Classification,
  pathFacts: readonly PathFact[],
): readonly Classification[] {
  const bare = classifyProved({ change, pathFacts: [], trivial: undefined });
  const saysNothing = pathFacts.every((fact) => !fact.protected && !fact.sensitive && fact.actionTypes.length === 0);
  const found = provedTo(change, recorded, bare).flatMap((trivial) => {
    const input = { change, pathFacts, trivial };
    const derived = saysNothing && trivial === undefined ? bare : classifyProved(input);
    return namesOf(recorded, derived).map((namedType) =>
      namedType === undefined ? derived : classifyProved({ ...input, namedType }),
    );
  });
  const same = ({ type, derivedType, proof }: Classification) => [type, derivedType, proof].join(' ');
  return [...new Map(found.map((each) => [same(each), each])).values()];
}

/** What the proofs may have added up to. `bare` is what the change is without a proof and without a path rule. */
function provedTo(
  change: Pick<Change, 'files' | 'commits'>,
  { type, derivedType, reason, proof }: Classification,
  bare: Classification,
): readonly (Derived | undefined)[] {
  if (proof !== undefined) return [{ type: derivedType ?? type, reason, proof }];
  return reason.includes(bare.reason) ? [undefined] : [undefined, ...trivialAtMost(change.files)];
}

/** Types that the caller may have named; undefined: none. */
function namesOf(recorded: Classification, derived: Classification): readonly (string | undefined)[] {
  if (recorded.derivedType !== undefined) return [recorded.type];
  return derived.type === recorded.type ? [undefined] : [undefined, recorded.type];
}
