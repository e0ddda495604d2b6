import { nextStep } from '../../domain/fix-loop/next-step.js';
import type { Judged, Loop, Standing } from '../../domain/fix-loop/loop.js';
import { isAtWork } from '../../domain/gate/evolve.js';
import type { GateEnded } from '../../domain/model/gate-event.js';
import type { Gate, GateIteration } from '../../domain/model/gate.js';

export type GateStep =
  | { readonly do: 'produce' }
  | { readonly do: 'review' }
  | { readonly do: 'end'; readonly as: GateEnded }
  | { readonly do: 'nothing' };

/** What follows from all that happened: the loop of every protocol, with the words of the gate. Pure. */
export function gateStep(gate: Gate): GateStep {
  if (!isAtWork(gate)) return { do: 'nothing' };
  if (gate.reviewer === null) return withoutReviewer(gate);
  const counted = gate.iterations.filter(({ decision }, index) => index >= gate.since || conclusive(decision?.outcome));
  const last = counted.at(-1);
  if (last === undefined) return { do: 'produce' };
  if (last.decision === null && last.artifact === null)
    return end('waiting', 'author_failed', `${gate.coder} made no artifact: ${last.failure ?? 'it gave no reason'}`);
  if (last.decision?.outcome === 'escalated' && last.iteration > gate.since)
    return end('waiting', 'exit_condition', 'the exit conditions end the loop without a GO');
  return follow(gate, counted);
}

/** An extension begins after what nobody could judge. */
function conclusive(outcome: string | undefined): boolean {
  return outcome === 'changes_requested' || outcome === 'escalated';
}

function follow(gate: Gate, counted: readonly GateIteration[]): GateStep {
  const most = gate.terms.maxIterations + gate.extended;
  const step = nextStep(loopOf(gate, counted, most - (gate.iterations.length - counted.length)));
  switch (step.do) {
    case 'judge':
      return { do: 'review' };
    case 'fix':
      return { do: 'produce' };
    case 'stop': {
      if (step.ended === 'passed') return end('go', 'go', `${gate.reviewer ?? ''} says GO`);
      const rules = counted.at(-1)?.decision?.rules.filter(({ result }) => result === 'unsatisfied') ?? [];
      const why = step.reason === 'inconclusive' ? (rules[0]?.reason ?? step.why) : step.why;
      if (step.reason !== 'cap') return end('waiting', step.reason, why);
      return end('waiting', 'cap', `NO_GO after ${gate.iterations.length} of ${most} iterations`);
    }
  }
}

function loopOf(gate: Gate, counted: readonly GateIteration[], iterations: number): Loop {
  return {
    terms: { attempts: Math.max(0, iterations - 1), turns: null },
    judged: counted.filter(({ decision }) => decision !== null).map((each) => judged(gate, each)),
    attempts: counted.slice(1).map(({ artifact, failure }) => ({
      ended: artifact === null ? 'failed' : 'done',
      content: artifact ?? '',
      ...(failure === null ? {} : { detail: failure }),
    })),
  };
}

function judged({ task }: Gate, { iteration, artifact, review, decision }: GateIteration): Judged {
  // Feedback is free text without an identity: each is a finding of its own, and repetition shows in the content.
  const finding: Standing = {
    key: `iteration ${iteration}`,
    severity: 'important',
    place: task,
    message: review?.feedback ?? '',
  };
  const content = artifact ?? '';
  switch (decision?.outcome) {
    case 'approved':
      return { content, verdict: 'passed', findings: [] };
    case 'changes_requested':
    case 'escalated':
      return { content, verdict: 'objected', findings: [finding] };
    default:
      return { content, verdict: 'inconclusive', findings: [] };
  }
}

function withoutReviewer({ iterations, coder }: Gate): GateStep {
  const [first] = iterations;
  if (first === undefined) return { do: 'produce' };
  if (first.artifact === null)
    return end('waiting', 'author_failed', `${coder} made no artifact: ${first.failure ?? 'it gave no reason'}`);
  return end('ungated', 'overlay_off', 'agentic_review is not enabled for this task: nobody reviewed the artifact');
}

function end(status: GateEnded['status'], reason: string, why: string): GateStep {
  return { do: 'end', as: { status, reason, why } };
}
