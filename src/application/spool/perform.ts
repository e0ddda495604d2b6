import { decideAsPerson } from '../commands/decide-by-person.js';
import { dispose } from '../commands/dispose.js';
import { extendDeadline, reassign } from '../commands/questions.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { contestFinding } from '../peer/contest.js';
import type { LookingDependencies, PeerDependencies } from '../peer/dependencies.js';
import { escalateReview } from '../peer/escalate.js';
import { reportOutcome } from '../peer/outcome.js';
import { requestReview } from '../peer/request.js';
import { requestReReview } from '../peer/revise.js';
import { submitReview } from '../peer/submit.js';
import { withdrawReview } from '../peer/withdraw.js';
import type { SpooledAsk } from './asks.js';

export interface Performing {
  readonly peer: PeerDependencies;
  /** For what looks at a change, which must be what it was when it was handed in. */
  readonly looking: () => Promise<LookingDependencies | Refusal>;
}

/** Who replays can't read the repository at all, whoever handed in what: another process may. */
export class CannotLook extends Error {
  override readonly name = 'CannotLook';
}

/** Refusals that say something of the process that looks, and nothing of what it looks at. */
const ofTheProcess: readonly string[] = ['git_not_installed', 'git_too_old', 'unsafe_directory'];

/** Does what was asked, by the use case that would have done it at once: no rule is passed over. Throws `CannotLook`. */
export async function perform(asked: SpooledAsk, { peer, looking }: Performing): Promise<object> {
  const { caller } = peer;
  switch (asked.verb) {
    case 'request':
      return look(looking, (on) => requestReview(on, asked.ask, never()));
    case 'revise':
      return look(looking, (on) => requestReReview(on, asked.ask, never()));
    case 'submit':
      return submitReview(peer, asked.ask);
    case 'contest':
      return contestFinding(peer, asked.ask);
    case 'escalate':
      return escalateReview(peer, asked.ask);
    case 'withdraw':
      return withdrawReview(peer, asked.ask);
    case 'report_outcome':
      return reportOutcome(peer, asked.ask);
    case 'decide':
      return decideAsPerson(peer, caller, asked.ask);
    case 'dispose':
      return dispose(peer, caller, asked.ask);
    case 'extend':
      return extendDeadline(peer, caller, asked.ask);
    case 'reassign':
      return reassign(peer, caller, asked.ask);
  }
}

async function look(
  looking: Performing['looking'],
  use: (on: LookingDependencies) => Promise<object>,
): Promise<object> {
  const on = await looking();
  if (!isRefusal(on)) return use(on);
  if (ofTheProcess.includes(on.code)) throw new CannotLook(on.message);
  return on;
}

/** What waited through an outage is not interrupted. */
function never(): AbortSignal {
  return new AbortController().signal;
}
