import type { ReviewDocument } from '../../../application/queries/document.js';
import { seatName, type SeatFailure } from '../../../domain/model/seat.js';
import { counted } from '../text/layout.js';
import { shortId } from './summary.js';

/** A branch name may hold what a shell would run; only plain ranges are put into a command to copy. */
const plainRange = /^[\w./@^~+-]+$/u;

/** One thing to do: a sentence, and where there is one the command to copy. */
export interface Step {
  readonly text: string;
  readonly command?: string;
}

/** What to do now, by outcome. */
export function nextSteps(document: ReviewDocument): Step[] {
  const { review, decision } = document;
  const again: Step = { text: 'Review again:', command: reviewCommand(document) };
  switch (decision?.outcome) {
    case 'approved':
    case 'flagged':
      return [{ text: 'This holds for exactly this content. After a change, review again.' }];
    case 'skipped':
      return [{ text: 'Review it all the same:', command: `${reviewCommand(document, true)} --no-skip` }];
    case 'changes_requested':
      return [...mending(document), again, ...disputing(document)];
    case 'rejected':
      return [
        { text: 'Start over, or talk to the reviewer: a rejection names its ground.' },
        again,
        ...disputing(document),
      ];
    case 'escalated':
    case 'paused':
      return [
        { text: 'A person has to decide. The rules that led here:', command: `countersign explain ${review.id}` },
        deciding(document),
      ];
    case 'inconclusive':
      return [
        ...uncovered(document),
        ...failures(document),
        { ...again, command: reviewCommand(document, true) },
        deciding(document),
      ];
    case undefined:
      return [again];
  }
}

function deciding({ review }: ReviewDocument): Step {
  return {
    text: 'As a person who did not make it (or --request-changes, --reject):',
    command: `countersign decide ${review.id} --approve --note "why"`,
  };
}

function mending(document: ReviewDocument): Step[] {
  const open = document.findings.filter((finding) => finding.state === 'open').length;
  return open === 0 ? [] : [{ text: `Mend the ${counted(open, 'open finding')} above.` }];
}

function disputing(document: ReviewDocument): Step[] {
  const first = document.findings.find((finding) => finding.state === 'open');
  if (first === undefined) return [];
  const dispose = (verb: string): string => `countersign findings ${verb} ${first.id} --reason "why"`;
  return [
    { text: 'A finding is wrong:', command: dispose('dismiss') },
    { text: 'It is right, but accepted as it is:', command: dispose('accept-risk') },
  ];
}

function uncovered(document: ReviewDocument): Step[] {
  const missing = document.change.files.filter(
    (file) => file.coverage !== 'reviewed' && file.coverage !== 'excluded',
  ).length;
  if (missing === 0) return [];
  const text =
    `${counted(missing, 'file was', 'files were')} not wholly reviewed (see the inventory). Have a person read what ` +
    'cannot be read here, or name it in a rule under coverage.exclude of the policy if it need not be read.';
  return [{ text }];
}

const remedies: Readonly<Record<SeatFailure['kind'], string>> = {
  unreadable: 'its answer could not be read; see countersign log',
  timed_out: 'it took too long; give it more time or a smaller change',
  idle: 'it went silent; try again',
  cancelled: 'it was cancelled; run the review again',
  quota: 'its quota is used up; wait or use another reviewer',
  not_installed: 'its program is not installed; see countersign doctor',
  not_logged_in: 'it is not logged in; log in and run again',
  refused_by_sandbox: 'its sandbox refused what it needs; see countersign doctor',
  crashed: 'it crashed; see countersign log and run again',
};

function failures(document: ReviewDocument): Step[] {
  return document.opinions.flatMap(({ seat, failure }) =>
    failure === undefined ? [] : [{ text: `${seatName(seat)}: ${remedies[failure.kind]} (${failure.detail})` }],
  );
}

/** The command that reviews the same change; `exactly`: the same content, not what the author made of it since. */
function reviewCommand(document: ReviewDocument, exactly = false): string {
  const { source, title, head } = document.change;
  if (source !== 'range') return `countersign review --${source}`;
  if (title.includes('..') && plainRange.test(title) && !title.startsWith('-')) return `countersign review ${title}`;
  return exactly && title.startsWith('commit ') && plainRange.test(head)
    ? `countersign review ${shortId(head)}`
    : 'countersign review';
}
