import type { agentVias } from '../../../domain/model/policy-protocols.js';
import type { CliProgram, Launching } from '../cli/program.js';
import { claude } from '../cli/programs/claude.js';
import { codex } from '../cli/programs/codex.js';
import { copilot } from '../cli/programs/copilot.js';
import { gemini } from '../cli/programs/gemini.js';
import { opencode } from '../cli/programs/opencode.js';
import { qwen } from '../cli/programs/qwen.js';
import type { AcpLaunch, AcpProgram } from './program.js';

export type AcpVia = (typeof agentVias.acp)[number];

/** The protocol has no place for the form of an answer: the prompt describes it. */
const noForm = { type: 'object' } as const;

/** A maker's agent that speaks the protocol itself: kept apart by the settings that it has on the command line. */
function itself(
  cli: CliProgram,
  own: Pick<AcpProgram, 'help' | 'needs' | 'takesModel'> & {
    readonly args: (on: Omit<Launching, 'schema'>) => readonly string[];
  },
): AcpProgram {
  const { help, needs, takesModel } = own;
  const { program, variables, login } = cli;
  const launch = (on: Omit<Launching, 'schema'>): AcpLaunch => {
    const { set, files } = cli.launch({ ...on, schema: noForm });
    return { args: own.args(on), ...(set && { set }), ...(files && { files }) };
  };
  return { program, help, needs, takesModel, variables, login, launch };
}

/** A program that speaks the protocol for a maker's agent, which is looked up like every other. */
function adapter(
  cli: CliProgram,
  own: Pick<AcpProgram, 'program'> & { readonly variable: string; readonly mode?: string },
): AcpProgram {
  const { program, variable, mode } = own;
  const launch = (on: Omit<Launching, 'schema'>): AcpLaunch => {
    const { set } = cli.launch({ ...on, schema: noForm });
    return { args: [], ...(set && { set }), ...(mode !== undefined && { mode }) };
  };
  const { variables, login } = cli;
  const starts = { program: cli.program, variable };
  return { program, help: undefined, needs: [], takesModel: false, variables, login, starts, launch };
}

const ofModel = (model: string | undefined): readonly string[] => (model === undefined ? [] : ['--model', model]);

/** Every agent that a policy may name by `via` of driver `acp`. */
export const acpPrograms: Readonly<Record<AcpVia, AcpProgram>> = {
  claude: adapter(claude, { program: 'claude-agent-acp', variable: 'CLAUDE_CODE_EXECUTABLE' }),
  codex: adapter(codex, { program: 'codex-acp', variable: 'CODEX_PATH', mode: 'read-only' }),
  gemini: itself(gemini, {
    help: ['--help'],
    needs: ['--acp', '--approval-mode', '--skip-trust', '--extensions'],
    takesModel: true,
    args: ({ model }) => [
      ...['--acp', '--approval-mode', 'default', '--skip-trust', '--extensions', 'none'],
      ...ofModel(model),
    ],
  }),
  opencode: itself(opencode, {
    help: ['acp', '--help'],
    needs: [],
    takesModel: false,
    args: ({ has }) => ['acp', ...['--pure'].filter(has)],
  }),
  copilot: itself(copilot, {
    help: ['--help'],
    needs: ['--acp', '--available-tools', '--disable-builtin-mcps', '--no-custom-instructions'],
    takesModel: true,
    args: ({ has, model }) => [
      ...['--acp', '--disable-builtin-mcps', '--no-custom-instructions'],
      ...['--no-auto-update', '--no-remote', '--disallow-temp-dir'].filter(has),
      ...['--available-tools', 'view', 'rg', 'glob'],
      ...ofModel(model),
    ],
  }),
  qwen: itself(qwen, {
    help: ['--help'],
    needs: ['--acp', '--approval-mode', '--core-tools', '--extensions'],
    takesModel: true,
    args: ({ has, model, env }) => [
      ...['--acp', '--approval-mode', 'default', '--extensions', 'none'],
      ...['--core-tools', 'read_file,glob,grep_search,list_directory'],
      ...(has('--exclude-tools') ? ['--exclude-tools', 'agent,skill,task_stop,send_message'] : []),
      ...(env['OPENAI_API_KEY'] === undefined ? [] : ['--auth-type', 'openai']),
      ...ofModel(model),
    ],
  }),
};

export function isAcpVia(word: string): word is AcpVia {
  return Object.hasOwn(acpPrograms, word);
}
