import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { startClient, type AgentClient, type ClientKind } from './mcp-agent-client.js';
import type { Project } from './project.js';

const program = resolve('dist/main/countersign.js');

export interface Answer {
  readonly isError: boolean;
  /** The structured content; of an error its field `error` too. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The built program as one agent's MCP server, driven by a real client. */
export class McpSession {
  readonly client: AgentClient;

  private constructor(client: AgentClient) {
    this.client = client;
  }

  static async start(
    project: Project,
    token: string | undefined,
    kind: ClientKind = 'legacy',
    cwd = project.directory,
  ): Promise<McpSession> {
    const client = await startClient(kind, {
      command: process.execPath,
      args: [program, 'mcp'],
      cwd,
      // Each session is a context of its own, as if another client had started it.
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: project.home,
        COUNTERSIGN_CONTEXT: `session ${(sessions += 1)}`,
        ...(token === undefined ? {} : { COUNTERSIGN_TOKEN: token }),
      },
    });
    onTestFinished(() => client.close());
    return new McpSession(client);
  }

  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const { isError, structuredContent } = await this.client.callTool({ name, arguments: given });
    return { isError: isError === true, data: recordOf(structuredContent) };
  }

  /** The result of a call that must not be refused. */
  async done(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<Answer['data']> {
    const { isError, data } = await this.call(name, given);
    if (isError) throw new Error(`${name}: ${JSON.stringify(data)}`);
    return data;
  }

  /** The code of a call that must be refused. */
  async refused(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { isError, data } = await this.call(name, given);
    if (!isError) throw new Error(`${name} was not refused: ${JSON.stringify(data)}`);
    return recordOf(data['error'])['code'];
  }

  /** Ends the server as a crash does. */
  async kill(): Promise<void> {
    const { pid, gone } = this.client;
    if (pid === null) throw new Error('the server is not running');
    process.kill(pid, 'SIGKILL');
    await gone;
  }
}

let sessions = 0;

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
