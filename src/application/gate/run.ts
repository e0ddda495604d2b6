import { recordOf } from '../../domain/gate/log.js';
import { lastArtifact } from '../../domain/gate/evolve.js';
import type { GateEvent } from '../../domain/model/event.js';
import type { GateEnded } from '../../domain/model/gate-event.js';
import type { Gate } from '../../domain/model/gate.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { decide } from '../../domain/protocols/gate/decide.js';
import {
  artifactIn,
  artifactSchema,
  coderPrompt,
  gateAnswerSchema,
  reviewerPrompt,
  type GateBrief,
} from '../prompt/gate-prompt.js';
import { largestArtifact } from '../ports/gate-agents.js';
import type { RunGateDependencies } from './dependencies.js';
import { lookAtFile } from './edited-file.js';
import { leaseFrom } from './lease.js';
import { openGate, type GateAsk, type OpenedGate } from './open.js';
import { noAnswer, readGateAnswer, redacted } from './read-answer.js';
import { recordGate } from './record.js';
import { rejectedBefore } from './rejected-before.js';
import { gateStep, type GateStep } from './step.js';
import { writeArtifact } from './write-artifact.js';

export interface GateRun {
  readonly gate: Gate;
  /** What went wrong beside the gate: a log that could not be written, a section that is missing. */
  readonly warnings: readonly string[];
}

type Tell = (who: string, step: string) => void;

/**
 * Coder and reviewer in turns, until the reviewer says GO, the cap is reached or the loop repeats itself (GATE). Each step is
 * recorded before the next begins; what a killed process left goes to a person.
 */
export async function runGate(
  on: RunGateDependencies,
  ask: GateAsk,
  tell: Tell,
  signal: AbortSignal,
): Promise<GateRun | Refusal> {
  await on.overdue();
  const opened = await openGate(on, ask);
  if (isRefusal(opened)) return opened;
  const warnings: string[] = [...opened.warnings];
  let { gate } = opened;
  for (;;) {
    if (signal.aborted) return interrupted(on, gate, warnings);
    const step = gateStep(gate);
    if (step.do === 'nothing') return { gate, warnings };
    const end = await endOf(on, gate, step);
    const events = end === undefined ? undefined : [{ type: 'gate_ended', data: end } as const];
    const next = events ?? [await (step.do === 'produce' ? produce : review)({ on, opened, gate, tell, signal })];
    const recorded = await append(on, gate, next);
    if (isRefusal(recorded)) return recorded;
    const besides = end === undefined ? await logged(on, recorded, step.do) : await writeArtifact(on, recorded);
    gate = besides.gate;
    warnings.push(...besides.warnings);
  }
}

/** How the gate ends now, if it does. What a person rejected neither goes to a reviewer nor counts, whoever was asked or was not. */
async function endOf({ store }: RunGateDependencies, gate: Gate, step: GateStep): Promise<GateEnded | undefined> {
  const ends = step.do === 'end' ? step.as : undefined;
  const counts = ends?.status === 'go' || ends?.status === 'ungated';
  return (step.do === 'review' || counts ? await rejectedBefore(store, gate) : undefined) ?? ends;
}

interface Turn {
  readonly on: RunGateDependencies;
  readonly opened: OpenedGate;
  readonly gate: Gate;
  readonly tell: Tell;
  readonly signal: AbortSignal;
}

/** Only the process that works on a gate writes to it: the one whose lease it is. What was given up meanwhile stays so. */
async function append(on: RunGateDependencies, gate: Gate, events: readonly GateEvent[]): Promise<Gate | Refusal> {
  return recordGate(on, gate.id, 'countersign', (state) =>
    state.status === gate.status && state.leaseUntil === gate.leaseUntil
      ? events
      : refuse(
          'gate_taken',
          `gate ${gate.id} went on without this process: ${state.status}`,
          'see `countersign gate status`',
        ),
  );
}

async function produce({ on, opened, gate, tell, signal }: Turn): Promise<GateEvent> {
  const brief = briefOf(gate, opened, gate.iterations.length + 1);
  tell(gate.coder, `iteration ${brief.iteration} of ${brief.maxIterations}`);
  const seal = { nonce: on.random(), fence: on.random() };
  const [latest, edit] = [await artifactText(on, gate), await editOf(on, gate)];
  const { timeoutMs } = gate.terms;
  const prompt = coderPrompt(brief, { latest, edit: edit?.text ?? null }, seal);
  const said = await on.agents.ask({ agent: gate.coder, prompt, schema: artifactSchema, timeoutMs }, signal);
  const always = { leaseUntil: leaseFrom(on, timeoutMs), ...(edit === undefined ? {} : { edit: edit.digest }) };
  const nothing = (failure: string): GateEvent => ({
    type: 'gate_produced',
    data: { artifact: null, failure, ...always },
  });
  if (said.kind === 'failed') return nothing(await on.redact(said.detail));
  const text = artifactIn(said.text, seal.nonce);
  if (text === undefined) return nothing('the answer holds no artifact between the marks that were asked for');
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > largestArtifact) return nothing(`the artifact is longer than ${largestArtifact} bytes`);
  return { type: 'gate_produced', data: { artifact: await on.store.blobs.put(bytes), ...always } };
}

