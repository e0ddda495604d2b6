import type { AnswerCycle } from '../../../../application/run/talk.js';
import type { MemberView } from '../../../../application/run/view.js';
import { isRefusal, refuse, type Refusal } from '../../../../domain/model/refusal.js';
import { cycleVerdicts, runEventKinds } from '../../../../domain/model/run.js';
import type { Call, Context, Execute } from '../../context.js';
import { exit } from '../../exit-code.js';
import { count, text, texts, type Options } from '../../options.js';
import { memberObject } from '../../report/run-object.js';
import { memberLines } from '../../report/run.js';
import { printable } from '../../text/printable.js';
import { readObject } from '../read-object.js';

/** What an agent says in its run: an event, or an answer. */
export const execute: Execute = async (call, context) => {
  const view = await (call.command === 'run event' ? told(call, context) : responded(call, context));
  if (isRefusal(view)) return view;
  if (context.json) await context.printJson('countersign/run-member@1', memberObject(view));
  else await context.print(memberLines(view, context).join('\n'));
  return view.status === 'paused' ? exit.waiting : exit.ok;
};

function told({ options }: Call, context: Context): Promise<MemberView | Refusal> {
  const kind = runEventKinds.find((word) => word === text(options, 'type'));
  if (kind === undefined) throw new Error('run event: no type');
  const run = text(options, 'run');
  const summary = text(options, 'summary') ?? '';
  return context.ask(({ runs }) => runs.event({ kind, summary, ...(run === undefined ? {} : { run }) }));
}

async function responded({ options }: Call, context: Context): Promise<MemberView | Refusal> {
  const answer = await (text(options, 'file') === undefined ? answerOf(options) : answerIn(options, context));
  if (isRefusal(answer)) return answer;
  return context.ask(({ runs }) => runs.answer(answer));
}

function answerOf(options: Options): AnswerCycle | Refusal {
  const verdict = cycleVerdicts.find((word) => word === text(options, 'verdict'));
  if (verdict === undefined) return refuse('usage', 'respond does not say what', 'Give --verdict, or --file.');
  const issues: { severity: string; description: string }[] = [];
  for (const issue of texts(options, 'issue')) {
    const [, severity, description] = /^\s*([\w-]+)\s*:\s*(\S.*)$/su.exec(issue) ?? [];
    if (severity === undefined || description === undefined)
      return refuse('usage', `--issue is "${printable(issue)}"`, 'Write SEVERITY: DESCRIPTION, e.g. "high: no salt".');
    issues.push({ severity, description });
  }
  return { verdict, summary: text(options, 'summary') ?? '', issues, ...where(options) };
}

function where(options: Options): Pick<AnswerCycle, 'run' | 'cycle'> {
  const run = text(options, 'run');
  const cycle = count(options, 'cycle');
  return { ...(run === undefined ? {} : { run }), ...(cycle === undefined ? {} : { cycle }) };
}

async function answerIn(options: Options, context: Context): Promise<AnswerCycle | Refusal> {
  const file = text(options, 'file') ?? '-';
  const message = await readObject(file, 'type, reviewer, payload', context);
  if (isRefusal(message)) return message;
  const answer = await context.io.runAnswer?.(message);
  if (answer === undefined) throw new Error('run respond: nobody reads answers here');
  return isRefusal(answer) ? answer : { ...answer, ...where(options) };
}
