import type { CliProgram } from '../program.js';
import { readResult } from './result-line.js';

/** Qwen Code, a relative of Gemini CLI that speaks OpenAI's dialect. */
export const qwen: CliProgram = {
  program: 'qwen',
  help: ['--help'],
  needs: ['--output-format', '--approval-mode', '--core-tools', '--extensions'],
  variables: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'DASHSCOPE_API_KEY'],
  login: { directory: '.qwen', files: ['oauth_creds.json'] },
  launch: ({ has, model, env }) => ({
    args: [
      ...['--output-format', 'stream-json', '--approval-mode', 'default', '--extensions', 'none'],
      ...['--core-tools', 'read_file,glob,grep_search,list_directory'],
      ...(has('--exclude-tools') ? ['--exclude-tools', 'agent,skill,task_stop,send_message'] : []),
      ...(has('--chat-recording') ? ['--chat-recording', 'false'] : []),
      ...(env['OPENAI_API_KEY'] === undefined ? [] : ['--auth-type', 'openai']),
      ...(model === undefined ? [] : ['--model', model]),
    ],
    files: { '.qwen/settings.json': JSON.stringify(settings) },
  }),
  read: readResult,
};

const settings = {
  general: { disableAutoUpdate: true, disableUpdateNag: true },
  privacy: { usageStatisticsEnabled: false },
  mcp: { allowed: [] },
  context: { fileName: 'countersign-no-context.md' },
  disableAllHooks: true,
};
