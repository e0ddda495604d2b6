import type { StartedReview } from '../../../application/peer-review.js';

/** The file that `submit` takes, with what is known filled in and every judgement left open. */
export function submissionForm({ nonce, packet }: StartedReview): string {
  const { headTree, criteria, questions, toVerify, toJudge } = packet;
  const form = {
    nonce,
    head_tree: headTree,
    status: '',
    confidence: null,
    summary: '',
    checklist: Object.fromEntries(criteria.map(({ name }) => [name, null])),
    ...(questions.length > 0 && { answers: questions.map(() => '') }),
    ...(toVerify.length > 0 && { verified: toVerify.map(({ id }) => ({ finding_id: id, outcome: '' })) }),
    ...(toJudge.length > 0 && { judged: toJudge.map(({ id }) => ({ finding_id: id, outcome: '', reason: '' })) }),
    findings: [],
  };
  return JSON.stringify(form, null, 2);
}
