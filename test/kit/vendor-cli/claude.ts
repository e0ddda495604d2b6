import type { Vendor } from './vendor.js';

/** Claude Code. It starts without the server's tools unless it is told to wait for them. */
export const claude: Vendor = {
  client: 'claude-code',
  launch: ({ api }) => ({
    args: [
      '-p',
      ...['--output-format', 'json', '--max-turns', '20', '--no-session-persistence'],
      ...['--setting-sources', 'project', '--permission-mode', 'dontAsk', '--allowedTools', 'mcp__countersign'],
    ],
    env: {
      ANTHROPIC_BASE_URL: api,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      MCP_CONNECTION_NONBLOCKING: '0',
    },
    files: {},
  }),
};
