import type { Standing } from '../../domain/fix-loop/loop.js';
import type { Review } from '../../domain/model/review.js';
import { countedRounds } from '../commands/fix/rounds.js';
import { toMend } from '../../domain/fix-loop/to-mend.js';
import type { MendingDocument } from './document.js';

/** The loop back to a creator that comes by itself (SPEC 6.3); undefined where nothing was asked of it yet or nothing is left. */
export function mending(review: Review): MendingDocument | undefined {
  const { peer, status, escalation } = review;
  if (peer?.terms.fixTurns === undefined) return undefined;
  const rounds = countedRounds(review).length;
  const cap = peer.terms.escalation.maxRevisions;
  const loop = (state: MendingDocument['state'], attempt: number) => ({
    state,
    attempt,
    // A person that asks for more gives another attempt.
    of: Math.max(cap, attempt),
    turns: peer.terms.fixTurns ?? null,
    findings: toMend(review).map(withoutKey),
  });
  switch (status) {
    case 'changes_requested':
      return loop('asked', Math.max(1, rounds));
    case 'pending_re_review':
    case 'in_progress':
      return rounds === 0 || review.revision === 0 ? undefined : loop('handed_in', rounds);
    case 'escalated': {
      if (escalation?.stop === undefined) return undefined;
      // What was stopped before anybody judged it is an attempt as well.
      const attempts = review.decision === null ? rounds : rounds - 1;
      return { ...loop('stopped', attempts), reason: escalation.stop, why: escalation.reason.split('\n', 1)[0] ?? '' };
    }
    default:
      return undefined;
  }
}

function withoutKey({ key, severity, place, message }: Standing): MendingDocument['findings'][number] {
  return { finding: key, severity, place, message };
}
