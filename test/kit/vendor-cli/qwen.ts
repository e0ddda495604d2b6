import type { Vendor } from './vendor.js';

/** Qwen Code, a relative of Gemini CLI that speaks OpenAI's dialect. */
export const qwen: Vendor = {
  client: 'qwen',
  launch: ({ api }) => ({
    args: ['--output-format', 'json', '--auth-type', 'openai'],
    env: { OPENAI_BASE_URL: `${api}/v1`, OPENAI_API_KEY: 'dummy', OPENAI_MODEL: 'stub-model' },
    files: {
      '.qwen/settings.json': JSON.stringify({
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  }),
};
