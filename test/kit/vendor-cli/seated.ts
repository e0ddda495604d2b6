import type { ConfiguredAgent } from '../../../src/application/ports/user-configuration.js';
import { installed } from './installed.js';
import type { VendorName } from './vendor.js';

/** How a user would seat a client whose model is the stub: what runs, and the environment of the caller. */
export interface SeatedVendor {
  readonly own: ConfiguredAgent;
  readonly env: Readonly<Record<string, string>>;
}

/** Throws where the client is not installed: ask `installed` before. */
export function seatedVendor(name: VendorName, api: string): SeatedVendor {
  const found = installed(name);
  if ('absent' in found) throw new Error(found.absent);
  const { before = [], env, allow = [], model } = settings[name](api);
  return {
    own: { run: [found.command, ...found.args, ...before], env: allow, ...(model !== undefined && { model }) },
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
  };
}

interface Settings {
  /** Arguments in front of those of the driver. */
  readonly before?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Variables that the user allows by name. */
  readonly allow?: readonly string[];
  readonly model?: string;
}

const settings: Readonly<Record<VendorName, (api: string) => Settings>> = {
  claude: (api) => ({
    env: { ANTHROPIC_BASE_URL: api, ANTHROPIC_API_KEY: 'dummy-key', CLAUDE_CODE_MAX_RETRIES: '0' },
    allow: ['CLAUDE_CODE_MAX_RETRIES'],
  }),
  codex: (api) => ({
    before: [
      ...['-c', 'model_provider=stub'],
      ...[
        '-c',
        `model_providers.stub={name="stub",base_url="${api}/v1",env_key="STUB_KEY",wire_api="responses",request_max_retries=0,stream_max_retries=0}`,
      ],
    ],
    env: { STUB_KEY: 'dummy-key' },
    allow: ['STUB_KEY'],
    model: 'stub-model',
  }),
  gemini: (api) => ({
    env: { GEMINI_API_KEY: 'dummy-key', GOOGLE_GEMINI_BASE_URL: api },
    model: 'gemini-2.5-flash',
  }),
  opencode: (api) => ({
    env: {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        enabled_providers: ['stub'],
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            name: 'stub',
            options: { baseURL: `${api}/v1`, apiKey: 'dummy-key' },
            models: { 'stub-model': { name: 'stub', tool_call: true } },
          },
        },
      }),
    },
    allow: ['OPENCODE_CONFIG_CONTENT', 'OPENCODE_DISABLE_MODELS_FETCH'],
    model: 'stub/stub-model',
  }),
  copilot: (api) => ({
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_MODEL: 'gpt-4',
      COPILOT_PROVIDER_API_KEY: 'dummy-key',
      COPILOT_PROVIDER_BASE_URL: `${api}/v1`,
    },
  }),
  qwen: (api) => ({
    env: { OPENAI_BASE_URL: `${api}/v1`, OPENAI_API_KEY: 'dummy-key', OPENAI_MODEL: 'stub-model' },
  }),
};
