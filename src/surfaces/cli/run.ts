import { resolve } from 'node:path';
import type { Application } from '../../application/application.js';
import { StoreUnavailable } from '../../application/ports/store.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import type { Call, Context, Execute } from './context.js';
import { exit, refusalExit } from './exit-code.js';
import { type CliIo, writeFully } from './io.js';
import { flag, text } from './options.js';
import { printableJson } from './text/printable.js';
import { terminalOf } from './text/terminal.js';
import { parse } from './usage.js';

export type { CliIo } from './io.js';

/** Loads the application for a directory (absolute). Called only by commands that need it. */
export type Load = (start: { readonly directory: string }) => Promise<Application | Refusal>;

/** Commands are loaded one at a time, so that none pays for another. */
const commands: Readonly<Record<string, () => Promise<{ readonly execute: Execute }>>> = {
  review: () => import('./commands/review.js'),
  show: () => import('./commands/show.js'),
  list: () => import('./commands/list.js'),
  explain: () => import('./commands/explain.js'),
  'findings list': () => import('./commands/findings.js'),
  'findings dismiss': () => import('./commands/dispose.js'),
  'findings accept-risk': () => import('./commands/dispose.js'),
  'findings reopen': () => import('./commands/dispose.js'),
  inbox: () => import('./commands/inbox.js'),
  decide: () => import('./commands/decide.js'),
  extend: () => import('./commands/question.js'),
  reassign: () => import('./commands/question.js'),
  required: () => import('./commands/peer/required.js'),
  request: () => import('./commands/peer/request.js'),
  start: () => import('./commands/peer/start.js'),
  packet: () => import('./commands/peer/start.js'),
  submit: () => import('./commands/peer/submit.js'),
  revise: () => import('./commands/peer/revise.js'),
  contest: () => import('./commands/peer/change-status.js'),
  escalate: () => import('./commands/peer/change-status.js'),
  withdraw: () => import('./commands/peer/change-status.js'),
  outcome: () => import('./commands/peer/outcome.js'),
  'outcomes scan': () => import('./commands/peer/scan-outcomes.js'),
  metrics: () => import('./commands/peer/metrics.js'),
  'patterns list': () => import('./commands/patterns/list.js'),
  'patterns enable': () => import('./commands/patterns/switch.js'),
  'patterns disable': () => import('./commands/patterns/switch.js'),
  reviewers: () => import('./commands/reviewers.js'),
  'analytics show': () => import('./commands/analytics/show.js'),
  'analytics export': () => import('./commands/analytics/export.js'),
  'memory show': () => import('./commands/memory/show.js'),
  'memory rebuild': () => import('./commands/memory/rebuild.js'),
  'run start': () => import('./commands/run/start.js'),
  'run list': () => import('./commands/run/list.js'),
  'run show': () => import('./commands/run/show.js'),
  'run event': () => import('./commands/run/talk.js'),
  'run trigger': () => import('./commands/run/start.js'),
  'run respond': () => import('./commands/run/talk.js'),
  'run resume': () => import('./commands/run/start.js'),
  'run stop': () => import('./commands/run/start.js'),
  'gate run': () => import('./commands/gate/run.js'),
  'gate status': () => import('./commands/gate/status.js'),
  'gate list': () => import('./commands/gate/list.js'),
  'gate export': () => import('./commands/gate/export.js'),
  'gate decide': () => import('./commands/gate/decide.js'),
  'task import': () => import('./commands/task/import.js'),
  'task list': () => import('./commands/task/list.js'),
  'task show': () => import('./commands/task/show.js'),
  'task start': () => import('./commands/task/show.js'),
  'task decide': () => import('./commands/task/show.js'),
  'task review': () => import('./commands/task/review.js'),
  'task run': () => import('./commands/task/run.js'),
  'task idle': () => import('./commands/task/idle.js'),
  progress: () => import('./commands/task/progress.js'),
  'agent add': () => import('./commands/agent.js'),
  'agent list': () => import('./commands/agent-list.js'),
  'agent rotate': () => import('./commands/agent.js'),
  'agent revoke': () => import('./commands/agent.js'),
  'opinion read': () => import('./commands/opinion-read.js'),
  'policy validate': () => import('./commands/policy-validate.js'),
  'policy explain': () => import('./commands/policy-explain.js'),
  'policy simulate': () => import('./commands/policy-simulate.js'),
  'policy show': () => import('./commands/policy-show.js'),
  'policy schema': () => import('./commands/policy-schema.js'),
  mcp: () => import('./commands/mcp.js'),
  'notifications list': () => import('./commands/notifications.js'),
  'notifications deliver': () => import('./commands/notifications-change.js'),
  'notifications retry': () => import('./commands/notifications-change.js'),
  'notifications drop': () => import('./commands/notifications-change.js'),
  spool: () => import('./commands/spool.js'),
  init: () => import('./commands/init.js'),
  doctor: () => import('./commands/doctor.js'),
  log: () => import('./commands/log.js'),
  verify: () => import('./commands/verify.js'),
  replay: () => import('./commands/replay.js'),
  rebuild: () => import('./commands/rebuild.js'),
  worker: () => import('./commands/worker.js'),
  backup: () => import('./commands/backup.js'),
};

