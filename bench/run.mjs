// Runs every benchmark one after the other; each prints its ratio against a bare baseline measured in the same run.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const benches = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'run.mjs');
let failed = 0;
for (const name of benches) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(folder, name)], { stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
