import type { Finding, RaisedFinding } from '../../model/finding.js';
import type { CriterionAnswer, Opinion } from '../../model/opinion.js';
import { seatName } from '../../model/seat.js';
import type { Round } from './round.js';

/**
 * The findings that a person took out of the count when a criterion was answered false because of them alone; empty when
 * it stays false. Each must be found again among the settled ones; when one is not, or one like it counts still, the
 * criterion stays false. Only the word of an embedded reviewer is read so, since only its answer follows from its findings.
 */
export function settling(
  { seat, failure }: Opinion,
  { answer, because = [] }: CriterionAnswer,
  round: Pick<Round, 'opinions' | 'counting' | 'settled'>,
): readonly Finding[] {
  if (answer !== false || because.length === 0 || seat.driver !== 'embedded' || failure !== undefined) return [];
  if (round.counting.some(({ rule, severity }) => severity !== 'minor' && rule !== undefined && because.includes(rule)))
    return [];
  const against = round.opinions.flatMap(raisedBy).filter(({ raised }) => speaksAgainst(raised, because));
  const all =
    because.every((rule) => against.some(({ raised }) => raised.rule === rule)) &&
    against.every(
      (each) =>
        round.settled.some((finding) => isSource(finding, each)) &&
        !round.counting.some((finding) => isSource(finding, each)),
    );
  return all ? round.settled.filter((finding) => against.some((each) => isSource(finding, each))) : [];
}

/** Minor findings that count and that speak against a criterion without making it false. */
export function minorAgainst(
  { minor = [] }: CriterionAnswer,
  { opinions, counting }: Pick<Round, 'opinions' | 'counting'>,
): readonly Finding[] {
  if (minor.length === 0) return [];
  const against = opinions
    .flatMap(raisedBy)
    .filter(({ raised: { severity, rule } }) => severity === 'minor' && rule !== undefined && minor.includes(rule));
  return counting.filter((finding) => against.some((each) => isSource(finding, each)));
}

interface Raised {
  readonly by: string;
  readonly raised: RaisedFinding;
}

function raisedBy({ seat, findings }: Opinion): readonly Raised[] {
  return seat.driver === 'embedded' ? findings.map((raised) => ({ by: seatName(seat), raised })) : [];
}

function speaksAgainst({ rule, severity }: RaisedFinding, because: readonly string[]): boolean {
  return severity !== 'minor' && rule !== undefined && because.includes(rule);
}

/** Merging keeps of a source its seat, message and severity; the file is that of the finding. */
function isSource({ file, sources }: Finding, { by, raised }: Raised): boolean {
  return (
    file === raised.file &&
    sources.some(
      ({ seat, message, severity }) => seat === by && message === raised.message && severity === raised.severity,
    )
  );
}
