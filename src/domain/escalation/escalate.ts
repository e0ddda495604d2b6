import type { EscalationTrigger } from '../model/escalation.js';
import type { ReviewEvent } from '../model/event.js';
import type { Review } from '../model/review.js';
import { dossier, type Argument } from './dossier.js';

export interface Question {
  readonly trigger: EscalationTrigger;
  readonly reason: string;
  /** `countersign` where a rule asks. */
  readonly by: string;
  /** As `ReviewEscalated.stop`. */
  readonly stop?: string | undefined;
  readonly argument?: Argument;
}

const hour = 3_600_000;

/** The event that puts a question to a person at `now` (epoch milliseconds). The person has the hours of the policy. */
export function escalated(review: Review, question: Question, now: number): ReviewEvent {
  const { trigger, reason, by, stop, argument } = question;
  const hours = review.peer?.terms.escalation.humanTimeoutHours;
  return {
    type: 'review_escalated',
    data: {
      trigger,
      reason,
      by,
      ...(stop !== undefined && { stop }),
      dossier: dossier(review, argument),
      ...(hours === undefined ? {} : { deadline: now + hours * hour }),
    },
  };
}
