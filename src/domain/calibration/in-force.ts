import type { ConfidenceInForce, JudgedOpinion } from '../model/calibration.js';
import { calibration, leastEvidence, rateOfAll } from './score.js';

/** What is known when an approval is given. */
export interface Known {
  /** Judged opinions of the reviewer, of all types. */
  readonly own: readonly JudgedOpinion[];
  /** Of everybody, the reviewer among them. */
  readonly all: readonly JudgedOpinion[];
}

/**
 * The confidence that counts for an approval (SPEC 7); undefined where too little is known of the reviewer, and what it states counts. With skill it
 * is what became of what it stated so before, without skill how often it is right at all. It never exceeds what was stated: whoever makes itself
 * look good in easy cases gains nothing over somebody of whom nothing is known.
 */
export function inForce(
  { own, all }: Known,
  { category, stated }: { readonly category: string; readonly stated: number },
): ConfidenceInForce | undefined {
  const [first] = own;
  if (first === undefined || own.length < leastEvidence) return undefined;
  const { reviewer } = first;
  const total = calibration(own, { reviewer, category: null }, rateOfAll(all));
  const ofType = own.filter((each) => each.category === category);
  const known = ofType.length < leastEvidence ? total : calibration(ofType, { reviewer, category }, total.baseRate);
  const skilled = known.skill !== null && known.skill > 0;
  const bin = known.reliability.find(({ from, to }) => stated >= from && stated <= to);
  const expected = skilled && bin !== undefined ? bin.calibrated : known.baseRate;
  return {
    confidence: Math.min(stated, Math.floor(expected * 100)),
    opinions: known.opinions,
    right: known.right,
    ...(known.category !== null && { category: known.category }),
    skilled,
  };
}
