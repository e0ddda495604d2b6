import { isRefusal, type Refusal } from '../../../domain/model/refusal.js';
import { isThirdSeat } from '../../../domain/peer/owed.js';
import { notTheReviewer } from '../../../domain/peer/assignment/may-review.js';
import { notNow } from '../../../domain/peer/submission/state.js';
import { refusedOnRecord } from '../../commands/refused-attempt.js';
import type { PacketDocument } from '../../peer-review.js';
import { findReviewRow } from '../../queries/find-review.js';
import type { PeerDependencies } from '../dependencies.js';
import { heartbeat } from '../heartbeat.js';
import { readSeatPacket } from '../handed.js';
import { isJudge } from '../judge.js';
import { provedSpeaker } from '../principal.js';
import { standingOf } from '../record.js';
import { packetOf } from './packet.js';

/** What the reviewer of a started review must read, again; to others it is refused, and that they asked is recorded. */
export async function readPacket(on: PeerDependencies, id: string): Promise<PacketDocument | Refusal> {
  await on.overdue();
  const row = await findReviewRow(on.store, id);
  if (isRefusal(row)) return row;
  const verb = 'read_packet';
  const principal = await provedSpeaker(on, row.id, verb);
  if (isRefusal(principal)) return principal;
  await heartbeat(on, principal);
  const standing = await standingOf(on, row.id);
  const { review } = standing;
  if (review.awaited !== undefined) return readSeatPacket(on, review, principal);
  if (isJudge(review, principal.name)) return packetOf(on, standing, principal.name);
  if (review.peer?.assignment?.reviewer !== principal.name)
    return refusedOnRecord(on, row.id, notTheReviewer(review, principal.name), { verb, actor: principal.name });
  if (review.status !== 'in_progress' && !isThirdSeat(review)) return notNow(review, 'read');
  return packetOf(on, standing, principal.name);
}
