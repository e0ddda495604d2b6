#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { act, behaviours, isBehaviour } from '../adapters/drivers/fake/behaviour.js';

/**
 * An agent that only plays one: reads a prompt on stdin and behaves as its argument says. For trying what a policy makes of such
 * answers; `countersign doctor --agents` shows how to seat it.
 */
const [behaviour = ''] = process.argv.slice(2);
if (isBehaviour(behaviour)) await play(behaviour);
else {
  process.stderr.write(`say how to behave: ${Object.keys(behaviours).join(', ')}\n`);
  process.exitCode = 2;
}

async function play(behaviour: keyof typeof behaviours): Promise<void> {
  const { stdout, stderr, exitCode, then, writes } = act(behaviour, await text(process.stdin));
  if (writes !== undefined) writeIfPossible(writes);
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = exitCode;
  if (then === 'silence') setInterval(() => undefined, 60_000);
  if (then === 'words') setInterval(() => process.stdout.write('.'), 50);
  if (then === 'flood') flood();
}

function writeIfPossible(file: string): void {
  try {
    writeFileSync(file, 'I was here.\n');
  } catch (error) {
    // What stops it is what is being tried.
    process.stderr.write(`${String(error)}\n`);
  }
}

function flood(): void {
  const words = 'a'.repeat(65_536);
  const go = (): void => {
    while (process.stdout.write(words));
  };
  process.stdout.on('drain', go);
  go();
}
