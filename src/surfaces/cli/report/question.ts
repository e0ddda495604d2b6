import type { EscalationDocument } from '../../../application/queries/document.js';
import type { Option, Position } from '../../../domain/model/escalation.js';
import { hanging } from '../text/layout.js';
import type { Paint } from '../text/paint.js';
import { printable } from '../text/printable.js';
import { remaining } from '../text/time.js';

export interface QuestionLook {
  readonly columns: number;
  readonly paint: Paint;
  /** Epoch milliseconds; undefined: how much time is left is not said. */
  readonly now?: number;
  /** Pieces of evidence shown of each position; the rest is counted. */
  readonly evidenceAtMost: number;
}

/** The question put to a person: why it is asked, both positions with their evidence, what can be done, until when. */
export function questionLines(question: EscalationDocument, look: QuestionLook): string[] {
  return [
    ...hanging('  ', `${question.trigger.replaceAll('_', ' ')}: ${question.reason}`, look.columns),
    ...question.positions.flatMap((position) => positionLines(position, look)),
    ...question.options.flatMap((option) => optionLines(option, question, look)),
    ...(question.recommendation === null
      ? []
      : hanging('  ', `Earlier decisions: ${question.recommendation.text}.`, look.columns)),
    ...stateLines(question, look),
  ];
}

function positionLines({ who, side, confidence, text, evidence }: Position, look: QuestionLook): string[] {
  const { columns, paint, evidenceAtMost } = look;
  const sure = confidence === null ? '' : `, ${confidence} % sure`;
  const shown = evidence.slice(0, evidenceAtMost);
  const more = evidence.length - shown.length;
  return [
    `  ${paint.strong(printable(who))} (${side}${sure})`,
    ...hanging('    ', text, columns),
    ...shown.flatMap((piece) => hanging('    - ', piece, columns)),
    ...(more > 0 ? [`    - and ${more} more: countersign show`] : []),
  ];
}

function optionLines(option: Option, { recommendation }: EscalationDocument, look: QuestionLook): string[] {
  const { columns, paint } = look;
  const { number, title, pros, cons, effort } = option;
  const often = recommendation?.option === number ? ' (chosen most often before)' : '';
  return [
    ...hanging(`  ${number}  `, `${title}${often}`, columns).map(paint.strong),
    ...pros.flatMap((pro) => hanging('     + ', pro, columns)),
    ...cons.flatMap((con) => hanging('     - ', con, columns)),
    ...hanging('     effort: ', effort, columns),
  ];
}

function stateLines(
  { state, deadline, assignee, positions }: EscalationDocument,
  { columns, now }: QuestionLook,
): string[] {
  const to = assignee ?? 'any person';
  if (state === 'decided') return [];
  const conservative = positions.some(({ side }) => side === 'reviewer')
    ? 'the position of the reviewer stands'
    : 'changes are requested';
  if (state === 'expired')
    return hanging('  ', `Nobody decided by ${deadline ?? 'its deadline'}: ${conservative}.`, columns);
  if (deadline === null) return hanging('  ', `Put to ${to}, without a deadline.`, columns);
  const left = now === undefined ? '' : ` (${remaining(Date.parse(deadline), now)})`;
  return hanging('  ', `Put to ${to} until ${deadline}${left}; then ${conservative}.`, columns);
}
