import { z } from 'zod';
import type { Environment } from '../../isolation/environment.js';
import type { Authoring } from '../../driver.js';
import { jsonOf } from '../../json-text.js';
import { jsonLines } from '../json-lines.js';
import type { CliProgram, Envelope } from '../program.js';

const stats = z.object({ input_tokens: z.number().optional(), output_tokens: z.number().optional() });

const event = z.union([
  z.object({ type: z.literal('message'), role: z.literal('assistant'), content: z.string() }),
  z.object({ type: z.enum(['tool_use', 'tool_result']) }),
  z.object({ type: z.literal('error'), severity: z.string().optional(), message: z.string() }),
  z.object({
    type: z.literal('result'),
    status: z.string(),
    error: z.object({ message: z.string() }).optional(),
    stats: stats.optional(),
  }),
]);

const fault = z.object({ error: z.object({ message: z.string() }) });

/** Gemini CLI. Without a person it is offered no tool that writes; what reads the network is not offered either. */
export const gemini: CliProgram = {
  program: 'gemini',
  help: ['--help'],
  needs: ['--output-format', '--approval-mode', '--skip-trust', '--extensions'],
  variables: [
    ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
    ...['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ],
  login: { directory: '.gemini', files: ['oauth_creds.json', 'google_accounts.json'] },
  writes: true,
  launch: ({ model, env, author }) => ({
    args: [
      ...[
        '--output-format',
        'stream-json',
        '--approval-mode',
        author === undefined ? 'default' : 'auto_edit',
        '--skip-trust',
        '--extensions',
        'none',
      ],
      ...(model === undefined ? [] : ['--model', model]),
    ],
    set: { GEMINI_CLI_NO_RELAUNCH: '1' },
    files: { '.gemini/settings.json': JSON.stringify(settings(env, author)) },
  }),
  read: (output) => envelope(output),
};

function settings(env: Environment, author: Authoring | undefined) {
  const reading = ['list_directory', 'read_file', 'read_many_files', 'glob', 'grep_search', 'search_file_content'];
  return {
    ...(author !== undefined && { model: { maxSessionTurns: author.turns } }),
    security: { auth: { selectedType: authType(env) } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, checkpointing: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    tools: { core: author === undefined ? reading : [...reading, 'write_file', 'replace'] },
    mcp: { allowed: [] },
    hooksConfig: { enabled: false },
    // Guidelines come in the prompt, from the base; a file of this name is nowhere.
    context: { fileName: 'countersign-no-context.md' },
  };
}

function authType(env: Environment): string {
  if (env['GOOGLE_GENAI_USE_VERTEXAI'] === 'true') return 'vertex-ai';
  return env['GEMINI_API_KEY'] === undefined ? 'oauth-personal' : 'gemini-api-key';
}

function envelope(output: string): Envelope {
  const events = jsonLines(output, event);
  const result = events.findLast((each) => each.type === 'result');
  if (result?.type !== 'result') return failureIn(output, events);
  if (result.status !== 'success') return { failed: result.error?.message ?? result.status };
  const lastTool = events.findLastIndex(({ type }) => type === 'tool_use' || type === 'tool_result');
  const text = events
    .slice(lastTool + 1)
    .map((each) => (each.type === 'message' ? each.content : ''))
    .join('');
  const { input_tokens: inputTokens, output_tokens: outputTokens } = result.stats ?? {};
  const usage = {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  };
  return { ...(text !== '' && { text }), ...(result.stats !== undefined && { usage }) };
}

/** Before the first event it writes one JSON object over several lines. */
function failureIn(output: string, events: readonly z.output<typeof event>[]): Envelope {
  const whole = fault.safeParse(jsonOf(output));
  if (whole.success) return { failed: whole.data.error.message };
  const last = events.findLast((each) => each.type === 'error');
  return last?.type === 'error' ? { failed: last.message } : {};
}
