import type { Vendor } from './vendor.js';

/** OpenCode. It quotes a prompt on its command line, so the prompt goes to stdin. */
export const opencode: Vendor = {
  client: 'opencode',
  launch: ({ api }) => ({
    args: ['run', '--format', 'json', '--title', 'review'],
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        model: 'stub/stub-model',
        enabled_providers: ['stub'],
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            name: 'stub',
            options: { baseURL: `${api}/v1`, apiKey: 'dummy' },
            models: { 'stub-model': { name: 'stub', tool_call: true } },
          },
        },
      }),
    },
  }),
};
