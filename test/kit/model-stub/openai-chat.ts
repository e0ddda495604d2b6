import { z } from 'zod';
import type { Dialect, ServerSentEvent, Spoken } from './dialect.js';
import { textOf } from './text-of.js';

const named = z.looseObject({ name: z.string() });
const request = z.looseObject({
  stream: z.boolean().nullish(),
  tools: z.array(z.looseObject({ function: named.optional() })).nullish(),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: z.unknown().optional(),
      tool_call_id: z.string().optional(),
      tool_calls: z.array(z.looseObject({ id: z.string(), function: named.optional() })).nullish(),
    }),
  ),
});
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** OpenAI's `POST /v1/chat/completions`. */
export const openaiChat: Dialect = {
  name: 'openai-chat',
  accepts: (path) => path.endsWith('/chat/completions'),
  read(body) {
    const { stream, tools, messages } = request.parse(body);
    const calls = messages.flatMap(({ tool_calls: made }) => made ?? []);
    const names = new Map(calls.map((call) => [call.id, call.function?.name]));
    const of = (wanted: string) => messages.filter(({ role }) => role === wanted);
    return {
      stream: stream ?? false,
      offered: (tools ?? []).flatMap(({ function: tool }) => (tool === undefined ? [] : [{ name: tool.name }])),
      results: of('tool').map((each) => ({
        tool: names.get(each.tool_call_id ?? '') ?? '',
        text: textOf(each.content),
      })),
      prompt: of('user')
        .map(({ content }) => textOf(content))
        .join('\n'),
    };
  },
  whole: (reply, number) => ({
    ...head(number, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, ...said(reply, number) },
        finish_reason: reply.kind === 'text' ? 'stop' : 'tool_calls',
      },
    ],
    usage,
  }),
  events: stream,
  fault: (status, message) => ({
    error: { message, type: 'api_error', code: status === 429 ? 'insufficient_quota' : 'server_error' },
  }),
};

function head(number: number, object: string) {
  return { id: `chatcmpl-${number}`, object, created: 1_700_000_000, model: 'stub-model' };
}

function said(reply: Spoken, number: number) {
  if (reply.kind === 'text') return { content: reply.text };
  const call = { name: reply.tool.name, arguments: JSON.stringify(reply.args) };
  return { tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: call }] };
}

function stream(reply: Spoken, number: number): readonly ServerSentEvent[] {
  const chunk = (delta: unknown, finish: string | null) => ({
    data: { ...head(number, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] },
  });
  return [
    chunk({ role: 'assistant', ...said(reply, number) }, null),
    chunk({}, reply.kind === 'text' ? 'stop' : 'tool_calls'),
    { data: { ...head(number, 'chat.completion.chunk'), choices: [], usage } },
    { data: '[DONE]' },
  ];
}
