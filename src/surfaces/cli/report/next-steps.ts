import type { FindingDocument, ReviewDocument } from '../../../application/queries/document.js';
import { seatName, type SeatFailure } from '../../../domain/model/seat.js';
import { counted } from '../text/layout.js';
import { peerSteps } from './peer-steps.js';
import type { Step } from './step.js';
import { isInterrupted, shortId } from './summary.js';
import { uncommittedSteps } from './uncommitted.js';

/** A branch name may hold what a shell would run; only plain ranges are put into a command to copy. */
const plainRange = /^[\w./@^~+-]+$/u;

/** `@{u}..` and the like: inert between single quotes. */
const quotedRange = /^[\w./@^~+{}-]+$/u;

/** What to do now, by outcome. */
export function nextSteps(document: ReviewDocument): Step[] {
  if (document.review.status === 'withdrawn') return [{ text: 'It was withdrawn and ends here.' }];
  return [...uncommittedSteps(document), ...policySteps(document), ...byOutcome(document)];
}

/** The criteria of the beginning stay in force for a review; what is required now is for another one (SPEC 5.3). */
function policySteps({ request }: ReviewDocument): Step[] {
  const { policyChanged } = request ?? {};
  if (policyChanged === undefined) return [];
  const { criteria } = policyChanged;
  if (criteria.length === 0)
    return [
      { text: 'The policy changed since this review began; what it requires did not, and nothing need be done.' },
    ];
  const text =
    `The policy changed since this review began, in what it requires: ${criteria.join(', ')}. ` +
    'To have that looked at, rebase on the default branch and ask anew:';
  return [{ text, command: 'countersign request' }];
}

function byOutcome(document: ReviewDocument): Step[] {
  const { review, decision } = document;
  const among = document.request === undefined ? [] : peerSteps(document);
  if (among.length > 0) return among;
  const again: Step = { text: 'Review again:', command: reviewCommand(document) };
  switch (review.status === 'escalated' ? 'escalated' : decision?.outcome) {
    case 'approved':
    case 'flagged':
      return [{ text: 'This holds for exactly this content. After a change, review again.' }];
    case 'skipped':
      return [{ text: 'Review it all the same:', command: `${reviewCommand(document, true)} --no-skip` }];
    case 'changes_requested':
      return [
        ...mending(document),
        ...uncovered(document),
        ...claims(document),
        ...settledSince(document),
        again,
        ...disputing(document),
      ];
    case 'rejected':
      return [
        { text: 'Start over, or talk to the reviewer: a rejection names its ground.' },
        ...claims(document),
        ...settledSince(document),
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
      return cameToNothing(document, { ...again, command: reviewCommand(document, true) });
    case undefined:
      return [stillOpen(document, again)];
  }
}

function cameToNothing(document: ReviewDocument, again: Step): Step[] {
  if (isInterrupted(document)) return [{ ...again, text: 'Run it again:' }];
  return [...uncovered(document), ...failures(document), ...handing(document, again), deciding(document)];
}

function stillOpen({ review }: ReviewDocument, again: Step): Step {
  if (review.status !== 'in_progress') return again;
  const { leaseUntil } = review;
  const until = leaseUntil === undefined ? '' : `, and ends at ${leaseUntil} where no more is heard of it`;
  return { text: `It is still under review${until}. How it stands:`, command: `countersign show ${review.id}` };
}

/** An agent that comes by itself has no part in a review of reviewers that are asked at once: it is handed over by a request. */
function handing(document: ReviewDocument, again: Step): Step[] {
  const coming = (document.unanswered ?? []).filter((seat) => /@mcp(:|$)/u.test(seat));
  if (coming.length === 0 || document.request !== undefined) return mayDiffer(document) ? [again] : [];
  const text =
    `${coming.join(', ')} comes by itself and is not asked by a review. Hand it the change, with the COUNTERSIGN_TOKEN of ` +
    'the agent that made it:';
  return [{ text, command: `countersign request${changeWords(document, true)}` }];
}

/** The same reviewers say the same of the same content, unless one failed or kept silent. */
function mayDiffer({ opinions, unanswered = [] }: ReviewDocument): boolean {
  return opinions.length === 0 || unanswered.length > 0 || opinions.some(({ failure }) => failure !== undefined);
}

function deciding({ review, escalation }: ReviewDocument): Step {
  const hasOptions = (escalation?.options.length ?? 0) > 0;
  return {
    text: `As a person who did not make it (or ${hasOptions ? '--approve, ' : ''}--request-changes, --reject):`,
    command: `countersign decide ${review.id} ${hasOptions ? '--option 2' : '--approve'} --note "why"`,
  };
}

function mending(document: ReviewDocument): Step[] {
  const open = document.findings.filter((finding) => finding.counts).length;
  return open === 0 ? [] : [{ text: `Mend the ${counted(open, 'open finding')} above.` }];
}

const whoSettles = 'a person with COUNTERSIGN_TOKEN who did not make the change';

function settle(finding: FindingDocument, verb: string): string {
  return `countersign findings ${verb} ${finding.id} --reason "why"`;
}

/** Findings whose dismissal counts for nothing, and what would make it count. */
function claims(document: ReviewDocument): Step[] {
  const claimed = document.findings.filter((finding) => finding.counts && finding.state !== 'open');
  const [first] = claimed;
  if (first === undefined) return [];
  const names = [...new Set(claimed.flatMap(({ disposition }) => disposition?.actor ?? []))].join(', ');
  const text =
    `${names} settled ${counted(claimed.length, 'finding')} by a claim, which changes no decision. ` +
    `It counts once ${whoSettles} says so:`;
  return [{ text, command: settle(first, first.state === 'risk_accepted' ? 'accept-risk' : 'dismiss') }];
}

/** What people settled after the decision counts from the next review on. */
function settledSince({ review, findings }: ReviewDocument): Step[] {
  const { completedAt } = review;
  const since = findings.filter(
    ({ counts, disposition }) =>
      !counts && disposition !== undefined && completedAt !== null && disposition.at > completedAt,
  ).length;
  if (since === 0) return [];
  return [{ text: `${counted(since, 'finding was', 'findings were')} settled since this decision: review again.` }];
}

function disputing(document: ReviewDocument): Step[] {
  const first = document.findings.find((finding) => finding.state === 'open');
  if (first === undefined) return [];
  const text = `If a finding is wrong (dismiss) or accepted as it is (accept-risk), that counts once ${whoSettles} says so:`;
  return [{ text, command: settle(first, 'dismiss') }];
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
  return `countersign review${changeWords(document, exactly)}`;
}

/** The change as arguments, with a space before them. What is taken without a name is named by nothing, unless `exactly`. */
function changeWords(document: ReviewDocument, exactly: boolean): string {
  const { source, title, base, head, baseTree } = document.change;
  if (source !== 'range') return ` --${source}`;
  if (title.startsWith('last commit')) return exactly ? ` ${shortId(head)}` : '';
  if (title.startsWith('commit ') && plainRange.test(head))
    return ` ${exactly ? shortId(head) : sinceCommit(document)}`;
  if (title.includes('..') && !title.startsWith('-')) {
    if (plainRange.test(title)) return ` ${title}`;
    if (quotedRange.test(title)) return ` '${title}'`;
  }
  return base === baseTree || !plainRange.test(`${base}${head}`) ? '' : ` ${shortId(base)}..${shortId(head)}`;
}

/** What is mended of a commit is in another one after it. */
function sinceCommit({ change: { base, head, baseTree } }: ReviewDocument): string {
  return base === baseTree || !plainRange.test(base) ? shortId(head) : `${shortId(base)}..HEAD`;
}
