// The baseline: a server on the same SDK with one tool that does nothing.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'empty', version: '1.0.0' });
  server.registerTool(
    'nothing',
    { description: 'Does nothing.', inputSchema: z.object({}), outputSchema: z.object({ ok: z.boolean() }) },
    () => ({ content: [{ type: 'text', text: '{"ok":true}' }], structuredContent: { ok: true } }),
  );
  return server;
});
