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
  const found = provedTo(change, recorded).flatMap((trivial) => {
    const input = { change, pathFacts, trivial };
    const derived = classifyProved(input);
    return namesOf(recorded, derived).map((namedType) =>
      namedType === undefined ? derived : classifyProved({ ...input, namedType }),
    );
  });
  const same = ({ type, derivedType, proof }: Classification) => [type, derivedType, proof].join(' ');
  return [...new Map(found.map((each) => [same(each), each])).values()];
}

/** What the proofs may have added up to. */
function provedTo(
  change: Pick<Change, 'files' | 'commits'>,
  { type, derivedType, reason, proof }: Classification,
): readonly (Derived | undefined)[] {
  if (proof !== undefined) return [{ type: derivedType ?? type, reason, proof }];
  const plain = classifyProved({ change, pathFacts: [], trivial: undefined });
  return reason.includes(plain.reason) ? [undefined] : [undefined, ...trivialAtMost(change.files)];
}

/** Types that the caller may have named; undefined: none. */
function namesOf(recorded: Classification, derived: Classification): readonly (string | undefined)[] {
  if (recorded.derivedType !== undefined) return [recorded.type];
  return derived.type === recorded.type ? [undefined] : [undefined, recorded.type];
}
