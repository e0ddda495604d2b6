import type { Vendor } from './vendor.js';

/** GitHub Copilot CLI with a provider of one's own, which needs no account. Without a person it loads the servers of a project only when told. */
export const copilot: Vendor = {
  client: 'copilot',
  launch: ({ api, directory }) => ({
    args: ['-s', '--output-format', 'json', '--disable-builtin-mcps', '--allow-tool', 'countersign'],
    env: {
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_MODEL: 'gpt-4',
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_PROVIDER_BASE_URL: `${api}/v1`,
      GITHUB_COPILOT_PROMPT_MODE_WORKSPACE_MCP: 'true',
    },
    files: { '.copilot/config.json': JSON.stringify({ trustedFolders: [directory] }) },
  }),
};
