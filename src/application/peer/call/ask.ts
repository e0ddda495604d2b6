import { seatOfAgent } from '../../../domain/model/claim.js';
import type { Change } from '../../../domain/model/change.js';
import { noOpinion, type Opinion } from '../../../domain/model/opinion.js';
import type { CalledAgent, ClaimTerms } from '../../../domain/model/peer.js';
import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import type { Review } from '../../../domain/model/review.js';
import type { SeatFailure } from '../../../domain/model/seat.js';
import { refutedOn } from '../../../domain/findings/refuted.js';
import { settledByPerson, toVerify } from '../../../domain/peer/verification/owed.js';
import { kindOf, recall } from '../../memory/recall.js';
import type { FrozenChange } from '../../ports/repository.js';
import type { Packet, PanelTask, Reviewer } from '../../ports/reviewer.js';
import type { SettledFinding } from '../../prompt/review-prompt.js';
import { readTemplates } from '../../prompt/templates.js';
import type { PeerDependencies } from '../dependencies.js';

export interface AskDependencies extends Pick<PeerDependencies, 'store' | 'clock' | 'digest' | 'newNonce'> {
  /** The content on record, to be read once more. Whoever gets it closes it. */
  readonly content: (change: Change) => Promise<FrozenChange | Refusal>;
  /** Asks agents by their drivers. */
  readonly reviewer: Reviewer;
}

export interface Calling {
  readonly review: Review;
  readonly agent: CalledAgent;
}

const minute = 60_000;

/** The opinion of a called agent on exactly the content of the review. Whatever goes wrong is an opinion with a `failure`. */
export async function askedOpinion(
  on: AskDependencies,
  calling: Calling,
  progress: (step: string) => void,
  signal: AbortSignal,
): Promise<Opinion> {
  const seat = seatOfAgent(calling.agent);
  try {
    const content = await on.content(calling.review.change);
    if (isRefusal(content)) return failed(calling, { kind: 'unreadable', detail: content.message });
    try {
      const packet = await packetFor(on, content, calling);
      if (isRefusal(packet)) return failed(calling, { kind: 'unreadable', detail: packet.message });
      const [opinion] = await on.reviewer.review(packet, [seat], ({ step }) => progress(step), signal);
      return opinion ?? failed(calling, { kind: 'crashed', detail: 'its driver came back without an opinion' });
    } finally {
      await content.close();
    }
  } catch (error) {
    // What goes wrong while one agent is asked leaves the others their turn.
    const detail = error instanceof Error ? error.message : String(error);
    return failed(calling, { kind: signal.aborted ? 'cancelled' : 'crashed', detail });
  }
}

async function packetFor(
  { store, clock }: AskDependencies,
  frozen: FrozenChange,
  { review, agent }: Calling,
): Promise<Packet | Refusal> {
  const templates = await readTemplates(frozen);
  if (isRefusal(templates)) return templates;
  const memory = await recall(store, kindOf(review), clock.now());
  const { id, classification, criteria, exclusions, embedded } = review;
  return {
    reviewId: id,
    frozen,
    classification,
    criteria,
    exclusions,
    embeddedVerdict: embedded,
    panel: { ...taskFor({ review, agent }, templates), ...(memory.length > 0 && { memory }) },
  };
}

function taskFor({ review, agent }: Calling, templates: PanelTask['templates']): PanelTask {
  const { peer, change, rejectGrounds } = review;
  const terms = claimTerms(review);
  const blind = peer?.terms.blindFirstPass !== false;
  return {
    seats: [{ ...agent, seat: seatOfAgent(agent), standIns: [] }],
    rejectGrounds,
    settled: settled(review),
    ...(!blind && { claims: change.commits.map(({ message }) => message) }),
    owed: {
      questions: peer?.request.questions ?? [],
      toVerify: toVerify(review).map(({ id: finding, message, ...at }) => ({
        id: finding,
        message,
        place: placeOf(at),
      })),
    },
    templates,
    timeoutMs: (terms?.timeoutMinutes ?? 0) * minute,
    maxTokens: terms?.maxTokens ?? null,
    maxCostUsd: terms?.maxCostUsd ?? null,
  };
}

/** The terms under which the seat of a review is offered, or an agent is asked for it. */
export function claimTerms({ peer }: Review): ClaimTerms | undefined {
  const { claims = {} } = peer?.terms ?? {};
  const word = peer?.offer?.word;
  return word !== undefined && Object.hasOwn(claims, word) ? claims[word] : undefined;
}

function settled(review: Review): readonly SettledFinding[] {
  const refuted = refutedOn(review).map(({ finding }) => ({ finding, reason: 'refuted when it was contested' }));
  const byPerson = settledByPerson(review).map((finding) => ({ finding, reason: finding.disposition?.reason ?? '' }));
  return [...refuted, ...byPerson].map(({ finding: { file, line, message }, reason }) => ({
    place: placeOf({ ...(file !== undefined && { file }), ...(line !== undefined && { line }) }),
    message,
    reason,
  }));
}

function placeOf({ file, line }: { readonly file?: string; readonly line?: number }): string {
  return file === undefined ? 'the change' : line === undefined ? file : `${file}:${line}`;
}

function failed({ agent }: Calling, failure: SeatFailure): Opinion {
  return noOpinion(seatOfAgent(agent), failure, 0);
}
