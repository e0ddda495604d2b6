import type { PeerCase } from './peer.js';

/** A review among peers that nobody was asked to review yet. `submittedAt` in epoch milliseconds. */
export function openedCase(
  asked: Pick<PeerCase, 'request' | 'terms' | 'material' | 'submittedAt' | 'accepted'>,
): PeerCase {
  return {
    assignment: null,
    waitingSince: null,
    tried: [],
    nonceDigest: null,
    spentNonces: [],
    context: null,
    answeredFrom: [],
    partialWork: null,
    changesRequestedAt: null,
    changesMade: null,
    earlier: [],
    claimedFixed: [],
    contests: [],
    offer: null,
    called: {},
    fired: [],
    clarificationAsked: false,
    policyChanged: null,
    turns: null,
    before: [],
    rounds: [],
    // Last: what is added to a copy gives each copy a shape of its own (docs/performance.md).
    ...asked,
  };
}
