import type { ReviewDocument } from '../../../application/queries/document.js';
import type { Seat } from '../../../domain/model/seat.js';
import { counted, hanging, padded } from '../text/layout.js';
import type { Paint } from '../text/paint.js';
import { duration } from '../text/time.js';
import type { Detail } from './evidence.js';
import { shortId } from './summary.js';

/** What was reviewed, whose it is, and under which policy. */
export function factLines(
  document: ReviewDocument,
  { columns, paint, detail }: { columns: number; paint: Paint; detail: Detail },
): string[] {
  const rows = detail === 'brief' ? brief(document) : full(document);
  const notes = document.change.notes.map((note): Row => ['Note', note]);
  return [...rows, ...moved(document), ...notes].flatMap(([label, text]) => {
    const [first = '', ...rest] = hanging(padded(label, 9), text, columns);
    return [`${paint.faint(label)}${first.slice(label.length)}`, ...rest];
  });
}

type Row = readonly [label: string, text: string];

/** A verdict is about the content that was read, whatever the branch holds now. */
function moved({ change: { movedOn, head }, decision }: ReviewDocument): Row[] {
  if (movedOn === undefined) return [];
  const of = decision === null ? 'this review is' : 'the verdict above is';
  return [
    [
      'Moved on',
      `${movedOn.branch} is at ${shortId(movedOn.head)} now, with other content: ${of} about ${shortId(head)} alone`,
    ],
  ];
}

function brief(document: ReviewDocument): Row[] {
  const { review, change } = document;
  const origin = review.policy.source === 'base' ? 'policy of the base revision' : 'default policy';
  return [
    ...titled(document),
    ['Change', `${change.title}, ${sizeOf(document)}`],
    ['Type', `${review.type}: ${review.typeReason}`],
    ['Creator', reviewedBy(document)],
    ['Review', `${review.id}, ${[...took(document), origin].join(', ')}`],
  ];
}

function full(document: ReviewDocument): Row[] {
  const { review, change } = document;
  const origin = review.policy.source === 'base' ? 'from the base revision' : 'default, no policy file at the base';
  return [
    ...titled(document),
    ['Change', `${change.title} (${shortId(change.base)}..${shortId(change.head)})`],
    ['', sizeOf(document)],
    ['Type', `${review.type}: ${review.typeReason}`],
    ['Creator', reviewedBy(document)],
    ['Policy', `${origin} (${shortId(review.policy.digest)}), protocol ${review.protocol}`],
    ['Review', [`${review.id}, revision ${review.revision}`, ...took(document)].join(', ')],
  ];
}

/** What the creator called it, where it asked its peers and whoever looks may see it. */
function titled({ request }: ReviewDocument): Row[] {
  const title = request?.title ?? null;
  return title === null ? [] : [['Title', title]];
}

function sizeOf({ change }: ReviewDocument): string {
  const added = change.files.reduce((sum, file) => sum + (file.added ?? 0), 0);
  const deleted = change.files.reduce((sum, file) => sum + (file.deleted ?? 0), 0);
  return `${counted(change.files.length, 'file')}, +${added} -${deleted}`;
}

/** Nobody has reviewed what it was assigned to and gave no opinion on, whoever decided it then. */
function reviewedBy({ review: { creator, reviewer, protocol }, opinions }: ReviewDocument): string {
  if (reviewer === null) return creator;
  const given = opinions.filter(({ failure }) => failure === undefined).map(({ seat }) => seat);
  const reviewed = protocol === 'panel' ? given.length > 0 : given.some((seat) => isSeatOf(reviewer, seat));
  return `${creator}, ${reviewed ? 'reviewed by' : 'assigned to'} ${reviewer}`;
}

function isSeatOf(reviewer: string, { role, agent }: Seat): boolean {
  return role === reviewer || agent === reviewer;
}

function took({ review }: ReviewDocument): string[] {
  if (review.startedAt === null || review.completedAt === null) return [];
  return [duration(Date.parse(review.completedAt) - Date.parse(review.startedAt))];
}
