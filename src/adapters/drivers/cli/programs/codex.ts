import { join } from 'node:path';
import { z } from 'zod';
import { jsonLines } from '../json-lines.js';
import type { CliProgram, Envelope } from '../program.js';

const event = z.union([
  z.object({
    type: z.literal('turn.completed'),
    usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
  }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);

const answer = 'answer.txt';
const schemaFile = 'answer-schema.json';

/** Codex. Its own sandbox lets commands read and nothing more, of an author write below the working directory, without network. */
export const codex: CliProgram = {
  program: 'codex',
  help: ['exec', '--help'],
  needs: ['--json', '--sandbox', '--ephemeral', '--skip-git-repo-check', '--output-last-message'],
  variables: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'OPENAI_BASE_URL'],
  login: { directory: '.codex', files: ['auth.json'] },
  writes: true,
  launch: ({ has, model, schema, home, author }) => ({
    args: [
      ...[
        'exec',
        '--json',
        '--sandbox',
        author === undefined ? 'read-only' : 'workspace-write',
        '--ephemeral',
        '--skip-git-repo-check',
      ],
      ...['--ignore-user-config', '--ignore-rules'].filter(has),
      ...(author === undefined && has('--output-schema') ? ['--output-schema', join(home, schemaFile)] : []),
      ...['--output-last-message', join(home, answer)],
      ...(model === undefined ? [] : ['--model', model]),
      '-',
    ],
    files: { [schemaFile]: JSON.stringify(schema) },
    answerFile: answer,
  }),
  read: (output, text) => envelope(jsonLines(output, event), text),
};

function envelope(events: readonly z.output<typeof event>[], text: string | undefined): Envelope {
  const done = events.findLast((each) => each.type === 'turn.completed');
  const usage =
    done?.usage === undefined
      ? {}
      : { usage: { inputTokens: done.usage.input_tokens, outputTokens: done.usage.output_tokens } };
  // An error on the way that a later attempt made good is none.
  if (done !== undefined) return { ...(text !== undefined && { text }), ...usage };
  const failed = events.flatMap((each) =>
    each.type === 'turn.failed' ? [each.error.message] : each.type === 'error' ? [each.message] : [],
  );
  return failed.length === 0 ? {} : { failed: failed.join('\n') };
}
