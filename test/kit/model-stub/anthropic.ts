import { z } from 'zod';
import type { Dialect, ServerSentEvent, Spoken } from './dialect.js';
import { textOf } from './text-of.js';

const block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
  text: z.string().optional(),
});
const request = z.looseObject({
  stream: z.boolean().default(false),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(block)]) })),
});
const usage = { input_tokens: 10, output_tokens: 5 };

/** Anthropic's `POST /v1/messages`. */
export const anthropic: Dialect = {
  name: 'anthropic',
  accepts: (path) => path.endsWith('/v1/messages'),
  read(body) {
    const { stream, tools, messages } = request.parse(body);
    const blocks = messages.flatMap(({ role, content }) =>
      (typeof content === 'string' ? [block.parse({ type: 'text', text: content })] : content).map((each) => ({
        ...each,
        role,
      })),
    );
    const names = new Map(blocks.map(({ id, name }) => [id, name]));
    return {
      stream,
      offered: tools.map(({ name }) => ({ name })),
      results: blocks
        .filter(({ type }) => type === 'tool_result')
        .map((each) => ({ tool: names.get(each.tool_use_id) ?? '', text: textOf(each.content) })),
      prompt: blocks
        .filter(({ type, role }) => type === 'text' && role === 'user')
        .map(({ text }) => text ?? '')
        .join('\n'),
    };
  },
  whole: (reply, number) => ({
    ...message(number),
    content: [content(reply, number)],
    stop_reason: stop(reply),
    usage,
  }),
  events: (reply, number) => stream(reply, number),
  fault: (status, text) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: text },
  }),
};

function message(number: number) {
  return { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'stub-model', stop_sequence: null };
}

function content(reply: Spoken, number: number) {
  return reply.kind === 'text'
    ? { type: 'text', text: reply.text }
    : { type: 'tool_use', id: `toolu_${number}`, name: reply.tool.name, input: reply.args };
}

function stop(reply: Spoken): string {
  return reply.kind === 'text' ? 'end_turn' : 'tool_use';
}

function stream(reply: Spoken, number: number): readonly ServerSentEvent[] {
  const [start, delta] =
    reply.kind === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: reply.text },
        ]
      : [
          { ...content(reply, number), input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) },
        ];
  return [
    { type: 'message_start', message: { ...message(number), content: [], stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop(reply), stop_sequence: null }, usage },
    { type: 'message_stop' },
  ].map((data) => ({ event: data.type, data }));
}
