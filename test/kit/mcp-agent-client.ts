import { Client as ClientOfSdk2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioOfSdk2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientOfSdk1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioOfSdk1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Era, eras, optionsOf } from './mcp.js';

/** Clients that agents are built on: the SDK of today in both eras of the protocol, and the one before it. */
export const clientKinds = [...eras, 'sdk 1'] as const;
export type ClientKind = (typeof clientKinds)[number];

export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a test does with a client of any kind. Each checks what it gets against the schemas of its SDK and of the tool. */
export interface AgentClient {
  readonly pid: number | null;
  /** Settles when the server is gone. */
  readonly gone: Promise<void>;
  callTool(ask: ToolCall): Promise<Readonly<Record<string, unknown>>>;
  readResource(uri: string): Promise<unknown>;
  /** Asks to be told of a resource; returns what settles at the first time it is told. */
  listen(uri: string): Promise<{ readonly told: Promise<string> }>;
  close(): Promise<void>;
}

export function startClient(kind: ClientKind, command: Command): Promise<AgentClient> {
  return kind === 'sdk 1' ? startSdk1(command) : startSdk2(kind, command);
}

async function startSdk2(era: Era, command: Command): Promise<AgentClient> {
  const transport = new StdioOfSdk2({ ...command, stderr: 'ignore' });
  const client = new ClientOfSdk2({ name: 'test', version: '2' }, optionsOf(era));
  const gone = new Promise<void>((resolve) => (client.onclose = resolve));
  await client.connect(transport);
  await client.listTools();
  return {
    pid: transport.pid,
    gone,
    callTool: (ask) => client.callTool({ ...ask, arguments: { ...ask.arguments } }),
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    listen: async (uri) => {
      const told = new Promise<string>((resolve) => {
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
      });
      if (era === 'legacy') await client.subscribeResource({ uri });
      else await client.listen({ resourceSubscriptions: [uri] });
      return { told };
    },
    close: () => client.close(),
  };
}

async function startSdk1(command: Command): Promise<AgentClient> {
  const transport = new StdioOfSdk1({ ...command, stderr: 'ignore' });
  const client = new ClientOfSdk1({ name: 'test', version: '1' });
  const gone = new Promise<void>((resolve) => (client.onclose = resolve));
  await client.connect(transport);
  await client.listTools();
  return {
    pid: transport.pid,
    gone,
    callTool: (ask) => client.callTool({ ...ask, arguments: { ...ask.arguments } }),
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    listen: async (uri) => {
      const told = new Promise<string>((resolve) => {
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
      });
      await client.subscribeResource({ uri });
      return { told };
    },
    close: () => client.close(),
  };
}
