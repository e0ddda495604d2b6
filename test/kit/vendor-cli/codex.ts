import { stringify } from 'smol-toml';
import type { Vendor } from './vendor.js';

/** Codex. It loads the configuration of a project only where the user trusts it. */
export const codex: Vendor = {
  client: 'codex',
  launch: ({ api, directory }) => ({
    args: ['exec', '--json', '--sandbox', 'read-only', '--ephemeral', '-'],
    env: { STUB_KEY: 'dummy' },
    files: {
      '.codex/config.toml': stringify({
        // A model that it knows would have its tools searched for; one of another provider is not tried by WebSocket.
        model: 'stub-model',
        model_provider: 'stub',
        model_providers: { stub: { name: 'stub', base_url: `${api}/v1`, env_key: 'STUB_KEY', wire_api: 'responses' } },
        projects: { [directory]: { trust_level: 'trusted' } },
      }),
    },
  }),
};
