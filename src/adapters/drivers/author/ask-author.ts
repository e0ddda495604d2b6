import type { AskAuthor, Authored, FixTask } from '../../../application/ports/author.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import type { Driver, DriverAnswer, DriverFound } from '../driver.js';
import { asItStands } from '../isolation/checkout.js';
import { evidenceOf, type SeatTools } from '../seat/ask-part.js';
import { without } from '../seat/redact-opinion.js';

export interface AuthorOptions extends Pick<SeatTools, 'redact' | 'storeEvidence'> {
  /** How an agent is asked. */
  readonly find: (agent: SeatedAgent, signal: AbortSignal) => Promise<DriverFound>;
  /** What is made ready while the agent works, once it has been started. */
  readonly meanwhile: () => void;
}

const minute = 60_000;
const none: Authored['evidence'] = Promise.resolve([]);
const defaultIdleMinutes = 10;

/** What an agent says when it stops at the limit of its turns. */
const outOfTurns = /max(?:imum)?[ _-]?(?:number of )?(?:session[ _-]?)?turns\b|\bturn limit\b/i;

/** Asks an agent to change the files of a directory of its own (SPEC 6.3). */
export function authorAgent(options: AuthorOptions): AskAuthor {
  return async (task, progress, signal) => {
    const started = performance.now();
    const ended = (end: Omit<Authored, 'durationMs'>): Authored => ({
      ...end,
      durationMs: Math.round(performance.now() - started),
    });
    const found = await options.find(task.agent, signal);
    if ('failure' in found) return ended({ ended: 'failed', detail: found.failure.detail, evidence: none });
    const { driver } = found;
    if (driver.writesCheckout !== true)
      return ended({ ended: 'failed', detail: `${driver.name} can't be asked to change files`, evidence: none });
    progress(`asking ${driver.name}`);
    const answering = ask(driver, task, progress, signal);
    // Not at once: the process of the agent comes first. Nor where it has ended by then.
    const soon = setImmediate(() => {
      task.meanwhile();
      options.meanwhile();
    });
    const answer = await answering.finally(() => clearImmediate(soon));
    const kept = evidenceOf(`transcript of ${driver.name} as the author`, answer, options);
    const evidence = kept.then((each) => [each]);
    // Whoever puts it on record hears of a failure.
    evidence.catch(() => undefined);
    const end = await endOf(answer, without(answer.secrets, options.redact));
    return ended({ ...end, ...(answer.usage !== undefined && { usage: answer.usage }), evidence });
  };
}

function ask(driver: Driver, task: FixTask, progress: (step: string) => void, signal: AbortSignal) {
  const { directory, prompt, turns, timeoutMs, agent } = task;
  const { idleMinutes = defaultIdleMinutes } = agent.entry.limits;
  return driver.ask({
    prompt,
    // What an author says decides nothing, so that it has no form.
    schema: { type: 'string' },
    checkout: () => Promise.resolve(asItStands(directory)),
    limits: { wallMs: timeoutMs, idleMs: idleMinutes * minute },
    author: { turns },
    signal,
    progress,
  });
}

async function endOf(
  answer: DriverAnswer,
  redact: (text: string) => Promise<string>,
): Promise<Pick<Authored, 'ended' | 'detail'>> {
  if (answer.kind === 'answered') return { ended: 'done' };
  const detail = await redact(answer.failure.detail);
  if (outOfTurns.test(answer.failure.detail)) return { ended: 'turn_limit', detail };
  return { ended: 'failed', detail: `${answer.failure.kind}: ${detail}` };
}
