import type { Refusal } from '../domain/model/refusal.js';
import type { RunRow } from './ports/runs.js';
import type { StartRun } from './run/start.js';
import type { AnswerCycle, EmitEvent } from './run/talk.js';
import type { MemberView, RunView } from './run/view.js';

/** Several agents working together (SPEC 8, EVT). Each call first applies what is overdue. Ids may be a beginning, or `latest`. */
export interface Runs {
  start(ask: StartRun): Promise<RunView | Refusal>;
  show(run: string): Promise<RunView | Refusal>;
  list(ask: { readonly open?: boolean; readonly limit?: number }): Promise<readonly RunRow[] | Refusal>;
  /** Runs that wait for a person, the longest waiting first. */
  waiting(limit: number): Promise<readonly RunRow[] | Refusal>;
  /** The open runs of the agent that calls, with what it owes. */
  own(): Promise<readonly MemberView[] | Refusal>;
  event(ask: EmitEvent): Promise<MemberView | Refusal>;
  answer(ask: AnswerCycle): Promise<MemberView | Refusal>;
  trigger(ask: { readonly run: string }): Promise<RunView | Refusal>;
  /** A person's override; needs the credential of a person, as `stop` does. */
  resume(ask: { readonly run: string; readonly note: string }): Promise<RunView | Refusal>;
  stop(ask: { readonly run: string; readonly reason: string }): Promise<RunView | Refusal>;
}
