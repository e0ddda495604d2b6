import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AcpBehaviour, Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';

const fake = resolve('dist/main/fake-agent.js');

/** Behaves otherwise each time it is asked; from the last behaviour on it stays as it is. */
const inTurn = `
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
const [calls, program, ...behaviours] = process.argv.slice(2);
appendFileSync(calls, '.');
const behaviour = behaviours[readFileSync(calls).length - 1] ?? behaviours.at(-1);
process.exitCode = spawnSync(process.execPath, [program, behaviour], { stdio: 'inherit' }).status ?? 1;
`;

/**
 * The user's own configuration, outside of any project: fake agents by name, as the environment that names it. Of several
 * behaviours each is for one call, and the last for all that follow.
 */
export function fakeAgents(agents: Readonly<Record<string, Part>>): {
  readonly COUNTERSIGN_CONFIG: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'config.yaml');
  const entries = Object.entries(agents).map(
    ([name, part]) =>
      `  ${name}:\n    driver: ${driverOf(part)}\n    run: ${JSON.stringify(runOf(folder, name, part))}\n`,
  );
  writeFileSync(file, `agents:\n${entries.join('')}`, { mode: 0o600 });
  return { COUNTERSIGN_CONFIG: file };
}

/** How an agent behaves, in turn or always, over the Agent Client Protocol where it says so, or what is run in its place. */
type Part =
  | Behaviour
  | readonly Behaviour[]
  | Script
  | { readonly acp: Behaviour | AcpBehaviour }
  | { readonly run: readonly string[] };

function driverOf(part: Part): 'acp' | 'command' {
  return typeof part === 'object' && 'acp' in part ? 'acp' : 'command';
}

/** Source of a program of the agent's own, which stands in its working directory. */
export interface Script {
  readonly script: string;
}

function runOf(folder: string, name: string, part: Part): readonly string[] {
  if (typeof part === 'string') return [process.execPath, fake, part];
  if ('run' in part) return part.run;
  if ('acp' in part) return [process.execPath, fake, part.acp, '--acp'];
  const program = join(folder, `${name}.mjs`);
  const isScript = 'script' in part;
  writeFileSync(program, isScript ? part.script : inTurn);
  return [process.execPath, program, ...(isScript ? [] : [join(folder, `${name}.calls`), fake, ...part])];
}
