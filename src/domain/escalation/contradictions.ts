import type { Change, ChangedFile } from '../model/change.js';
import { counts, type RaisedFinding } from '../model/finding.js';
import type { Opinion } from '../model/opinion.js';
import type { RoundRecord } from '../model/peer.js';
import type { Review } from '../model/review.js';
import { seatName } from '../model/seat.js';

/** How a new opinion of a seat contradicts its earlier one on content that did not change (SPEC 5.6). */
export interface Contradictions {
  /** It says the opposite now. An explanation does not take that away: a person is asked. */
  readonly reversals: readonly string[];
  /** It sees now what it passed over before. An explanation is enough. */
  readonly omissions: readonly string[];
}

/** Lines between two findings that still point at the same place (ARCHITECTURE 5). */
const near = 2;

/** Compares with the latest conclusive opinion of the same seat in an earlier round; empty where there is none. */
export function contradictions({ peer, change }: Review, opinion: Opinion): Contradictions {
  const before = earlierOpinion(peer?.rounds ?? [], opinion);
  if (before === undefined || opinion.verdict === 'inconclusive') return { reversals: [], omissions: [] };
  const sameTree = before.round.change.headTree === change.headTree;
  const objections = (peer?.earlier ?? []).filter(
    (finding) => counts(finding) && finding.sources.some(({ seat }) => seat === seatName(opinion.seat)),
  );
  return {
    reversals: sameTree ? [...turned(before.opinion, opinion), ...forgiven(objections, opinion)] : [],
    omissions: passedOver(before, opinion, change),
  };
}

interface Earlier {
  readonly round: RoundRecord;
  readonly opinion: Opinion;
}

function earlierOpinion(rounds: readonly RoundRecord[], { seat }: Opinion): Earlier | undefined {
  const name = seatName(seat);
  for (const round of rounds.toReversed()) {
    const opinion = round.opinions.findLast((each) => seatName(each.seat) === name && each.verdict !== 'inconclusive');
    if (opinion !== undefined) return { round, opinion };
  }
  return undefined;
}

/** Answers and a verdict that were the other way round on the same tree. */
function turned(before: Opinion, now: Opinion): readonly string[] {
  const flipped = Object.entries(now.checklist).flatMap(([name, { answer }]) => {
    const was = Object.hasOwn(before.checklist, name) ? before.checklist[name]?.answer : undefined;
    const isFlip = typeof was === 'boolean' && typeof answer === 'boolean' && was !== answer;
    return isFlip ? [`has criterion ${name} ${String(answer)} where it was ${String(was)}, on the same content`] : [];
  });
  const objects = before.verdict === 'approved' && now.verdict !== 'approved';
  return objects
    ? [`objects with "${now.verdict.replaceAll('_', ' ')}" to what it approved before, on the same content`, ...flipped]
    : flipped;
}

/** Findings of its own that still stand while it approves the same tree. */
function forgiven(objections: readonly RaisedFinding[], { verdict }: Opinion): readonly string[] {
  if (verdict !== 'approved') return [];
  return objections.map(
    (finding) => `approves while its own finding at ${placeOf(finding)} stands, on the same content`,
  );
}

function passedOver({ round, opinion }: Earlier, now: Opinion, change: Change): readonly string[] {
  return now.findings
    .filter(({ severity }) => severity !== 'minor')
    .filter(({ file }) => file !== undefined && isUnchanged(file, round.change, change))
    .filter((finding) => !opinion.findings.some((earlier) => samePlace(earlier, finding)))
    .map((finding) => `raises ${finding.severity} at ${placeOf(finding)}, which has not changed since it was reviewed`);
}

function isUnchanged(path: string, before: Change, now: Change): boolean {
  const entry = ({ files }: Change) => files.find((file) => file.path === path);
  const [was, is] = [entry(before), entry(now)];
  return was !== undefined && is !== undefined && contentOf(was) === contentOf(is);
}

function contentOf({ oldBlob, newBlob, newMode }: ChangedFile): string {
  return `${oldBlob} ${newBlob} ${newMode}`;
}

function samePlace(a: RaisedFinding, b: RaisedFinding): boolean {
  if (a.file !== b.file) return false;
  if (a.line === undefined || b.line === undefined) return a.category === b.category;
  return a.line - near <= (b.endLine ?? b.line) && b.line - near <= (a.endLine ?? a.line);
}

function placeOf({ file, line, message }: RaisedFinding): string {
  if (file === undefined) return `"${message}"`;
  return line === undefined ? file : `${file}:${line}`;
}
