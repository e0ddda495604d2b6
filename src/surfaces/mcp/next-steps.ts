import type { ReviewStatus } from '../../domain/model/review.js';
import type { ReviewDocument } from '../../application/queries/document.js';

/** What creator and reviewer do next with a review in this state. */
export function nextStep(
  { review, decision, findings, request }: Pick<ReviewDocument, 'review' | 'decision' | 'findings' | 'request'>,
  version?: number,
): string {
  const judge = findings.flatMap(({ contests = [] }) => contests).find(({ judgement }) => judgement === null)?.judge;
  const waits = judge !== undefined && review.status === 'changes_requested';
  const judging = waits ? `${judge} is to judge what is contested: start_review. ` : '';
  const at = nextAt(review.status, review.reviewer, version);
  const step = `${judging}${at}${afterPolicy(request?.policyChanged?.criteria)}`;
  return review.status.startsWith('pending') && decision?.outcome === 'inconclusive'
    ? `The last look was inconclusive, which approves nothing. ${step}`
    : step;
}

/** The criteria of the beginning stay in force for a review; what is required now is for another one (SPEC 5.3). */
export function afterPolicy(criteria: readonly string[] = []): string {
  if (criteria.length === 0) return '';
  return (
    ` The policy changed meanwhile in what it requires (${criteria.join(', ')}). Creator: to have that looked at, rebase on the ` +
    'default branch and call request_review.'
  );
}

/** The same, of what an answer to a request tells. */
export function nextAt(status: ReviewStatus, reviewer: string | null, version?: number): string {
  const wait = `get_review with wait_seconds 45${version === undefined ? '' : ` and since_version ${version}`}`;
  switch (status) {
    case 'pending':
    case 'pending_re_review': {
      const who = reviewer === null ? 'Nobody is free yet; whoever is assigned calls' : `${reviewer} is to call`;
      return `${who} start_review. Creator: leave this content as it is, go on with other work, later ${wait}.`;
    }
    case 'in_progress':
      return `Under review by ${reviewer ?? 'somebody'}. Creator: do not change the content meanwhile; ${wait}. Reviewer: submit_review.`;
    case 'approved':
      return 'Approved: exactly the content of head_tree counts. After any change to it, call request_re_review.';
    case 'changes_requested':
      return (
        'Creator: mend what `fix` asks for, within its turns, then request_re_review with changes_made and fixed (their ids). A finding that is ' +
        'wrong: contest_finding. No agreement: escalate_review.'
      );
    case 'rejected':
      return 'Creator: start over another way, or escalate_review with creator_argument if you disagree.';
    case 'escalated':
      return `A person decides (countersign inbox). Nothing is approved meanwhile; ${wait}.`;
    case 'skipped':
      return 'Skipped by rule: nobody reviewed it, and the policy asks for no review here.';
    case 'withdrawn':
      return 'Withdrawn. A new review needs request_review.';
  }
}
