import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Host } from './host.js';
import { instructions } from './instructions.js';
import { Delivered } from './tools/delivered.js';
import { policyUri, reviewOf } from './uris.js';
import type { Watch } from './watch.js';

const capabilities = {
  tools: { listChanged: false },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: false },
};

/**
 * The server of one connection, for both eras of the protocol. Tools, resources and prompts are loaded by the request that
 * needs them: every agent that is started waits for this server to be ready.
 */
export function mcpServer(host: Host, watch: Watch): McpServer {
  const server = new McpServer(
    { name: 'countersign', title: 'Countersign', version: host.version },
    { capabilities, instructions },
  );
  watch.through({
    resourceUpdated: (uri) => quietly(host, server.server.sendResourceUpdated({ uri })),
    resourcesChanged: () => quietly(host, server.server.sendResourceListChanged()),
  });
  const delivered = new Delivered();
  handleTools(server, host, delivered);
  handleResources(server, host, delivered, watch);
  handlePrompts(server, host);
  server.server.onerror = (error) => host.report(error);
  return server;
}

function handleTools({ server }: McpServer, host: Host, delivered: Delivered): void {
  const loading = loadedOnce(() => import('./call-tool.js'));
  const progressing = loadedOnce(() => import('./progress.js'));
  server.setRequestHandler('tools/list', async () => ({ tools: (await loading()).listedTools() }));
  server.setRequestHandler('tools/call', async ({ params }, context: ServerContext) => {
    const [{ callTool }, { Progress }] = await Promise.all([loading(), progressing()]);
    const progress = new Progress(context);
    const { signal } = context.mcpReq;
    try {
      return await callTool(params.name, params.arguments, host, { delivered, progress: progress.step, signal });
    } finally {
      progress.end();
    }
  });
}

function handleResources({ server }: McpServer, host: Host, delivered: Delivered, watch: Watch): void {
  const loading = loadedOnce(() => import('./resources.js'));
  server.setRequestHandler('resources/list', async () => ({ resources: await (await loading()).listResources(host) }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: (await loading()).resourceTemplates,
  }));
  server.setRequestHandler('resources/read', async ({ params }) => ({
    contents: [await (await loading()).readResource(host, delivered, params.uri)],
  }));
  // The other era subscribes by `subscriptions/listen`, which the transport sees.
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (reviewOf(uri) === undefined && uri !== policyUri) {
      const { ResourceNotFoundError } = await import('@modelcontextprotocol/server');
      throw new ResourceNotFoundError(uri);
    }
    await watch.subscribe(uri, [uri]);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watch.unsubscribe(uri);
    return {};
  });
}

function handlePrompts({ server }: McpServer, host: Host): void {
  const loading = loadedOnce(() => import('./prompts.js'));
  server.setRequestHandler('prompts/list', async () => ({ prompts: (await loading()).listedPrompts() }));
  server.setRequestHandler('prompts/get', async ({ params }) =>
    (await loading()).getPrompt(host, params.name, params.arguments),
  );
}

/** What was loaded is at hand: even to import a module again costs a call something. A failure is tried again. */
function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined;
  return async () => (loaded ??= await load());
}

function quietly(host: Host, sent: Promise<void>): void {
  sent.catch((error: unknown) => host.report(error));
}
