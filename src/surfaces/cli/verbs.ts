import type { Refusal } from '../../domain/model/refusal.js';

/** The command that does what each tool does. */
const commands: Readonly<Record<string, string>> = {
  check_review_required: 'countersign required',
  request_review: 'countersign request',
  get_review: 'countersign show',
  list_reviews: 'countersign list',
  start_review: 'countersign start',
  submit_review: 'countersign submit',
  request_re_review: 'countersign revise',
  contest_finding: 'countersign contest',
  escalate_review: 'countersign escalate',
  report_outcome: 'countersign outcome',
  get_review_metrics: 'countersign metrics',
  emit_event: 'countersign run event',
};

const names = new RegExp(`(call )?\`(${Object.keys(commands).join('|')})\``, 'gu');

/**
 * A refusal of the use cases, which name the tools of an agent, in the words of the command line. Only what the remedy, which the
 * program itself wrote, puts in backticks is a tool; messages and problems also quote titles, paths and fields of the user.
 */
export function inCommands(refusal: Refusal): Refusal {
  return refusal.remedy === undefined ? refusal : { ...refusal, remedy: said(refusal.remedy) };
}

function said(remedy: string): string {
  return remedy
    .replace('`list_reviews` with mine: to_do', '`countersign list --mine to_do`')
    .replace(
      names,
      (_whole, call: string | undefined, name: string) => `${call ? 'run ' : ''}\`${commands[name] ?? name}\``,
    );
}
