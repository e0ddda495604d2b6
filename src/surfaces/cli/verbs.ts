import type { Problem, Refusal } from '../../domain/model/refusal.js';

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

const names = new RegExp(`\\b(?:${Object.keys(commands).join('|')})\\b`, 'gu');

/** A refusal of the use cases, which name the tools of an agent, in the words of the command line. */
export function inCommands(refusal: Refusal): Refusal {
  const { message, remedy, problems } = refusal;
  return {
    ...refusal,
    message: said(message),
    ...(remedy !== undefined && { remedy: said(remedy) }),
    ...(problems !== undefined && { problems: problems.map(problemSaid) }),
  };
}

function problemSaid(problem: Problem): Problem {
  const { message, expected } = problem;
  return { ...problem, message: said(message), ...(expected !== undefined && { expected: said(expected) }) };
}

function said(text: string): string {
  return text
    .replace('`list_reviews` with mine: to_do', '`countersign list --mine to_do`')
    .replace(/\bcall `?(?=(?:\w+_)+\w+)/gu, (call) => call.replace('call', 'run'))
    .replace(names, (name) => commands[name] ?? name);
}
