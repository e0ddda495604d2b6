import { decide } from '../../domain/protocols/four-rules/decide.js';
import { answer, type GivenAnswer } from '../../domain/run/answer.js';
import { report, triggered } from '../../domain/run/report.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import type { RunEventKind } from '../../domain/model/run.js';
import { identify } from '../identify.js';
import type { RunDependencies } from './dependencies.js';
import { memberOf } from './members.js';
import { findRunRow, recordRun } from './record.js';
import { memberView, type MemberView, runView, type RunView } from './view.js';

export interface EmitEvent {
  /** Default: the only open run of the caller. */
  readonly run?: string;
  readonly kind: RunEventKind;
  readonly summary: string;
}

export interface AnswerCycle extends GivenAnswer {
  readonly run?: string;
  /** What the caller calls itself. */
  readonly reviewer?: string;
}

/** Tells a run of something (EVT section 1). Answers with what the agent owes now. */
export async function emitEvent(on: RunDependencies, ask: EmitEvent): Promise<MemberView | Refusal> {
  await on.overdue();
  const member = await memberOf(on, ask.kind, ask.run === undefined ? {} : { run: ask.run });
  if (isRefusal(member)) return member;
  const { name } = member.agent;
  const told = { agent: name, kind: ask.kind, summary: ask.summary.trim() };
  const run = await recordRun(on, member.run, name, (state) => report(state, told, on.clock.now()));
  return isRefusal(run) ? run : memberView(run, name);
}

/** One peer's answer to the request of a cycle: an agent answers only for itself. */
export async function answerCycle(on: RunDependencies, ask: AnswerCycle): Promise<MemberView | Refusal> {
  await on.overdue();
  const { run: named, reviewer: called, ...given } = ask;
  const member = await memberOf(on, 'answer', {
    ...(named === undefined ? {} : { run: named }),
    ...(called === undefined ? {} : { called }),
  });
  if (isRefusal(member)) return member;
  const { name } = member.agent;
  const run = await recordRun(on, member.run, name, (state) =>
    answer(state, { reviewer: name, given, now: on.clock.now() }, decide),
  );
  return isRefusal(run) ? run : memberView(run, name);
}

/** Opens a cycle by hand (EVT section 1, USER_MANUAL). Whoever asks twice, or at once with others, gets the same one. */
export async function triggerCycle(on: RunDependencies, ask: { readonly run: string }): Promise<RunView | Refusal> {
  await on.overdue();
  const row = await findRunRow(on.store, ask.run);
  if (isRefusal(row)) return row;
  const who = await identify(on, on.caller);
  if (isRefusal(who)) return who;
  if (who?.kind === 'agent') {
    const member = await memberOf(on, 'trigger', { run: row.id });
    if (isRefusal(member)) return member;
  }
  const by = who?.name ?? (await on.caller.claimed());
  const trigger = who?.kind === 'agent' ? 'request_review' : 'user_manual';
  const run = await recordRun(on, row.id, by, (state) =>
    triggered(state, { trigger, by, person: who?.kind === 'human' }, on.clock.now()),
  );
  return isRefusal(run) ? run : runView(run, who);
}
