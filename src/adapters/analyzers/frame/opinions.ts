import type { Packet } from '../../../application/ports/reviewer.js';
import { embeddedVerdict } from '../../../domain/protocols/standards/embedded-verdict.js';
import type { RaisedFinding } from '../../../domain/model/finding.js';
import type { CriterionAnswer, Opinion, ShownEntry } from '../../../domain/model/opinion.js';
import type { Seat } from '../../../domain/model/seat.js';
import type { EmbeddedRole } from '../analyzer.js';
import { backingOf } from '../criteria.js';
import { answer, type Evidence } from './answer.js';
import { raise, type RaisedByRole } from './raise.js';

export interface Work extends Evidence {
  readonly shown: readonly ShownEntry[];
  readonly durationMs: number;
  /** Role that owns a rule. */
  readonly roleOf: (rule: string) => EmbeddedRole | undefined;
}

/** One opinion for each seat; what belongs to a role without a seat is the auditor's, so that nothing is lost. */
export function opinions(seats: readonly Seat[], work: Work): readonly Opinion[] {
  const raised = raise(work);
  return seats.map((seat) => opinionOf(seat, seats, work, raised));
}

function opinionOf(seat: Seat, seats: readonly Seat[], work: Work, raised: readonly RaisedByRole[]): Opinion {
  const mine = (role: string | undefined): boolean =>
    seat.role === role || (seat === fallback(seats) && !seats.some((other) => other.role === role));
  const findings = raised.filter(({ role }) => mine(role)).map(({ finding }) => finding);
  const criteria = work.packet.criteria.filter(({ name }) => mine(backingOf(name)?.role));
  const checklist = Object.fromEntries(
    criteria.map(({ name }): [string, CriterionAnswer] => [name, answer(name, work)]),
  );
  const gaps = gapsOf(work.packet, checklist, work.shown);
  const stated = embeddedVerdict(
    findings.map(({ severity }) => severity),
    work.packet.embeddedVerdict,
  );
  const unable = stated.verdict === 'approved' && gaps.length > 0;
  const evidence = work.runs
    .filter(({ analyzer }) => mine(analyzer.role))
    .flatMap(({ result }) => result.evidence ?? []);
  return {
    seat,
    verdict: unable ? 'inconclusive' : stated.verdict,
    confidence: unable ? 0 : stated.confidence,
    summary: summarise(work, findings, checklist, gaps),
    checklist,
    findings,
    shown: work.shown,
    durationMs: Math.round(work.durationMs),
    ...(evidence.length === 0 ? {} : { evidence }),
  };
}

function fallback(seats: readonly Seat[]): Seat | undefined {
  return seats.find(({ role }) => role === 'auditor') ?? seats[0];
}

/** What keeps the seat from approving although it found nothing (SPEC 2, rules 1 and 2). */
function gapsOf(
  packet: Packet,
  checklist: Readonly<Record<string, CriterionAnswer>>,
  shown: readonly ShownEntry[],
): readonly string[] {
  const unread = shown
    .filter(({ coverage }) => coverage !== 'reviewed')
    .map(({ path, coverage, reason }) => `${path} is ${coverage.replace('_', ' ')}: ${reason ?? 'no reason given'}`);
  const open = packet.criteria
    .filter(({ name, required }) => required && checklist[name]?.answer === null)
    .map(({ name }) => `required ${name} was not checked: ${checklist[name]?.reason ?? 'no reason given'}`);
  return [...unread, ...open];
}

function summarise(
  { packet, shown }: Work,
  findings: readonly RaisedFinding[],
  checklist: Readonly<Record<string, CriterionAnswer>>,
  gaps: readonly string[],
): string {
  const excluded = Object.keys(packet.exclusions).length;
  const read = `${shown.filter(({ coverage }) => coverage === 'reviewed').length} of ${shown.length} entries read in full`;
  const answers = Object.values(checklist);
  const checked = answers.filter(({ answer: given }) => given !== null).length;
  const parts = [
    `${read}${excluded === 0 ? '' : `, ${excluded} excluded by rule`}`,
    findings.length === 0 ? 'no findings' : countFindings(findings),
    ...(answers.length === 0 ? [] : [`${checked} of ${answers.length} criteria checked`]),
    ...gaps.slice(0, 1),
  ];
  return `${parts.join('; ')}.`;
}

function countFindings(findings: readonly RaisedFinding[]): string {
  const counts = (['critical', 'important', 'minor'] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `findings: ${counts.join(', ')}`;
}
