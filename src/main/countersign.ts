#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { isatty } from 'node:tty';
import { run } from '../surfaces/cli/run.js';

const interrupt = new AbortController();
// Every analyzer and child process of a review listens to it; that is no leak.
setMaxListeners(0, interrupt.signal);
// The first Ctrl-C ends the work in order, a second one ends the process as usual.
process.once('SIGINT', () => interrupt.abort());
process.once('SIGTERM', () => interrupt.abort());

// A reader that has seen enough, like `head`, is no fault. Whoever keeps the report in a file must not take a part of it for the whole.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(
    `error: standard output could not be written: ${error.message}\nWhat was decided is recorded: countersign list\n`,
  );
  process.exit(5);
});
// What is said beside the result may get lost; the result and the exit code stand.
process.stderr.on('error', () => undefined);

// Whoever holds the token is its owner: no process that is started from here gets to see it.
const token = process.env['COUNTERSIGN_TOKEN'];
delete process.env['COUNTERSIGN_TOKEN'];
const interactive = isatty(0) && isatty(1);

process.exitCode = await run(
  process.argv.slice(2),
  {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    now: Date.now,
    signal: interrupt.signal,
    mcp: async (directory) =>
      (await import('./mcp.js')).mcp(
        { directory, env: process.env, stderr: process.stderr, token, interactive },
        interrupt.signal,
      ),
    script: async (command, of) => (await import('./script.js')).runScript(command, of, interrupt.signal),
    rules: async () => (await import('../adapters/analyzers/rules.js')).ruleDocs(),
    submission: async (...asked) => (await import('../surfaces/mcp/tools/submit-review.js')).readSubmission(...asked),
    runAnswer: async (message) => (await import('../surfaces/mcp/tools/emit-event.js')).readRunAnswer(message),
  },
  async (start) => {
    const { localApplication } = await import('./local-application.js');
    const { env, stderr } = process;
    return localApplication({ ...start, env, stderr, token, interactive });
  },
);
