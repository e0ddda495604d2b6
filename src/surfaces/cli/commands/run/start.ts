import type { StartRun } from '../../../../application/run/start.js';
import type { RunView } from '../../../../application/run/view.js';
import { isRefusal, type Refusal } from '../../../../domain/model/refusal.js';
import type { Call, Context, Execute } from '../../context.js';
import { text, texts } from '../../options.js';
import { printRun } from './show.js';

/** What a person does to a run, or asks of it. */
export const execute: Execute = async (call, context) => {
  const view = await context.ask(({ runs }) => done(runs, call));
  return isRefusal(view) ? view : printRun(view, context);
};

type Runs = Parameters<Parameters<Context['ask']>[0]>[0]['runs'];

function done(runs: Runs, call: Call): Promise<RunView | Refusal> {
  const [run = 'latest'] = call.args;
  switch (call.command) {
    case 'run start':
      return runs.start(asked(call));
    case 'run trigger':
      return runs.trigger({ run });
    case 'run resume':
      return runs.resume({ run, note: text(call.options, 'note') ?? '' });
    case 'run stop':
      return runs.stop({ run, reason: text(call.options, 'reason') ?? '' });
    default:
      throw new Error(`${call.command}: not a command on runs`);
  }
}

function asked({ options }: Call): StartRun {
  const agents = (text(options, 'agents') ?? '').split(',').map((name) => name.trim());
  const title = text(options, 'title');
  const focusAreas = texts(options, 'focus');
  return {
    agents: agents.filter((name) => name !== ''),
    ...(title === undefined ? {} : { title }),
    ...(focusAreas.length === 0 ? {} : { focusAreas }),
  };
}
