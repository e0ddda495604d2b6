import type { Attempt, LoopStep } from '../../../domain/fix-loop/loop.js';
import type { ReviewEvent } from '../../../domain/model/event.js';
import type { AgentEntry } from '../../../domain/model/policy-protocols.js';
import type { Policy } from '../../../domain/model/policy.js';
import type { Authored } from '../../ports/author.js';
import type { CommitBy, Taken, Workspace } from '../../ports/workspaces.js';
import { fixPrompt } from '../../prompt/fix-prompt.js';
import type { Prepared } from '../prepare.js';
import { whileStanding } from './halted.js';
import type { Going, MendDependencies, Mending, State } from './mending.js';

type Fix = Extract<LoopStep, { readonly do: 'fix' }>;

interface Attempting {
  readonly planned: Pick<Mending['planned'], 'fixer'> & {
    readonly prepared: Pick<Prepared, 'policy'> & { readonly frozen: Pick<Prepared['frozen'], 'getReady'> };
  };
}

const minute = 60_000;

/** Lets the author work once. What it made is on record only where the review still stands as the loop left it. */
export async function attempt(
  on: Pick<MendDependencies, 'clock' | 'newId' | 'progress' | 'signal'>,
  { planned: { fixer, prepared } }: Attempting,
  going: Going,
  step: Fix,
): Promise<State> {
  const { state, fixing, workspace, rejected, record } = going;
  if (fixer === undefined) throw new Error('a fix loop has an author');
  const tell = (text: string): void =>
    on.progress({ who: fixer.name, step: `fix attempt ${step.attempt} of ${step.of}: ${text}` });
  const { policy } = prepared;
  const timeoutMs = timeLeft(policy, fixer.entry, on.clock.now() - state.review.createdAt);
  const task = {
    agent: fixer,
    prompt: fixPrompt(step, { change: state.review.change, rejected }, on.newId()),
    directory: workspace.directory,
    turns: step.turns ?? policy.panel.fixTimeoutTurns,
    timeoutMs,
    meanwhile: () => {
      workspace.getReady();
      prepared.frozen.getReady();
    },
  };
  const authored = timeoutMs > 0 ? await fixing.ask(task, tell, on.signal) : outOfTime(policy);
  const { durationMs, usage } = authored;
  const message = `fix: mend what review ${state.review.id} found\n\nFix attempt ${step.attempt} of ${step.of}.\n`;
  const by = { name: fixer.name, message, at: on.clock.now() };
  const { ended, detail, made: left } = await takenFrom(authored, workspace, by);
  // What a failed author left behind is nothing to judge; the next would have to begin from it.
  const taken = left ?? { commit: state.commit, tree: state.review.change.headTree };
  // Before it is on record: what the journal tells of is there, whatever becomes of this process.
  const [kept, evidence] = await Promise.all([
    taken.commit === state.commit ? state.kept : keep(workspace, state.review.id, taken.commit),
    authored.evidence,
  ]);
  const made = { ended, content: taken.tree, ...(detail !== undefined && { detail }) };
  const attempted: ReviewEvent = {
    type: 'fix_attempted',
    data: {
      attempt: step.attempt,
      ended,
      ...(detail !== undefined && { detail }),
      ...taken,
      ...(kept && { ref: kept.ref }),
      durationMs,
      ...(usage !== undefined && { usage }),
      ...(evidence.length > 0 && { evidence }),
    },
  };
  const review = await whileStanding(record, state.review, [attempted]);
  const now = { commit: taken.commit, ...(kept && { kept }) };
  if ('why' in review) return after(state, { ...made, halt: review }, now);
  return after(state, made, { ...now, review });
}

async function keep(workspace: Workspace, id: string, commit: string): Promise<NonNullable<State['kept']>> {
  return { commit, ref: await workspace.keep(id) };
}

function after(state: State, made: Attempt, now: Partial<State>): State {
  return { ...state, ...now, loop: { ...state.loop, attempts: [...state.loop.attempts, made] } };
}

/** Milliseconds for one attempt: the author's own limit, within what the review's budget leaves. */
function timeLeft({ defaultTimeoutMinutes, budget }: Policy, { limits }: AgentEntry, spentMs: number): number {
  const own = (limits.timeoutMinutes ?? defaultTimeoutMinutes) * minute;
  return budget.maxMinutes === null ? own : Math.min(own, budget.maxMinutes * minute - spentMs);
}

function outOfTime({ budget }: Policy): Authored {
  const detail = `timed_out: nothing is left of the ${budget.maxMinutes ?? 0} minutes that \`budget.max_minutes\` gives a review`;
  return { ended: 'failed', detail, durationMs: 0, evidence: Promise.resolve([]) };
}

/** An author that left what cannot be taken, a repository of its own, say, has failed: nothing of it is read, and it is no fix. */
async function takenFrom(
  { ended, detail }: Pick<Authored, 'ended' | 'detail'>,
  workspace: Workspace,
  by: CommitBy,
): Promise<Pick<Authored, 'ended' | 'detail'> & { readonly made?: Exclude<Taken, { readonly left: string }> }> {
  const taken = ended === 'done' ? await workspace.take(by) : undefined;
  if (taken !== undefined && 'left' in taken) return { ended: 'failed', detail: `left ${taken.left}` };
  return { ended, ...(detail !== undefined && { detail }), ...(taken && { made: taken }) };
}
