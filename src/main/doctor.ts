import { runGit, userEnvironment } from '../adapters/git/git-process.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { newestBackup } from '../adapters/storage/care/daily-backup.js';
import { notedBackup } from '../adapters/storage/care/manual-backup.js';
import { hasStore, openStore } from '../adapters/storage/open-store.js';
import { networkFileSystem } from '../adapters/storage/network-file-system.js';
import { loadDriver } from '../adapters/storage/sqlite/driver.js';
import { missingTools } from '../adapters/analyzers/missing-tools.js';
import type { Check } from '../application/application.js';
import { StoreUnavailable } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { missingHome } from './missing-home.js';
import { notificationChecks } from './doctor-notifications.js';
import { storeAccess } from './doctor-store.js';
import { validatePolicy } from './policy.js';
import { spoolCheck } from './spool-report.js';
import type { Start } from './store-directory.js';

/** Looks at everything Countersign stands on here. Nothing is changed. */
export async function doctor(
  start: Start,
  storeDirectory: string | Refusal,
  of = { agents: false },
): Promise<readonly Check[]> {
  const found = await repository(start);
  const checks = [node(), await git(start), await sqlite(), found];
  if (found.state === 'ok') checks.push(await policy(start));
  if (typeof storeDirectory === 'string')
    checks.push(
      await store(start, storeDirectory),
      await storeAccess(storeDirectory),
      await spoolCheck(start, storeDirectory),
      await backup(storeDirectory),
      await disk(storeDirectory),
    );
  checks.push(...(await notificationChecks(start, storeDirectory)));
  if (of.agents) checks.push(...(await (await import('./doctor-agents.js')).agentChecks(start)));
  return [...checks, ...tools()];
}

function node(): Check {
  return { name: 'Node.js', state: 'ok', detail: process.versions.node };
}

async function git(start: Start): Promise<Check> {
  try {
    const { stdout } = await runGit({ args: ['version'], cwd: start.directory, env: userEnvironment(start.env) });
    return {
      name: 'git',
      state: 'ok',
      detail: stdout
        .toString('utf8')
        .trim()
        .replace(/^git version /u, ''),
    };
  } catch (error) {
    return { name: 'git', state: 'problem', detail: words(error), remedy: 'Install git 2.31 or newer.' };
  }
}

async function sqlite(): Promise<Check> {
  try {
    return { name: 'SQLite driver', state: 'ok', detail: (await loadDriver()).name };
  } catch (error) {
    return unusable('SQLite driver', error);
  }
}

async function repository(start: Start): Promise<Check> {
  const found = await openRepository(start.directory, { env: start.env });
  if (isRefusal(found)) return refused('repository', found);
  return { name: 'repository', state: 'ok', detail: found.top ?? `${found.commonDirectory} (bare)` };
}

async function policy(start: Start): Promise<Check> {
  const report = await validatePolicy(start, undefined);
  if (!isRefusal(report)) return { name: 'policy', state: 'ok', detail: report.file };
  return { ...refused('policy', report), remedy: 'Run `countersign policy validate`.' };
}

async function store(start: Start, directory: string): Promise<Check> {
  const missing = await missingHome(start);
  if (missing !== undefined) return { ...refused('store', missing), state: 'warning' };
  try {
    const opened = await openStore({ directory, create: false });
    try {
      const verified = await opened.verify();
      if (!verified.intact)
        return { name: 'store', state: 'problem', detail: verified.reason, remedy: 'Restore it from a backup.' };
      return { name: 'store', state: 'ok', detail: `${directory}, ${verified.events} events, intact` };
    } finally {
      await opened.close();
    }
  } catch (error) {
    return unusable('store', error);
  }
}

async function backup(directory: string): Promise<Check> {
  // A database that is not there beside its blobs is the trouble of the check before.
  const isThere = await hasStore(directory).catch(() => true);
  if (!isThere) return { name: 'backup', state: 'ok', detail: 'nothing to keep yet' };
  const newest = await newestOf(directory);
  if (newest !== undefined && Date.now() - Date.parse(newest.at) < 3 * 86_400_000)
    return { name: 'backup', state: 'ok', detail: newest.words };
  return {
    name: 'backup',
    state: 'warning',
    detail: newest === undefined ? 'none yet' : `the newest is ${newest.words}`,
    remedy:
      'Let `countersign worker` run, or `countersign worker --once` each day; `countersign backup FILE` makes one now.',
  };
}

/** The newer one of the last of a day and the last by hand. */
async function newestOf(directory: string): Promise<{ readonly at: string; readonly words: string } | undefined> {
  const [day, byHand] = await Promise.all([newestBackup(directory), notedBackup(directory)]);
  if (byHand !== undefined && (day === undefined || byHand.at.slice(0, 10) >= day))
    return { at: byHand.at, words: `of ${byHand.at.slice(0, 10)}, by hand: ${byHand.file}` };
  return day === undefined ? undefined : { at: day, words: `of ${day}` };
}

async function disk(directory: string): Promise<Check> {
  const kind = await networkFileSystem(directory);
  if (kind === undefined) return { name: 'file system', state: 'ok', detail: 'local' };
  return {
    name: 'file system',
    state: 'warning',
    detail: `${directory} is on ${kind}; SQLite is not safe on a network file system`,
    remedy: 'Name a local directory with COUNTERSIGN_HOME.',
  };
}

function tools(): readonly Check[] {
  const missing = missingTools();
  if (missing.length === 0) return [{ name: 'analyzers', state: 'ok', detail: 'all load' }];
  return missing.map(({ tool, reason }) => ({
    name: `analyzer ${tool}`,
    state: 'warning',
    detail: `${reason}; its criteria are reported as not checked`,
    remedy: 'Run `npm ci` again without `--omit=optional`.',
  }));
}

function refused(name: string, { message, remedy }: Refusal): Check {
  return { name, state: 'problem', detail: message, ...(remedy === undefined ? {} : { remedy }) };
}

function unusable(name: string, error: unknown): Check {
  if (!(error instanceof StoreUnavailable)) throw error;
  return { name, state: 'problem', detail: error.message, remedy: error.remedy };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
