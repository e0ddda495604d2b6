import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';

const fake = resolve('dist/main/fake-agent.js');

/** The user's own configuration, outside of any project: fake agents by name, as the environment that names it. */
export function fakeAgents(agents: Readonly<Record<string, Behaviour>>): { readonly COUNTERSIGN_CONFIG: string } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'config.yaml');
  const entries = Object.entries(agents).map(
    ([name, behaviour]) =>
      `  ${name}:\n    driver: command\n    run: ${JSON.stringify([process.execPath, fake, behaviour])}\n`,
  );
  writeFileSync(file, `agents:\n${entries.join('')}`, { mode: 0o600 });
  return { COUNTERSIGN_CONFIG: file };
}
