// A client that costs nothing beside what it measures: JSON lines to a child process and back.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts `node ARGS` as an MCP server on standard input and output. */
export function startServer(args, { cwd, env = {} } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd ?? process.env.HOME, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let next = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const request = (method, params = {}) =>
    new Promise((resolve, reject) => {
      next += 1;
      waiting.set(next, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(error.message)),
      );
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: next, method, params })}\n`);
    });
  return {
    pid: child.pid,
    initialize: async () => {
      await request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    },
    request,
    call: (name, given = {}) => request('tools/call', { name, arguments: given }),
    /** Closes standard input, as a client does, and waits for the end of the process. */
    end: () =>
      new Promise((resolve) => {
        child.once('close', resolve);
        child.stdin.end();
      }),
  };
}
