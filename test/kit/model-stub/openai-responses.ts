import { z } from 'zod';
import type { Dialect, ServerSentEvent, Spoken } from './dialect.js';
import { textOf } from './text-of.js';

const item = z.looseObject({
  type: z.string().default('message'),
  role: z.string().optional(),
  content: z.unknown().optional(),
  output: z.unknown().optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
});
const named = z.looseObject({ name: z.string().optional() });
const request = z.looseObject({
  stream: z.boolean().nullish(),
  tools: z.array(named.extend({ type: z.string(), tools: z.array(named).optional() })).nullish(),
  input: z.union([z.string(), z.array(item)]),
});

/** OpenAI's `POST /v1/responses`. */
export const openaiResponses: Dialect = {
  name: 'openai-responses',
  accepts: (path) => path.endsWith('/responses'),
  read(body) {
    const { stream, tools, input } = request.parse(body);
    const items = typeof input === 'string' ? [item.parse({ role: 'user', content: input })] : input;
    const calls = items.filter(({ type }) => !type.endsWith('_output'));
    const names = new Map(calls.map((each) => [each.call_id, each.name]));
    return {
      stream: stream ?? false,
      offered: (tools ?? []).flatMap(({ name, tools: inner }) =>
        inner === undefined
          ? [{ name: name ?? '' }]
          : inner.map((each) => ({ name: each.name ?? '', ...(name === undefined ? {} : { namespace: name }) })),
      ),
      results: items
        .filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output')
        .map((each) => ({ tool: names.get(each.call_id) ?? '', text: textOf(each.output) })),
      prompt: items
        .filter(({ role }) => role === 'user')
        .map(({ content }) => textOf(content))
        .join('\n'),
    };
  },
  whole: (reply, number) => response(number, 'completed', [output(reply, number)]),
  events: stream,
  fault: (status, message) => ({
    error: { message, type: 'api_error', code: status === 429 ? 'insufficient_quota' : 'server_error' },
  }),
};

function response(number: number, status: string, items: readonly unknown[]) {
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1_700_000_000,
    status,
    model: 'stub-model',
    output: items,
    usage:
      status === 'completed'
        ? {
            input_tokens: 10,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: 5,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: 15,
          }
        : null,
  };
}

function output(reply: Spoken, number: number) {
  if (reply.kind === 'text')
    return {
      type: 'message',
      id: `item_${number}`,
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    };
  return {
    type: 'function_call',
    id: `item_${number}`,
    status: 'completed',
    call_id: `call_${number}`,
    arguments: JSON.stringify(reply.args),
    ...reply.tool,
  };
}

function stream(reply: Spoken, number: number): readonly ServerSentEvent[] {
  const place = { output_index: 0, item_id: `item_${number}` };
  const item = output(reply, number);
  const empty = reply.kind === 'text' ? { ...item, status: 'in_progress', content: [] } : { ...item, arguments: '' };
  const delta =
    reply.kind === 'text'
      ? { type: 'response.output_text.delta', ...place, content_index: 0, delta: reply.text }
      : { type: 'response.function_call_arguments.delta', ...place, delta: JSON.stringify(reply.args) };
  return [
    { type: 'response.created', response: response(number, 'in_progress', []) },
    { type: 'response.output_item.added', output_index: 0, item: empty },
    delta,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: response(number, 'completed', [item]) },
  ].map((data, index) => ({ event: data.type, data: { ...data, sequence_number: index } }));
}
