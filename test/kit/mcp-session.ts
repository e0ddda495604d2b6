import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { type Era, optionsOf } from './mcp.js';
import type { Project } from './project.js';

const program = resolve('dist/main/countersign.js');

export interface Answer {
  readonly isError: boolean;
  /** The structured content; of an error its field `error` too. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The built program as one agent's MCP server, driven by a real client. */
export class McpSession {
  readonly client: Client;
  readonly #transport: StdioClientTransport;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  static async start(
    project: Project,
    token: string | undefined,
    era: Era = 'legacy',
    cwd = project.directory,
  ): Promise<McpSession> {
    const transport = new StdioClientTransport({
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
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' }, optionsOf(era));
    await client.connect(transport);
    const session = new McpSession(client, transport);
    onTestFinished(() => session.close());
    return session;
  }

  get pid(): number {
    const { pid } = this.#transport;
    if (pid === null) throw new Error('the server is not running');
    return pid;
  }

  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const { isError = false, structuredContent, content } = await this.client.callTool({ name, arguments: given });
    const [first] = content;
    return { isError, data: recordOf(structuredContent), text: first?.type === 'text' ? first.text : '' };
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

  async close(): Promise<void> {
    await this.client.close();
  }
}

let sessions = 0;

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
