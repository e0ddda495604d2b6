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
  const unable = stated.verdict === 'approved' && (gaps.unread > 0 || gaps.open.length > 0);
  const evidence = work.runs
    .filter(({ analyzer }) => mine(analyzer.role))
    .flatMap(({ result }) => result.evidence ?? []);
  return {
    seat,
    verdict: unable ? 'inconclusive' : stated.verdict,
    confidence: unable ? 0 : stated.confidence,
    summary: summarise(findings, checklist, gaps),
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

interface Gaps {
  /** Entries that were not read in full. */
  readonly unread: number;
  /** Required criteria that were not checked, in sentences. */
  readonly open: readonly string[];
}

/** What keeps the seat from approving although it found nothing (SPEC 2, rules 1 and 2). */
function gapsOf(
  packet: Packet,
  checklist: Readonly<Record<string, CriterionAnswer>>,
  shown: readonly ShownEntry[],
): Gaps {
  const open = packet.criteria
    .filter(({ name, required }) => required && checklist[name]?.answer === null)
    .map(({ name }) => `required ${name} was not checked: ${checklist[name]?.reason ?? 'no reason given'}`);
  return { unread: shown.filter(({ coverage }) => coverage !== 'reviewed').length, open };
}

/** Facts of this seat alone; how far each entry was read is said once, by the coverage. */
function summarise(
  findings: readonly RaisedFinding[],
  checklist: Readonly<Record<string, CriterionAnswer>>,
  gaps: Gaps,
): string {
  const answers = Object.values(checklist);
  const checked = answers.filter(({ answer: given }) => given !== null).length;
  const parts = [
    findings.length === 0 ? 'no findings' : countFindings(findings),
    ...(answers.length === 0 ? [] : [`${checked} of ${answers.length} criteria checked`]),
    ...(gaps.unread === 0 ? [] : ['not all of the change was read']),
    ...gaps.open.slice(0, 1),
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
