import { z } from 'zod';
import { jsonLines } from '../json-lines.js';
import type { Envelope } from '../program.js';

const count = z.number().nonnegative().optional();

const line = z.object({
  type: z.literal('result'),
  subtype: z.string().optional(),
  is_error: z.boolean().optional(),
  result: z.string().nullish(),
  error: z.object({ message: z.string() }).nullish(),
  structured_output: z.unknown().optional(),
  total_cost_usd: count,
  usage: z
    .object({
      input_tokens: count,
      output_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
    })
    .optional(),
});

/** The line `result` at the end of a stream of events, which several programs write. */
export function readResult(output: string): Envelope {
  const found = jsonLines(output, line).at(-1);
  if (found === undefined) return {};
  const { subtype, is_error: failed, result, error, structured_output: structured } = found;
  const usage = usageOf(found);
  if (failed === true)
    return { failed: error?.message ?? result ?? subtype ?? 'it says that it failed', ...(usage && { usage }) };
  const text = structured === undefined || structured === null ? result : JSON.stringify(structured);
  return { ...(text !== undefined && text !== null && { text }), ...(usage && { usage }) };
}

function usageOf({ usage, total_cost_usd: costUsd }: z.output<typeof line>): Envelope['usage'] {
  if (usage === undefined) return costUsd === undefined ? undefined : { costUsd };
  const { input_tokens: input, output_tokens: output } = usage;
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return {
    ...(input !== undefined && { inputTokens: input + cached }),
    ...(output !== undefined && { outputTokens: output }),
    ...(costUsd !== undefined && { costUsd }),
  };
}
