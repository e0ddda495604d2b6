#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { acpBehaviours, act, behaviours, isAcpBehaviour, isBehaviour } from '../adapters/drivers/fake/behaviour.js';
import { editFiles } from '../adapters/drivers/fake/edit-file.js';
import { leaveFile } from '../adapters/drivers/fake/leave-file.js';

/**
 * An agent that only plays one: reads a prompt on stdin, or speaks the Agent Client Protocol (`--acp`), and behaves as its argument
 * says. For trying what a policy makes of such answers; `countersign doctor --agents` shows how to seat it.
 */
const [behaviour = '', ...flags] = process.argv.slice(2);
const acp = flags.includes('--acp');
if (acp && (isBehaviour(behaviour) || isAcpBehaviour(behaviour))) {
  const { playAcp } = await import('../adapters/drivers/fake/acp-agent.js');
  await playAcp(behaviour);
} else if (isBehaviour(behaviour)) await play(behaviour);
else {
  const of = (words: object): string => Object.keys(words).join(', ');
  process.stderr.write(`say how to behave: ${of(behaviours)}; with --acp also ${of(acpBehaviours)}\n`);
  process.exitCode = 2;
}

async function play(behaviour: keyof typeof behaviours): Promise<void> {
  const { stdout, stderr, exitCode, then, writes, edits = [] } = act(behaviour, await text(process.stdin));
  if (writes !== undefined) leaveFile(writes);
  editFiles(edits);
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = exitCode;
  if (then === 'silence') setInterval(() => undefined, 60_000);
  if (then === 'words') setInterval(() => process.stdout.write('.'), 50);
  if (then === 'flood') flood();
}

function flood(): void {
  const words = 'a'.repeat(65_536);
  const go = (): void => {
    while (process.stdout.write(words));
  };
  process.stdout.on('drain', go);
  go();
}
