import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { jsonOf } from '../json-text.js';
import type { Read } from './read.js';

/** Data of the events of a stream that are JSON, in order. */
export function eventsOf(body: string): readonly unknown[] {
  const events: unknown[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const value = jsonOf(data);
      if (value !== undefined) events.push(value);
    },
  });
  // The empty line ends an event that the server did not end.
  parser.feed(`${body}\n\n`);
  return events;
}

const fault = z.object({ error: z.object({ message: z.string() }) });

/** What a server says when it gives up in the middle of a stream. */
function faultIn(events: readonly unknown[]): Pick<Read, 'failed'> {
  const found = events.map((event) => fault.safeParse(event)).find(({ success }) => success);
  return found?.data === undefined ? {} : { failed: found.data.error.message };
}

const messageEvent = z.union([
  z.object({ type: z.literal('message_start'), message: z.object({ usage: z.object({ input_tokens: z.number() }) }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.union([z.object({ text: z.string() }), z.object({ partial_json: z.string() }), z.object({})]),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: z.object({ output_tokens: z.number() }).optional(),
  }),
]);

/** The answer in a stream of Anthropic's messages. Undefined for what is none. */
export function readMessages(events: readonly unknown[]): Read | undefined {
  let [text, stop] = ['', undefined as string | undefined];
  let [inputTokens, outputTokens] = [undefined as number | undefined, undefined as number | undefined];
  let known = 0;
  for (const each of events) {
    const { success, data } = messageEvent.safeParse(each);
    if (!success) continue;
    known += 1;
    if (data.type === 'message_start') inputTokens = data.message.usage.input_tokens;
    else if (data.type === 'message_delta') {
      stop = data.delta.stop_reason ?? stop;
      outputTokens = data.usage?.output_tokens ?? outputTokens;
    } else text += piece(data.delta);
  }
  const failed = faultIn(events);
  if (known === 0 && failed.failed === undefined) return undefined;
  const usage = inputTokens === undefined || outputTokens === undefined ? {} : { usage: { inputTokens, outputTokens } };
  return { text, cut: stop === undefined || stop === 'max_tokens', ...usage, ...failed };
}

function piece(delta: { readonly text?: string } | { readonly partial_json?: string }): string {
  if ('text' in delta) return delta.text ?? '';
  return 'partial_json' in delta ? (delta.partial_json ?? '') : '';
}

const chunk = z.object({
  choices: z.array(
    z.object({ delta: z.object({ content: z.string().nullish() }).optional(), finish_reason: z.string().nullish() }),
  ),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

/** The answer in a stream of OpenAI's chat completions. Undefined for what is none. */
export function readCompletions(events: readonly unknown[]): Read | undefined {
  const chunks = events.flatMap((event) => chunk.safeParse(event).data ?? []);
  const failed = faultIn(events);
  if (chunks.length === 0 && failed.failed === undefined) return undefined;
  const choices = chunks.flatMap((each) => each.choices.slice(0, 1));
  const finish = choices.findLast(({ finish_reason: reason }) => typeof reason === 'string')?.finish_reason;
  const told = chunks.findLast(({ usage }) => usage !== undefined && usage !== null)?.usage;
  return {
    text: choices.map(({ delta }) => delta?.content ?? '').join(''),
    cut: finish === undefined || finish === 'length',
    ...(told && { usage: { inputTokens: told.prompt_tokens, outputTokens: told.completion_tokens } }),
    ...failed,
  };
}
