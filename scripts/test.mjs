// Runs every check of the project and ends with `N passed, N failed` alone on a line. Checks that read the sources alone run side by side.
// A check that fails does not hide the ones after it. Agents of other makers are installed for the tests that start them,
// outside of the project and once; without them those tests are skipped. COUNTERSIGN_VENDOR_CLIS=none asks for none.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const scratch = mkdtempSync(join(tmpdir(), 'countersign-test-'));
const report = join(scratch, 'vitest.json');

/** The longest first. */
const checks = [
  ['lint', 'npx', 'oxlint'],
  ['types', 'npx', 'tsc', '-p', 'tsconfig.json'],
  ['format', 'npx', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['borders', 'npx', 'depcruise', 'src', '--config', '.dependency-cruiser.cjs'],
  ['unused code', 'npx', 'knip'],
  ['package', 'npx', 'publint', '--strict'],
  ['documents', 'node', 'scripts/check-docs.mjs'],
];

let passed = 0;
let failed = 0;

await check(['build', 'npm', 'run', '--silent', 'build']);
await Promise.all(Array.from({ length: availableParallelism() }, checkNext));

run('node', ['scripts/vendor-clis.mjs', 'install']);

const { status } = run('npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=./scripts/skip-reasons.mjs',
  '--reporter=json',
  `--outputFile.json=${report}`,
]);
const tests = readReport();
passed += tests.numPassedTests;
failed += tests.numFailedTests;
// A suite that fails to load has no test that could fail.
if (status !== 0 && failed === 0) failed = 1;
rmSync(scratch, { recursive: true, force: true });

if (tests.numPendingTests > 0) console.log(`${tests.numPendingTests} skipped, each with its reason above`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function checkNext() {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) await check(next);
}

/** What a check says comes after its name, in one piece. */
async function check([name, command, ...args]) {
  const started = performance.now();
  const { failed: wrong, all } = await execa(command, args, { stdin: 'ignore', all: true, reject: false });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${wrong ? 'FAILED' : 'ok    '} ${name} (${seconds} s)`);
  if (all !== '') console.log(all);
  if (wrong) failed += 1;
  else passed += 1;
}

function run(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0 };
  }
}
