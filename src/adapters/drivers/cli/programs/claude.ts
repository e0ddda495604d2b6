import type { CliProgram } from '../program.js';
import { readResult } from './result-line.js';

/**
 * Claude Code. `dontAsk` refuses what nobody allowed, so that it reads below its working directory and nowhere else; as an author it
 * may edit files there, and runs no command; no settings
 * are loaded, which hold hooks and plug-ins, and no MCP server.
 */
export const claude: CliProgram = {
  program: 'claude',
  help: ['--help'],
  needs: ['--print', '--output-format', '--setting-sources', '--strict-mcp-config', '--permission-mode', '--tools'],
  variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'CLAUDE_CODE_OAUTH_TOKEN'],
  login: { directory: '.claude', files: ['.credentials.json'] },
  writes: true,
  launch: ({ has, model, costUsd, schema, author }) => ({
    args: [
      ...['--print', '--verbose', '--output-format', 'stream-json'],
      ...(author === undefined
        ? ['--permission-mode', 'dontAsk', '--tools', 'Read,Grep,Glob']
        : ['--permission-mode', 'acceptEdits', '--tools', 'Read,Grep,Glob,Edit,Write']),
      ...['--setting-sources', '', '--strict-mcp-config'],
      ...['--no-session-persistence', '--disable-slash-commands', '--no-chrome'].filter(has),
      ...(author === undefined && has('--json-schema') ? ['--json-schema', JSON.stringify(schema)] : []),
      ...(author !== undefined && has('--max-turns') ? ['--max-turns', String(author.turns)] : []),
      ...(costUsd !== undefined && has('--max-budget-usd') ? ['--max-budget-usd', String(costUsd)] : []),
      ...(model === undefined ? [] : ['--model', model]),
    ],
    set: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  }),
  read: readResult,
};
