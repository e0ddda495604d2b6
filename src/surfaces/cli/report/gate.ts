import type { GateStanding, GateView } from '../../../application/gate/look.js';
import type { Gate, GateIteration } from '../../../domain/model/gate.js';
import type { Context } from '../context.js';
import { hanging } from '../text/layout.js';
import { paintFor, type Paint } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { iso } from '../text/time.js';

const editWords = 'somebody wrote into the file beside the gate; it is kept in blobs/ of the store as sha256';

/** A gate for a person: how it stands first, then each iteration, then what to do. */
export function gateLines({ gate, standing }: GateView, context: Context): string[] {
  const { columns } = context.terminal;
  const paint = paintFor(context.terminal);
  const { id, task, coder, reviewer, artifactPath, why, personDecision, edits } = gate;
  return [
    `Gate ${id}  ${standingWords(standing, paint)}`,
    ...hanging('Task     ', task, columns),
    ...hanging('Agents   ', `${coder} codes, ${reviewer === null ? 'nobody reviews' : `${reviewer} reviews`}`, columns),
    ...(artifactPath === null ? [] : hanging('Artifact ', artifactPath, columns)),
    ...(gate.locked === null ? [] : [`Locked   sha256 ${gate.locked}`]),
    ...gate.iterations.flatMap((each) => iterationLines(each, columns)),
    ...edits.flatMap(({ digest }) => hanging('Edit     ', `${editWords} ${digest}`, columns)),
    ...(why === null || gate.status === 'go' ? [] : hanging('Why      ', why, columns)),
    ...(personDecision === null
      ? []
      : hanging('Person   ', `${personDecision.person}: ${personDecision.note}`, columns)),
    ...whatToDo(gate, standing),
  ];
}

function standingWords(standing: GateStanding, paint: Paint): string {
  switch (standing) {
    case 'go':
      return paint.outcome.approved('GO');
    case 'no_go':
      return paint.outcome.rejected('NO_GO');
    case 'changed':
      return paint.outcome.inconclusive('no GO any more: the artifact was changed');
    case 'missing':
      return paint.outcome.inconclusive('no GO any more: the artifact is gone');
    case 'waiting':
      return paint.outcome.escalated('waits for a person');
    case 'ready':
      return paint.outcome.escalated('ready to go on');
    case 'ungated':
      return paint.outcome.skipped('not reviewed: the overlay is off');
    case 'coding':
    case 'reviewing':
      return standing;
  }
}

function iterationLines({ iteration, review, decision, failure, artifact }: GateIteration, columns: number): string[] {
  const lead = `  ${iteration}  `;
  if (failure !== null) return hanging(lead, `no artifact: ${failure}`, columns);
  const hash = artifact === null ? '' : ` (artifact ${artifact.slice(0, 12)})`;
  if (review === null || decision === null) return hanging(lead, `waits for its review${hash}`, columns);
  const unmet = decision.rules.filter(({ result }) => result === 'unsatisfied').map(({ reason }) => reason);
  const word = decision.outcome === 'inconclusive' ? `inconclusive: ${unmet.join('; ')}` : (review.decision ?? '');
  const against =
    review.decision === 'GO' && decision.outcome === 'changes_requested' ? `, but ${unmet.join('; ')}` : '';
  const checks = Object.entries(review.qualityChecks).flatMap(([name, met]) => (met === false ? [name] : []));
  return [
    ...hanging(lead, `${word}${against}${hash}`, columns),
    ...(review.feedback === '' ? [] : hanging('     ', review.feedback, columns)),
    ...(checks.length === 0 ? [] : hanging('     ', `not met: ${checks.join(', ')}`, columns)),
  ];
}

function whatToDo({ id, task, workflow, leaseUntil }: Gate, standing: GateStanding): string[] {
  const again = `countersign gate run --workflow ${printable(workflow)} --task ${printable(task)}`;
  switch (standing) {
    case 'waiting':
      return ['', `Next: countersign gate decide ${id} --approve|--reject|--more N --note "why"    (a person's token)`];
    case 'ready':
    case 'changed':
    case 'missing':
      return ['', `Next: ${again}`];
    case 'coding':
    case 'reviewing':
      if (leaseUntil === null) return [];
      return ['', 'It is at work.', `Where its process ended without a word, a person is asked at ${iso(leaseUntil)}.`];
    default:
      return [];
  }
}
