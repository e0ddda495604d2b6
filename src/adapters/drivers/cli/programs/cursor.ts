import type { CliProgram } from '../program.js';
import { readResult } from './result-line.js';

/** Cursor's agent, from its documentation alone: it is on no package registry and was never run here. */
export const cursor: CliProgram = {
  program: 'cursor-agent',
  help: ['--help'],
  needs: ['--print', '--output-format', '--mode'],
  variables: ['CURSOR_API_KEY'],
  login: { directory: '.cursor', files: [] },
  launch: ({ model }) => ({
    args: [
      ...['--print', '--output-format', 'stream-json', '--mode', 'ask'],
      ...(model === undefined ? [] : ['--model', model]),
    ],
  }),
  read: readResult,
};
