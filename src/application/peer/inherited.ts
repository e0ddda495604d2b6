import { fingerprint } from '../../domain/findings/fingerprint.js';
import type { ChangedFile } from '../../domain/model/change.js';
import type { ReviewEvent } from '../../domain/model/event.js';
import type { Finding, RaisedFinding } from '../../domain/model/finding.js';
import { everyFinding, type Review } from '../../domain/model/review.js';
import { bareLine, borneBy } from '../../domain/objections/marks.js';
import { objectionsIn, standsAgainst, type Objection } from '../../domain/objections/standing.js';
import type { FrozenChange } from '../ports/repository.js';
import type { PeerDependencies } from './dependencies.js';
import { roundsBefore } from './fix/rounds-before.js';
import { standingOf } from './record.js';

type Needs = Pick<PeerDependencies, 'store' | 'digest'>;

/**
 * What stands against the content of `review` as it was just submitted: what other reviews objected to and this content holds
 * again, and what was raised in a round of its own that was never decided (SPEC 2, rules 3 and 5). Whoever reviews it says of
 * each whether it is settled; empty where there is nothing.
 */
export async function inherited(
  on: Needs,
  review: Review,
  { frozen, before }: { readonly frozen: FrozenChange; readonly before?: Review },
): Promise<readonly ReviewEvent[]> {
  const marks = await marksIn(frozen, on);
  const found = new Map<string, Finding>();
  const others = await othersOf(on, review, marks);
  for (const objection of [...undecided(before), ...others.flatMap(({ objections }) => objections)]) {
    const finding = raisedAgain(review, objection, await placeIn(frozen, objection.raised), on);
    if (!isKnown(review, finding)) found.set(finding.id, finding);
  }
  const findings = [...found.values()];
  const back = await putBack(review, marks, frozen);
  if (findings.length === 0) return back;
  const rounds = before === undefined ? roundsBefore(review, findings, others) : [];
  const data = { findings, ...(rounds.length > 0 && { before: rounds }) };
  return [...back, { type: 'objections_inherited', data }];
}

/** Findings of its own that were found fixed, and whose lines this revision holds again. */
async function putBack(
  review: Review,
  held: ReadonlySet<string>,
  frozen: FrozenChange,
): Promise<readonly ReviewEvent[]> {
  const known = new Map(everyFinding(review).map((finding) => [finding.id, finding]));
  const back = objectionsIn(review).filter((each) => each.gone !== undefined && standsAgainst(held, each));
  return Promise.all(
    back
      .flatMap(({ key }) => known.get(key) ?? [])
      .map(async (finding): Promise<ReviewEvent> => {
        const again = ` (Found fixed by ${finding.verifiedBy ?? 'somebody'}; this revision holds it again.)`;
        const message = finding.message.endsWith(again) ? finding.message : finding.message + again;
        const place = await placeIn(frozen, finding);
        return { type: 'finding_reopened', data: { findingId: finding.id, message, ...place } };
      }),
  );
}

/** Opinions of a round that ends undecided are still what somebody said, whatever becomes of the content. */
function undecided(before: Review | undefined): readonly Objection[] {
  if (before?.decision !== null || before.opinions.length === 0) return [];
  return objectionsIn(before).filter(({ root, gone }) => root.review === before.id && gone === undefined);
}

interface Other {
  readonly other: Review;
  /** What it objects to and the content holds again. */
  readonly objections: readonly Objection[];
}

async function othersOf(on: Needs, { id }: Review, marks: ReadonlySet<string>): Promise<readonly Other[]> {
  const found: Other[] = [];
  for (const name of await on.store.objecting([...marks])) {
    if (name === id) continue;
    const { review: other } = await standingOf(on, name);
    const objections = objectionsIn(other).filter((each) => each.root.review !== id && standsAgainst(marks, each));
    found.push({ other, objections });
  }
  return found;
}

/** The review itself says already how it stands, or a person took it out of the count on the same content. */
export function isKnown(review: Review, { id, fingerprint: print }: Finding): boolean {
  const { authority, state } = review.carried[print] ?? {};
  if (authority === 'human' && state !== 'open') return true;
  return everyFinding(review).some((finding) => finding.id === id || finding.fingerprint === print);
}

/** An objection as a finding of an earlier round of `review`. */
export function raisedAgain(
  { id: review }: Review,
  { root, raised, sources }: Objection,
  place: Pick<RaisedFinding, 'file' | 'line'>,
  { digest }: Pick<Needs, 'digest'>,
): Finding {
  const { severity, category, message, marks, rule, side, quote, suggestion } = raised;
  const origin = ` (Objected to in review ${root.review}; this change holds it again.)`;
  return {
    ...(rule === undefined ? {} : { rule }),
    severity,
    category,
    ...place,
    ...(side === undefined ? {} : { side }),
    ...(quote === undefined ? {} : { quote }),
    message: message.endsWith(origin) || root.review === review ? message : message + origin,
    ...(suggestion === undefined ? {} : { suggestion }),
    marks,
    id: digest(JSON.stringify([review, root.review, root.finding])).slice(0, 12),
    fingerprint: fingerprint(raised, 0, digest),
    state: 'open',
    agreement: 'only',
    sources,
    from: root,
  };
}

/** Where its first line stands now, in its own file before others; without a line where it does not stand as it did. */
async function placeIn(
  frozen: FrozenChange,
  { file, quote = '', side = 'head' }: RaisedFinding,
): Promise<Pick<RaisedFinding, 'file' | 'line'>> {
  const wanted = bareLine(quote.trim().split('\n')[0] ?? '');
  if (file === undefined || wanted === '') return file === undefined ? {} : { file };
  const texts = frozen.change.files.filter((entry) => !entry.binary && entry.oldBlob !== entry.newBlob);
  const own = ({ path, oldPath }: ChangedFile) => (path === file || oldPath === file ? 0 : 1);
  for (const { path } of [...texts].sort((a, b) => own(a) - own(b)))
    for (const { kind, text, oldLine, newLine } of (await frozen.hunks(path)).flatMap(({ lines }) => lines)) {
      const line = side === 'head' ? newLine : oldLine;
      if (kind !== 'context' && line !== undefined && bareLine(text) === wanted) return { file: path, line };
    }
  return { file };
}

async function marksIn(frozen: FrozenChange, { digest }: Needs): Promise<ReadonlySet<string>> {
  const marks = new Set<string>();
  for (const file of frozen.change.files) {
    const hasLines = !file.binary && file.oldBlob !== file.newBlob;
    const shown = hasLines ? { hunks: await frozen.hunks(file.path) } : undefined;
    for (const mark of borneBy(file, shown, digest)) marks.add(mark);
  }
  return marks;
}
