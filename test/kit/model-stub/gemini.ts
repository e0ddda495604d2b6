import { z } from 'zod';
import type { Dialect, Spoken } from './dialect.js';

const part = z.looseObject({
  text: z.string().optional(),
  functionResponse: z.looseObject({ name: z.string(), response: z.unknown() }).optional(),
});
const request = z.looseObject({
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).default([]) }))
    .default([]),
  contents: z.array(z.looseObject({ role: z.string().default('user'), parts: z.array(part).default([]) })),
});

/** Google's `models/NAME:generateContent` and `:streamGenerateContent`. */
export const gemini: Dialect = {
  name: 'gemini',
  accepts: (path) => /:(?:streamGenerate|generate)Content$/u.test(path),
  read(body, path) {
    const { tools, contents } = request.parse(body);
    const parts = contents.flatMap((each) => each.parts.map((one) => ({ ...one, role: each.role })));
    return {
      stream: path.endsWith(':streamGenerateContent'),
      offered: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => ({ name }))),
      results: parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined
          ? []
          : [{ tool: functionResponse.name, text: JSON.stringify(functionResponse.response) }],
      ),
      prompt: parts.flatMap(({ role, text }) => (role === 'user' && text !== undefined ? [text] : [])).join('\n'),
    };
  },
  whole,
  events: (reply) => [{ data: whole(reply) }],
  fault: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL' },
  }),
};

function whole(reply: Spoken) {
  const said =
    reply.kind === 'text' ? { text: reply.text } : { functionCall: { name: reply.tool.name, args: reply.args } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [said] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'stub-model',
  };
}
