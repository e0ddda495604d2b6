import type { Vendor } from './vendor.js';

/** Gemini CLI. Only a trusted workspace has its settings loaded: `--skip-trust` alone starts without them. */
export const gemini: Vendor = {
  client: 'gemini',
  launch: ({ api }) => ({
    args: ['--output-format', 'json', '--approval-mode', 'default', '--model', 'gemini-2.5-flash'],
    env: {
      GEMINI_API_KEY: 'dummy',
      GEMINI_CLI_NO_RELAUNCH: '1',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GOOGLE_GEMINI_BASE_URL: api,
    },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  }),
};
