import { refutedOn } from '../../../domain/findings/refuted.js';
import type { Recorded, ReviewEvent } from '../../../domain/model/event.js';
import type { Finding } from '../../../domain/model/finding.js';
import type { Material, RoundRecord } from '../../../domain/model/peer.js';
import { everyFinding, type Review } from '../../../domain/model/review.js';
import { peerSeat, seatName } from '../../../domain/model/seat.js';
import { settledByPerson, toJudge, toVerify } from '../../../domain/peer/verification/owed.js';
import { kindOf, recall } from '../../memory/recall.js';
import type { CreatorClaims, PacketDocument } from '../../peer-review.js';
import type { FileDocument } from '../../queries/document.js';
import { findingDocument } from '../../queries/to-document.js';
import type { PeerDependencies } from '../dependencies.js';
import type { Standing } from '../record.js';
import { factsOf } from './facts.js';
import { loadMaterial, type MaterialContent } from './material.js';
import { changedSince, newHunks } from './since.js';

/** What a reviewer must read of a review as it stands, without what would prejudice a first look (SPEC 5.1, 9). */
export async function packetOf(
  { store, clock }: Pick<PeerDependencies, 'store' | 'clock'>,
  { review, history }: Standing,
  reviewer: string,
): Promise<PacketDocument> {
  const material = review.peer?.material ?? null;
  if (material === null) throw new Error(`review ${review.id} has no material: it was never put before a peer`);
  const content = await loadMaterial(store.blobs, material);
  const earlier = lastLook(review, reviewer);
  const before = earlier === undefined ? undefined : materialOn(history, earlier);
  const then = before === undefined ? undefined : await loadMaterial(store.blobs, before);
  const packet = document(review, reviewer, content, earlier === undefined ? undefined : { round: earlier, then });
  const memory = await recall(store, kindOf(review), clock.now());
  return memory.length === 0 ? packet : { ...packet, memory };
}

/** The round in which this reviewer gave its latest opinion. */
function lastLook({ peer }: Review, reviewer: string): RoundRecord | undefined {
  const seat = peerSeat(reviewer);
  return peer?.rounds.findLast(({ opinions }) => opinions.some((opinion) => seatName(opinion.seat) === seat));
}

/** What was put before reviewers when the content was that of a round. */
function materialOn(history: readonly Recorded[], { change }: RoundRecord): Material | undefined {
  for (const { type, data } of history.toReversed()) {
    const event = { type, data } as ReviewEvent;
    if (event.type !== 'review_revised' && event.type !== 'review_requested') continue;
    const material = event.type === 'review_requested' ? event.data.peer?.material : event.data.material;
    if (event.data.change.headTree === change.headTree && material !== undefined) return material;
  }
  return undefined;
}

interface Since {
  readonly round: RoundRecord;
  readonly then: MaterialContent | undefined;
}

function document(
  review: Review,
  reviewer: string,
  content: MaterialContent,
  since: Since | undefined,
): PacketDocument {
  const { change, peer, criteria } = review;
  if (peer === null) throw new Error(`review ${review.id} is not among peers`);
  const blind = peer.terms.blindFirstPass && since === undefined;
  const hunks = Object.fromEntries(Object.entries(content.files).map(([path, file]) => [path, file.hunks]));
  const changed = since === undefined ? undefined : changedSince(since.round.change, change);
  return {
    review: review.id,
    revision: review.revision,
    type: review.type,
    baseTree: change.baseTree,
    headTree: change.headTree,
    blind,
    ...(blind ? {} : { claims: claimsOf(review) }),
    criteria: criteria.map(({ name, required, description, checks }) => ({ name, required, description, checks })),
    grounds: review.rejectGrounds,
    questions: peer.request.questions,
    facts: factsOf(review, content),
    guidelines: content.guidelines,
    files: files(review),
    hunks,
    notShown: peer.material?.gaps ?? [],
    ...(changed === undefined ? {} : { changedSince: changed, newHunks: newHunks(changed, content, since?.then) }),
    toVerify: toVerify(review).map(findingDocument),
    settled: settled(review).map(findingDocument),
    toJudge: judgedBy(review, reviewer),
    ...(peer.partialWork === null ? {} : { partialWork: peer.partialWork }),
  };
}

function settled(review: Review): readonly Finding[] {
  return [...refutedOn(review).map(({ finding }) => finding), ...settledByPerson(review)];
}

function claimsOf({ peer, change }: Review): CreatorClaims {
  const { title = null, description = null, confidence = null } = peer?.request ?? {};
  const changesMade = peer?.changesMade ?? null;
  return {
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    ...(changesMade === null ? {} : { changesMade }),
    ...(confidence === null ? {} : { confidence }),
    fixed: peer?.claimedFixed ?? [],
    messages: change.commits.map(({ message }) => message),
  };
}

function files({ change, exclusions, peer }: Review): readonly FileDocument[] {
  const gaps = new Map((peer?.material?.gaps ?? []).map((gap) => [gap.path, gap]));
  return change.files.map((file) => {
    const exclusion = exclusions[file.path];
    if (exclusion !== undefined) return { ...file, coverage: 'excluded', coverageRule: exclusion };
    const gap = gaps.get(file.path);
    if (gap === undefined) return { ...file, coverage: 'reviewed' };
    return { ...file, coverage: gap.coverage, ...(gap.reason === undefined ? {} : { coverageRule: gap.reason }) };
  });
}

function judgedBy(review: Review, reviewer: string): PacketDocument['toJudge'] {
  const findings = new Map(everyFinding(review).map((finding): [string, Finding] => [finding.id, finding]));
  return toJudge(review, reviewer).flatMap(({ findingId, argument, evidence }) => {
    const finding = findings.get(findingId);
    return finding === undefined ? [] : [{ ...findingDocument(finding), argument, evidence }];
  });
}
