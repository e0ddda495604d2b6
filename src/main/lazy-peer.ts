import type { PeerReview } from '../application/peer-review.js';

/** Loads peer review on the first call: commands without it pay nothing. */
export function lazyPeer(load: () => Promise<PeerReview>): PeerReview {
  return {
    checkReviewRequired: async (ask) => (await load()).checkReviewRequired(ask),
    requestReview: async (ask) => (await load()).requestReview(ask),
    startReview: async (ask) => (await load()).startReview(ask),
    submitReview: async (ask) => (await load()).submitReview(ask),
    furtherProblems: async (ask) => (await load()).furtherProblems(ask),
    getReview: async (ask, progress, signal) => (await load()).getReview(ask, progress, signal),
    requestReReview: async (ask) => (await load()).requestReReview(ask),
    escalateReview: async (ask) => (await load()).escalateReview(ask),
    withdrawReview: async (ask) => (await load()).withdrawReview(ask),
    refuseUnidentified: async (attempt, refusal) => (await load()).refuseUnidentified(attempt, refusal),
    contestFinding: async (ask) => (await load()).contestFinding(ask),
    listReviews: async (ask) => (await load()).listReviews(ask),
    reportOutcome: async (ask) => (await load()).reportOutcome(ask),
    metrics: async (ask) => (await load()).metrics(ask),
    questions: async (ask) => (await load()).questions(ask),
    packet: async (review) => (await load()).packet(review),
    extend: async (ask) => (await load()).extend(ask),
    reassign: async (ask) => (await load()).reassign(ask),
    tick: async () => (await load()).tick(),
    work: async (ask, report, signal) => (await load()).work(ask, report, signal),
  };
}
