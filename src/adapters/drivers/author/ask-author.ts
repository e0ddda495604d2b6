import type { AskAuthor, Authored, FixTask } from '../../../application/ports/author.js';
import type { SeatedAgent } from '../../../domain/seating/seating.js';
import type { Driver, DriverAnswer, DriverFound } from '../driver.js';
import { evidenceOf, type SeatTools } from '../seat/ask-part.js';

export interface AuthorOptions extends Pick<SeatTools, 'redact' | 'storeEvidence'> {
  /** How an agent is asked. */
  readonly find: (agent: SeatedAgent, signal: AbortSignal) => Promise<DriverFound>;
}

const minute = 60_000;
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
    if ('failure' in found) return ended({ ended: 'failed', detail: found.failure.detail, evidence: [] });
    const { driver } = found;
    if (driver.writesCheckout !== true)
      return ended({ ended: 'failed', detail: `${driver.name} can't be asked to change files`, evidence: [] });
    progress(`asking ${driver.name}`);
    const answer = await ask(driver, task, progress, signal);
    const evidence = [await evidenceOf(`transcript of ${driver.name} as the author`, answer, options)];
    return ended({ ...endOf(answer), ...(answer.usage !== undefined && { usage: answer.usage }), evidence });
  };
}

function ask(driver: Driver, task: FixTask, progress: (step: string) => void, signal: AbortSignal) {
  const { directory, prompt, turns, timeoutMs, agent } = task;
  const { timeoutMinutes, idleMinutes = defaultIdleMinutes } = agent.entry.limits;
  const wallMs = timeoutMinutes === undefined ? timeoutMs : timeoutMinutes * minute;
  return driver.ask({
    prompt,
    // What an author says decides nothing, so that it has no form.
    schema: { type: 'string' },
    checkout: () => Promise.resolve({ directory, renamed: [], intact: () => true, remove: () => undefined }),
    limits: { wallMs, idleMs: idleMinutes * minute },
    author: { turns },
    signal,
    progress,
  });
}

function endOf(answer: DriverAnswer): Pick<Authored, 'ended' | 'detail'> {
  if (answer.kind === 'answered') return { ended: 'done' };
  const { kind, detail } = answer.failure;
  return outOfTurns.test(detail) ? { ended: 'turn_limit', detail } : { ended: 'failed', detail: `${kind}: ${detail}` };
}
