import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cliPrograms, type CliVia } from './index.js';

const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n');

describe('the last word of a program', () => {
  it.each<[string, CliVia, string, string | undefined, object]>([
    [
      'in a form is taken as it stands',
      'claude',
      lines(
        { type: 'assistant', message: {} },
        {
          type: 'result',
          subtype: 'success',
          is_error: false,
          result: 'Done.',
          structured_output: { verdict: 'approved' },
          total_cost_usd: 0.5,
          usage: { input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 3 },
        },
      ),
      undefined,
      { text: '{"verdict":"approved"}', usage: { inputTokens: 3, outputTokens: 3, costUsd: 0.5 } },
    ],
    [
      'can be a failure that calls itself a success',
      'claude',
      lines({ type: 'result', subtype: 'success', is_error: true, result: 'Not logged in' }),
      undefined,
      { failed: 'Not logged in' },
    ],
    ['can be missing', 'claude', 'Segmentation fault', undefined, {}],
    [
      'stands in a file',
      'codex',
      lines({ type: 'error', message: 'reconnecting' }, { type: 'turn.completed' }),
      'answer',
      { text: 'answer' },
    ],
    [
      'of a turn that failed is its error',
      'codex',
      lines({ type: 'turn.started' }, { type: 'turn.failed', error: { message: 'usage limit' } }),
      undefined,
      { failed: 'usage limit' },
    ],
    [
      'in pieces is put together, without what was said before it looked',
      'gemini',
      lines(
        { type: 'message', role: 'assistant', content: 'I look.', delta: true },
        { type: 'tool_use', tool_name: 'read_file' },
        { type: 'message', role: 'assistant', content: 'It is ', delta: true },
        { type: 'message', role: 'assistant', content: 'right.', delta: true },
        { type: 'result', status: 'success', stats: { input_tokens: 5, output_tokens: 6 } },
      ),
      undefined,
      { text: 'It is right.', usage: { inputTokens: 5, outputTokens: 6 } },
    ],
    [
      'of a stream that was cut is none',
      'gemini',
      lines({ type: 'message', role: 'assistant', content: 'VERDICT: APPROVED' }),
      undefined,
      {},
    ],
    [
      'of each step is added up',
      'opencode',
      lines(
        { type: 'step_finish', part: { cost: 1, tokens: { input: 1, output: 2 } } },
        { type: 'text', part: { text: 'answer' } },
        { type: 'step_finish', part: { cost: 2, tokens: { input: 3, output: 4 } } },
      ),
      undefined,
      { text: 'answer', usage: { inputTokens: 4, outputTokens: 6, costUsd: 3 } },
    ],
    [
      'beside an error is not believed',
      'opencode',
      lines({ type: 'text', part: { text: 'approved' } }, { type: 'error', error: { name: 'APIError' } }),
      undefined,
      { failed: 'APIError' },
    ],
    [
      'is that of the last message',
      'copilot',
      lines(
        { type: 'assistant.message', data: { content: 'I look.' } },
        { type: 'assistant.message', data: { content: 'answer' } },
        { type: 'result', exitCode: 0 },
      ),
      undefined,
      { text: 'answer' },
    ],
  ])('%s (%#)', (_name, via, output, file, expected) => {
    expect(cliPrograms[via].read(output, file)).toEqual(expected);
  });

  it.each(Object.entries(cliPrograms))('of %s can be any bytes', (_via, { read }) => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(read(`{"type":"result"}\n${text}`, undefined)).not.toHaveProperty('text');
      }),
    );
  });
});