/** What somebody wrote into the file of the artifact beside the gate, for its coder to take up; in the store before it is told. */
async function editOf(
  on: RunGateDependencies,
  { artifactPath }: Gate,
): Promise<{ readonly text: string; readonly digest: string } | undefined> {
  const file = artifactPath === null ? undefined : await lookAtFile(on, artifactPath);
  if (file?.kind !== 'edited') return undefined;
  const text = textIn(file.content);
  return text === undefined ? undefined : { text, digest: await on.store.blobs.put(file.content) };
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // No text to work on; it is kept all the same once the artifact takes its place.
    return undefined;
  }
}

async function review({ on, opened, gate, tell, signal }: Turn): Promise<GateEvent> {
  const brief = briefOf(gate, opened, gate.iterations.length);
  const reviewer = gate.reviewer ?? '';
  tell(reviewer, `reviews iteration ${brief.iteration}`);
  const seal = { nonce: on.random(), fence: on.random() };
  const artifact = (await artifactText(on, gate)) ?? '';
  const { timeoutMs, exitConditions } = gate.terms;
  const said = await on.agents.ask(
    {
      ...{ agent: reviewer, prompt: reviewerPrompt(brief, artifact, seal), nonce: seal.nonce },
      ...{ schema: gateAnswerSchema, timeoutMs },
    },
    signal,
  );
  const heard = said.kind === 'failed' ? noAnswer(said.detail) : readGateAnswer(said.text, seal.nonce, on.repair);
  const answer = await redacted(heard, on.redact);
  const conditions =
    answer.decision === null ? [] : exitConditions.map((each) => on.evaluate(each, answer, brief.iteration));
  return {
    type: 'gate_reviewed',
    data: {
      review: { ...answer, conditions },
      decision: decide(answer, conditions),
      leaseUntil: leaseFrom(on, timeoutMs),
    },
  };
}

function briefOf(gate: Gate, { standards }: OpenedGate, iteration: number): GateBrief {
  const history = gate.iterations.flatMap(({ iteration: number, decision, review: said }) => {
    if (decision?.outcome !== 'changes_requested' && decision?.outcome !== 'escalated') return [];
    const unmet = decision.rules.filter(({ result }) => result === 'unsatisfied').map(({ reason }) => reason);
    const words = said?.decision === 'GO' ? [...unmet, said.feedback] : [said?.feedback ?? ''];
    return [{ iteration: number, feedback: words.join('\n') }];
  });
  const note = gate.personDecision === null ? [] : [{ iteration: gate.since, feedback: gate.personDecision.note }];
  return {
    task: gate.task,
    description: gate.description,
    acceptanceCriteria: gate.terms.acceptanceCriteria,
    standards,
    history: [...history, ...note],
    iteration,
    maxIterations: gate.terms.maxIterations + gate.extended,
  };
}

async function artifactText({ store }: RunGateDependencies, gate: Gate): Promise<string | null> {
  const digest = lastArtifact(gate);
  const bytes = digest === null ? undefined : await store.blobs.get(digest);
  return bytes === undefined ? null : new TextDecoder().decode(bytes);
}

/** The log after each review is no state: where it cannot be written a warning says so (GATE). */
async function logged(on: RunGateDependencies, gate: Gate, done: GateStep['do']): Promise<GateRun> {
  const last = gate.iterations.at(-1);
  if (done !== 'review' || last === undefined) return { gate, warnings: [] };
  const warning = await on.log.append(recordOf(gate, last, gateStep(gate).do === 'end'));
  return { gate, warnings: warning === undefined ? [] : [warning] };
}

async function interrupted(
  on: RunGateDependencies,
  gate: Gate,
  warnings: readonly string[],
): Promise<GateRun | Refusal> {
  const data = {
    status: 'waiting',
    reason: 'interrupted',
    why: 'it was interrupted before it came to an end',
  } as const;
  const recorded = await append(on, gate, [{ type: 'gate_ended', data }]);
  return isRefusal(recorded) ? recorded : { gate: recorded, warnings };
}
