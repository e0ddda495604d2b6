import type { ReviewDocument } from '../../../application/queries/document.js';
import { seatName, type SeatFailure } from '../../../domain/model/seat.js';
import { counted } from '../text/layout.js';

/** A branch name may hold what a shell would run; only plain ranges are put into a command to copy. */
const plainRange = /^[\w./@^~+-]+$/u;

/** What to do now, in sentences and commands, by outcome. */
export function nextSteps(document: ReviewDocument): string[] {
  const { review, decision } = document;
  const again = `Review again: ${reviewCommand(document)}`;
  switch (decision?.outcome) {
    case 'approved':
    case 'flagged':
      return ['This holds for exactly this content. After a change, review again.'];
    case 'skipped':
      return [`Review it all the same: ${reviewCommand(document)} --no-skip`];
    case 'changes_requested':
      return [...mending(document), again, ...disputing(document)];
    case 'rejected':
      return [
        'Start over, or talk to the reviewer: a rejection names its ground above.',
        again,
        ...disputing(document),
      ];
    case 'escalated':
    case 'paused':
      return [`A person has to decide. The rules that led here: countersign explain ${review.id}`];
    case 'inconclusive':
      return [...uncovered(document), ...failures(document), again];
    case undefined:
      return [again];
  }
}

function mending(document: ReviewDocument): string[] {
  const open = document.findings.filter((finding) => finding.state === 'open').length;
  return open === 0 ? [] : [`Mend the ${counted(open, 'open finding')} above.`];
}

function disputing(document: ReviewDocument): string[] {
  const first = document.findings.find((finding) => finding.state === 'open');
  if (first === undefined) return [];
  return [
    `A finding is wrong: countersign findings dismiss ${first.id} --reason "why"`,
    `It is right but accepted: countersign findings accept-risk ${first.id} --reason "why"`,
  ];
}

function uncovered(document: ReviewDocument): string[] {
  const missing = document.change.files.filter(
    (file) => file.coverage !== 'reviewed' && file.coverage !== 'excluded',
  ).length;
  if (missing === 0) return [];
  return [
    `${counted(missing, 'file was', 'files were')} not wholly reviewed (see the inventory). Have a person read ` +
      'them, or name a rule under coverage.exclude of the policy for what need not be read.',
  ];
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

function failures(document: ReviewDocument): string[] {
  return document.opinions.flatMap((opinion) => {
    if (opinion.failure === undefined) return [];
    return [`${seatName(opinion.seat)}: ${remedies[opinion.failure.kind]} (${opinion.failure.detail})`];
  });
}

function reviewCommand(document: ReviewDocument): string {
  const { source, title } = document.change;
  if (source !== 'range') return `countersign review --${source}`;
  return title.includes('..') && plainRange.test(title) && !title.startsWith('-')
    ? `countersign review ${title}`
    : 'countersign review';
}
