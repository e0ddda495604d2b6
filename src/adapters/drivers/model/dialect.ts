import { z } from 'zod';
import type { JsonSchema } from '../../../application/prompt/answer-form.js';
import type { Read } from './read.js';
import { readCompletions, readMessages } from './streams.js';

/** How one kind of API is asked for one answer, and how its answer is read. */
export interface Dialect {
  /** Address without the path of a method. */
  readonly endpoint: string;
  /** Path of the method, behind the endpoint. */
  readonly path: string;
  /** Variable that holds the key where the user names no other; undefined: none is needed. */
  readonly keyVariable: string | undefined;
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  readonly body: (model: string, prompt: string, wanted: Wanted) => object;
  /** Undefined for what is no answer of this API. */
  readonly read: (answer: unknown) => Read | undefined;
  /** The same from the events of a stream. */
  readonly readEvents: (events: readonly unknown[]) => Read | undefined;
}

/** What a server may not take, and is then asked without. */
export interface Wanted {
  /** Form of the answer. */
  readonly schema: JsonSchema | undefined;
  /** The answer piece by piece, so that it is heard whether the model is at work. */
  readonly stream: boolean;
}

/** Longest answer in tokens; a review of 16 parts needs a tenth of it for each. */
const longestAnswer = 16_000;
const answerTool = 'answer';

const message = z.object({
  content: z.array(
    z.union([
      z.object({ type: z.literal('tool_use'), input: z.unknown() }),
      z.object({ text: z.string() }),
      z.object({}),
    ]),
  ),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
});

/** Anthropic's messages. The form of the answer is that of a tool which the model has to call. */
const anthropic: Dialect = {
  endpoint: 'https://api.anthropic.com',
  path: '/v1/messages',
  keyVariable: 'ANTHROPIC_API_KEY',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  body: (model, prompt, { schema, stream }) => ({
    model,
    max_tokens: longestAnswer,
    stream,
    messages: [{ role: 'user', content: prompt }],
    ...(schema !== undefined && {
      tools: [{ name: answerTool, description: 'Gives the answer that the request asks for.', input_schema: schema }],
      tool_choice: { type: 'tool', name: answerTool },
    }),
  }),
  read: (answer) => {
    const parsed = message.safeParse(answer);
    if (!parsed.success) return undefined;
    const { content, stop_reason: stop, usage } = parsed.data;
    const text = content.map((part) =>
      'input' in part ? JSON.stringify(part.input) : 'text' in part ? part.text : '',
    );
    return {
      text: text.join(''),
      cut: stop === 'max_tokens',
      ...(usage && { usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens } }),
    };
  },
  readEvents: readMessages,
};

const completion = z.object({
  choices: z.tuple(
    [z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() })],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

/** OpenAI's chat completions, which most servers speak. */
const openai: Dialect = {
  endpoint: 'https://api.openai.com/v1',
  path: '/chat/completions',
  keyVariable: 'OPENAI_API_KEY',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body: (model, prompt, { schema, stream }) => ({
    model,
    messages: [{ role: 'user', content: prompt }],
    ...(stream && { stream, stream_options: { include_usage: true } }),
    ...(schema !== undefined && {
      response_format: { type: 'json_schema', json_schema: { name: answerTool, strict: true, schema } },
    }),
  }),
  read: (answer) => {
    const parsed = completion.safeParse(answer);
    if (!parsed.success) return undefined;
    const { choices, usage } = parsed.data;
    const [{ message: said, finish_reason: finish }] = choices;
    return {
      text: said.content ?? '',
      cut: finish === 'length',
      ...(usage && { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }),
    };
  },
  readEvents: readCompletions,
};

export const dialects = {
  anthropic,
  openai,
  ollama: { ...openai, endpoint: 'http://127.0.0.1:11434/v1', keyVariable: undefined },
} as const satisfies Readonly<Record<string, Dialect>>;
