import type { AgentClient } from '../../application/application.js';

/** Where a client reads the MCP servers of a project, and how ours is written there. */
export interface ClientConfig {
  /** Relative to the top of the worktree; the first that exists is used, else the first. */
  readonly paths: readonly [string, ...string[]];
  readonly format: 'json' | 'toml';
  /** Object that holds the servers by name. */
  readonly servers: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Name of our server in every client's configuration. */
export const serverName = 'countersign';

/** A client's configuration file: its path for messages, and its text where it exists. */
export interface ConfigFile {
  readonly path: string;
  readonly text: string | undefined;
}

const server = { command: 'countersign', args: ['mcp'] };
const token = 'COUNTERSIGN_TOKEN';

/**
 * The token itself is in no file. Claude Code, Copilot, OpenCode and Qwen Code hand their environment on to a server, so
 * nothing names it there (they would hand on an unset variable as its name); Codex and Gemini CLI hand on what is named.
 */
export const clients: Readonly<Record<AgentClient, ClientConfig>> = {
  'claude-code': { paths: ['.mcp.json'], format: 'json', servers: 'mcpServers', entry: { type: 'stdio', ...server } },
  codex: {
    paths: ['.codex/config.toml'],
    format: 'toml',
    servers: 'mcp_servers',
    // Without `required` its first turn may start before the server's tools are there.
    entry: { ...server, env_vars: [token], required: true },
  },
  copilot: {
    paths: ['.github/mcp.json'],
    format: 'json',
    servers: 'mcpServers',
    entry: { type: 'local', ...server, tools: ['*'] },
  },
  cursor: {
    paths: ['.cursor/mcp.json'],
    format: 'json',
    servers: 'mcpServers',
    entry: { ...server, env: { [token]: `\${env:${token}}` } },
  },
  gemini: {
    paths: ['.gemini/settings.json'],
    format: 'json',
    servers: 'mcpServers',
    // Without `trust` it drops the tools where no person is there to ask.
    entry: { ...server, env: { [token]: `$${token}` }, trust: true },
  },
  opencode: {
    paths: ['opencode.json', 'opencode.jsonc'],
    format: 'json',
    servers: 'mcp',
    entry: { type: 'local', command: [server.command, ...server.args], enabled: true },
  },
  qwen: {
    paths: ['.qwen/settings.json'],
    format: 'json',
    servers: 'mcpServers',
    entry: { ...server, trust: true },
  },
};
