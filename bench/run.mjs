// Runs every benchmark one after the other; each prints its ratio against a bare baseline measured in the same run.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const folder = import.meta.dirname;
const benches = [
  'start',
  'read-change',
  'embedded-review',
  'review-record',
  'lifecycle',
  'store-growth',
  'processes',
  'merge',
  'panel',
  'fix-loop',
  'mcp-start',
  'mcp-call',
];
let failed = 0;
for (const name of benches) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(folder, `${name}.mjs`)], { stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
