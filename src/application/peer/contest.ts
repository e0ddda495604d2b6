import { contest } from '../../domain/contest/contest.js';
import { escalated } from '../../domain/escalation/escalate.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Review } from '../../domain/model/review.js';
import { chooseJudge } from '../../domain/peer/assignment/judge.js';
import { findFinding } from '../queries/find-finding.js';
import { refusedOnRecord } from '../commands/refused-attempt.js';
import type { ContestFinding } from '../peer-review.js';
import type { ReviewDocument } from '../queries/document.js';
import { toDocument } from '../queries/to-document.js';
import { notTheCreator } from './creator.js';
import type { PeerDependencies } from './dependencies.js';
import { whoSpeaks } from './principal.js';
import { record, refused, type Verdict } from './record.js';
import { people, rosterFor, type People } from './roster.js';

/** The creator disputes a finding: another reviewer judges it, or a person where nobody can (SPEC 5.6). */
export async function contestFinding(on: PeerDependencies, ask: ContestFinding): Promise<ReviewDocument | Refusal> {
  await on.overdue();
  const argument = ask.argument.trim();
  if (argument === '')
    return refuse('reason_missing', 'a finding is contested with an argument', 'say why it is wrong');
  const row = await findFinding(on.store, ask.finding);
  if (isRefusal(row)) return row;
  const speaker = await whoSpeaks(on);
  const verb = 'contest';
  if (isRefusal(speaker)) return refusedOnRecord(on, row.reviewId, speaker, { verb, actor: await on.caller.claimed() });
  const everybody = await people(on.store);
  const contested = await record(on, row.reviewId, speaker.name, ({ review }) => {
    const stranger = notTheCreator(review, speaker, 'contests a finding of');
    if (stranger !== undefined) return refused(stranger, { verb, actor: speaker.name });
    const evidence = (ask.evidence ?? []).map((each) => each.trim()).filter((each) => each !== '');
    return decide(on, review, everybody, { findingId: row.id, by: speaker.name, argument, evidence });
  });
  return isRefusal(contested) ? contested : toDocument(contested);
}

type Contesting = Parameters<typeof contest>[1];

function decide(on: PeerDependencies, review: Review, everybody: People, ask: Contesting): Verdict {
  const way = contest(review, ask, (raisedBy) => chooseJudge(review, rosterFor(review, everybody), raisedBy));
  if (isRefusal(way)) return refused(way);
  if (way.kind === 'judge') return { events: [way.event] };
  const text = [ask.argument, ...ask.evidence].join('; ');
  const argument = { who: ask.by, side: 'creator', text } as const;
  const question = { trigger: way.trigger, reason: way.reason, by: ask.by, argument };
  return { events: [escalated(review, question, on.clock.now())] };
}
