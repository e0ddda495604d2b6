import { z } from 'zod';
import { jsonLines } from '../json-lines.js';
import type { CliProgram, Envelope } from '../program.js';

const event = z.union([
  z.object({ type: z.literal('assistant.message'), data: z.object({ content: z.string() }) }),
  z.object({ type: z.literal('session.error'), data: z.object({ message: z.string() }) }),
  z.object({ type: z.literal('result'), exitCode: z.number().optional() }),
]);

/** GitHub Copilot CLI. Only tools that read are offered, and paths outside of the checkout need a person, who is not there. */
export const copilot: CliProgram = {
  program: 'copilot',
  help: ['--help'],
  needs: ['--output-format', '--available-tools', '--disable-builtin-mcps', '--no-custom-instructions', '--silent'],
  variables: [
    ...['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'COPILOT_MODEL', 'COPILOT_OFFLINE'],
    ...['COPILOT_PROVIDER_BASE_URL', 'COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_TYPE'],
  ],
  login: { directory: '.copilot', files: [] },
  launch: ({ has, model }) => ({
    args: [
      ...['--silent', '--output-format', 'json', '--disable-builtin-mcps', '--no-custom-instructions'],
      ...['--no-ask-user', '--no-auto-update', '--no-remote', '--disallow-temp-dir'].filter(has),
      ...['--available-tools', 'view', 'rg', 'glob'],
      ...(model === undefined ? [] : ['--model', model]),
    ],
    set: { COPILOT_AUTO_UPDATE: 'false' },
  }),
  read: (output) => envelope(jsonLines(output, event)),
};

function envelope(events: readonly z.output<typeof event>[]): Envelope {
  const error = events.findLast((each) => each.type === 'session.error');
  const result = events.findLast((each) => each.type === 'result');
  if (error?.type === 'session.error') return { failed: error.data.message };
  if (result?.type === 'result' && result.exitCode !== undefined && result.exitCode !== 0)
    return { failed: `it ended its session with ${result.exitCode}` };
  const message = events.findLast((each) => each.type === 'assistant.message' && each.data.content !== '');
  return message?.type === 'assistant.message' ? { text: message.data.content } : {};
}
