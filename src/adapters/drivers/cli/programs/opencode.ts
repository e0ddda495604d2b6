import { z } from 'zod';
import { jsonLines } from '../json-lines.js';
import type { CliProgram, Envelope } from '../program.js';

const event = z.union([
  z.object({ type: z.literal('text'), part: z.object({ text: z.string() }) }),
  z.object({ type: z.literal('tool_use') }),
  z.object({
    type: z.literal('step_finish'),
    part: z.object({
      cost: z.number().optional(),
      tokens: z.object({ input: z.number(), output: z.number(), cache: z.object({ read: z.number() }).optional() }),
    }),
  }),
  z.object({
    type: z.literal('error'),
    error: z.object({ name: z.string(), data: z.object({ message: z.string() }).optional() }),
  }),
]);

/** OpenCode. It has no flag for permissions: the configuration of the run denies what writes, runs or fetches. */
export const opencode: CliProgram = {
  program: 'opencode',
  help: ['run', '--help'],
  needs: ['--format', '--title'],
  variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_API_KEY'],
  login: { directory: '.local/share/opencode', files: ['auth.json'] },
  launch: ({ has, model }) => ({
    args: [
      ...['run', '--format', 'json', '--title', 'review'],
      ...['--pure'].filter(has),
      ...(model === undefined ? [] : ['--model', model]),
    ],
    set: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_PERMISSION: JSON.stringify(permission),
    },
    files: { '.config/opencode/opencode.json': JSON.stringify({ share: 'disabled', autoupdate: false, permission }) },
  }),
  read: (output) => envelope(jsonLines(output, event)),
};

const permission = {
  ...{ edit: 'deny', bash: 'deny', webfetch: 'deny', websearch: 'deny', task: 'deny', skill: 'deny' },
  external_directory: 'deny',
};

function envelope(events: readonly z.output<typeof event>[]): Envelope {
  const error = events.findLast((each) => each.type === 'error');
  if (error?.type === 'error') return { failed: error.error.data?.message ?? error.error.name };
  const lastTool = events.findLastIndex(({ type }) => type === 'tool_use');
  const text = events
    .slice(lastTool + 1)
    .map((each) => (each.type === 'text' ? each.part.text : ''))
    .join('');
  const steps = events.flatMap((each) => (each.type === 'step_finish' ? [each.part] : []));
  if (steps.length === 0) return text === '' ? {} : { text };
  const sum = (figure: (step: (typeof steps)[number]) => number) => steps.reduce((all, step) => all + figure(step), 0);
  const costs = steps.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const usage = {
    inputTokens: sum(({ tokens }) => tokens.input + (tokens.cache?.read ?? 0)),
    outputTokens: sum(({ tokens }) => tokens.output),
    ...(costs.length === steps.length && { costUsd: costs.reduce((all, cost) => all + cost, 0) }),
  };
  return { ...(text !== '' && { text }), usage };
}
