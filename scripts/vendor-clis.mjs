// Installs agent command lines of other makers for the tests that start them (test/e2e/vendors.test.ts). They are no
// dependency of the project: they go into a cache directory outside of it, at exact versions, and none of their
// install scripts runs.
//
//   node scripts/vendor-clis.mjs list
//   node scripts/vendor-clis.mjs install [NAME...]      without names: those that are marked "default"
//   node scripts/vendor-clis.mjs install --all
//
// The directory: COUNTERSIGN_VENDOR_CLIS (`none`: nothing is installed), else countersign/vendor-clis below XDG_CACHE_HOME
// or ~/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const known = JSON.parse(readFileSync(new URL('../test/kit/vendor-cli/versions.json', import.meta.url), 'utf8'));
const cache =
  process.env.COUNTERSIGN_VENDOR_CLIS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'countersign', 'vendor-clis');

const [verb, ...words] = process.argv.slice(2);
const unknown = words.filter((word) => word !== '--all' && !Object.hasOwn(known, word));
if (!['list', 'install'].includes(verb) || unknown.length > 0) {
  if (unknown.length > 0) console.error(`not known: ${unknown.join(', ')}; known: ${Object.keys(known).join(', ')}`);
  console.error('usage: node scripts/vendor-clis.mjs list | install [--all | NAME...]');
  process.exit(2);
}
if (verb === 'list') list();
else if (cache === 'none') console.log('COUNTERSIGN_VENDOR_CLIS=none: no agent of another maker is installed');
else install();

function list() {
  for (const [name, { package: pack, version, megabytes }] of Object.entries(known)) {
    const state = existsSync(directory(name)) ? 'installed' : 'absent';
    console.log(`${name.padEnd(9)} ${`${pack}@${version}`.padEnd(36)} ${String(megabytes).padStart(4)} MB  ${state}`);
  }
  console.log(`in ${cache}`);
}

function install() {
  const all = words.includes('--all');
  const names =
    words.length > 0 && !all ? words : Object.keys(known).filter((name) => all || known[name].default === true);
  const absent = names.filter((name) => !existsSync(directory(name)));
  if (absent.length > 0) {
    const megabytes = absent.reduce((sum, name) => sum + known[name].megabytes, 0);
    console.log(`installing ${absent.join(', ')} for tests, about ${megabytes} MB, once, into ${cache}`);
  }
  let failed = 0;
  for (const name of names) {
    const started = performance.now();
    const fault = installOne(name);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name} ${known[name].version}: ${fault ?? `ready (${seconds} s)`}`);
    if (fault !== undefined) failed += 1;
  }
  if (failed > 0) console.log('tests that start a missing agent are skipped');
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Installs beside the final place and renames, so that a half installation is never taken for one. */
function installOne(name) {
  if (existsSync(directory(name))) return undefined;
  const { package: pack, version } = known[name];
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, '.draft-'));
  writeFileSync(join(draft, 'package.json'), '{ "private": true }\n');
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  // Without a network the tests should not wait for long.
  const flags = ['--ignore-scripts', ...quiet, '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const { status, error, stderr } = spawnSync('npm', ['install', ...flags, `${pack}@${version}`], {
    cwd: draft,
    encoding: 'utf8',
    timeout: 300_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    if (status !== 0) return `not installed: ${error?.message ?? stderr.trim().split('\n')[0]}`;
    renameSync(draft, directory(name));
    return undefined;
  } catch (fault) {
    // Another process may have been first.
    return existsSync(directory(name)) ? undefined : `not installed: ${fault.message}`;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function directory(name) {
  return join(cache, `${name}-${known[name].version}`);
}