/**
 * Runs one command line (without node and script) and returns the exit code (SPEC 4). Reports go to stdout; errors and
 * progress to stderr. It never throws and never ends the process.
 */
export async function run(argv: readonly string[], io: CliIo, load: Load): Promise<number> {
  try {
    const asked = parse(argv, terminalOf(io.stdout, io.env).columns);
    switch (asked.kind) {
      case 'help':
        await writeFully(io.stdout, asked.text);
        return exit.ok;
      case 'version': {
        const { version } = await import('./version.js');
        await writeFully(io.stdout, `${version()}\n`);
        return exit.ok;
      }
      case 'nothing':
        await writeFully(io.stderr, asked.text);
        return exit.usage;
      case 'wrong':
        return await refused(asked.refusal, io, wantsJson(argv), exit.usage);
      case 'call':
        return await execute(asked.call, io, load);
    }
  } catch (error) {
    return failed(error, io, wantsJson(argv));
  }
}

/** What a reviewer may run while it reviews: nothing that reviews, answers or decides (FAULTS roborev#306). */
const allowedInSeat = ['opinion read', 'policy schema'];

async function execute(call: Call, io: CliIo, load: Load): Promise<number> {
  const json = flag(call.options, 'json') || text(call.options, 'format') === 'json';
  const directory = resolve(io.cwd, text(call.options, 'cwd') ?? '.');
  if (io.env['COUNTERSIGN_SEAT'] !== undefined && !allowedInSeat.includes(call.command))
    return refused(insideSeat(call.command), io, json, exit.usage);
  let application: Promise<Application | Refusal> | undefined;
  const context: Context = {
    io,
    json,
    quiet: flag(call.options, 'quiet'),
    terminal: terminalOf(io.stdout, io.env),
    resolve: (file) => resolve(directory, file),
    ask: async (question) => {
      application ??= load({ directory });
      const loaded = await application;
      return isRefusal(loaded) ? loaded : question(loaded);
    },
    print: async (output) => {
      await writeFully(io.stdout, output.endsWith('\n') ? output : `${output}\n`);
    },
    printJson: async (schema, value) => {
      await writeFully(io.stdout, `${printableJson({ schema, ...value }, 2)}\n`);
    },
  };
  try {
    const module = await commands[call.command]?.();
    if (module === undefined) throw new Error(`command ${call.command} has no implementation`);
    const result = await module.execute(call, context);
    const code = isRefusal(result) ? await refused(result, io, json, refusalExit(result)) : result;
    return io.signal.aborted ? exit.interrupted : code;
  } finally {
    if (application !== undefined) await close(application);
  }
}

function insideSeat(command: string): Refusal {
  return refuse(
    'inside_seat',
    `a reviewer at work cannot run countersign ${command}: a review would call another one`,
    'Answer in the form that the prompt asks for; outside of a review, unset COUNTERSIGN_SEAT.',
  );
}

async function close(application: Promise<Application | Refusal>): Promise<void> {
  const loaded = await application.catch(() => undefined);
  if (loaded !== undefined && !isRefusal(loaded)) await loaded.close();
}

async function refused(given: Refusal, io: CliIo, json: boolean, code: number): Promise<number> {
  const [{ refusalObject, refusalText }, { inCommands }] = await Promise.all([
    import('./refusal.js'),
    import('./verbs.js'),
  ]);
  const refusal = inCommands(given);
  if (json) await writeFully(io.stdout, `${printableJson(refusalObject(refusal), 2)}\n`);
  else await writeFully(io.stderr, refusalText(refusal, terminalOf(io.stderr, io.env)));
  return code;
}

/** What a port or our own code threw. An unusable store or a full disk is a state of the machine with a remedy; the rest is our bug. */
async function failed(error: unknown, io: CliIo, json: boolean): Promise<number> {
  if (io.signal.aborted) return exit.interrupted;
  if (error instanceof StoreUnavailable) {
    const refusal = {
      refused: true,
      code: `store_${error.kind}`,
      message: error.message,
      remedy: error.remedy,
    } as const;
    return refused(refusal, io, json, exit.fault);
  }
  const { machineTrouble } = await import('./machine-trouble.js');
  const trouble = machineTrouble(error);
  if (trouble !== undefined) return refused(trouble, io, json, exit.fault);
  const { faultObject, faultText } = await import('./fault.js');
  if (json) await writeFully(io.stdout, `${printableJson(faultObject(error), 2)}\n`);
  await writeFully(io.stderr, faultText(error, terminalOf(io.stderr, io.env), io.env));
  return exit.fault;
}

/** Whether a command line that could not be parsed asked for JSON. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => {
    return word === '--json' || word === '--format=json' || (word === '--format' && argv[index + 1] === 'json');
  });
}
