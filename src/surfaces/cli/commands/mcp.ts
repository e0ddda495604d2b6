import type { Execute } from '../context.js';
import { exit } from '../exit-code.js';

export const execute: Execute = async (_call, context) => {
  const { mcp } = context.io;
  if (mcp === undefined) throw new Error('this program was put together without an MCP server');
  await mcp(context.resolve('.'));
  return exit.ok;
};
