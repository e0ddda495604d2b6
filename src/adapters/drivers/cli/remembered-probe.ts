import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { home } from '../../user-config/config-file.js';
import { directoryAround } from '../../user-config/inside.js';
import { readTrusted } from '../../user-config/trusted-file.js';
import type { Surroundings } from '../command.js';
import type { Environment } from '../isolation/environment.js';
import { jsonOf } from '../json-text.js';
import { probe, type Probed } from './probe.js';
import type { Started } from './started.js';

/** A day: a wrapper stays the same file when what it starts is another version. */
const longestMs = 24 * 60 * 60 * 1_000;

const remembered = z.strictObject({
  of: z.string(),
  at: z.number(),
  version: z.string().optional(),
  flags: z.array(z.string()).min(1),
});

/**
 * What the installed version of a program says of itself, asked once for each version: it is remembered in the cache directory of the
 * user (`$XDG_CACHE_HOME/countersign`, else `~/.cache/countersign`) for as long as neither the program nor a file among its arguments
 * changes, and for a day at most.
 */
export async function rememberedProbe(
  started: Started,
  help: readonly string[],
  around: Surroundings,
  signal: AbortSignal,
): Promise<Probed> {
  const of = identityOf(started, help);
  const file = await fileFor(started, help, around);
  const known = file === undefined ? undefined : await recall(file, of, around);
  if (known !== undefined) return known;
  const probed = await probe(started, help, around, signal);
  // One that said nothing, or was stopped while it spoke, is asked again.
  if (file !== undefined && !signal.aborted && probed.flags.size > 0) keep(file, of, probed);
  return probed;
}

/** What changes when another version is installed: package managers keep the times of contents, but not inode and change time. */
function identityOf({ program, args }: Started, help: readonly string[]): string {
  const files = [program, ...args.filter((each) => isAbsolute(each) && existsSync(each))].map((each) => {
    const path = realpathSync(each);
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [path, ino, size, mtimeNs, ctimeNs].join(':');
  });
  return JSON.stringify([files, args, help]);
}

/** Undefined where the user has no directory for it outside of the repository under review. */
async function fileFor(
  { program, args }: Started,
  help: readonly string[],
  { env, untrusted }: Surroundings,
): Promise<string | undefined> {
  const cache = cacheDirectory(env);
  if (!existsSync(dirname(cache)) || (await directoryAround(cache, untrusted)) !== undefined) return undefined;
  const name = createHash('sha256')
    .update(JSON.stringify([program, args, help]))
    .digest('hex');
  return join(cache, 'countersign', 'flags', `${name.slice(0, 32)}.json`);
}

/** https://specifications.freedesktop.org/basedir-spec: a relative path is to be ignored. */
function cacheDirectory(env: Environment): string {
  const xdg = env['XDG_CACHE_HOME'];
  return xdg !== undefined && isAbsolute(xdg) ? xdg : join(home(env), '.cache');
}

async function recall(file: string, of: string, { untrusted }: Surroundings): Promise<Probed | undefined> {
  const found = await readTrusted(file, untrusted);
  if (found === undefined || isRefusal(found)) return undefined;
  const { success, data } = remembered.safeParse(jsonOf(found.text));
  if (!success || data.of !== of) return undefined;
  const age = Date.now() - data.at;
  return age < 0 || age > longestMs ? undefined : { version: data.version, flags: new Set(data.flags) };
}

function keep(file: string, of: string, { version, flags }: Probed): void {
  const text = JSON.stringify({ of, at: Date.now(), version, flags: [...flags] });
  const part = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // A directory that can't be written, or a full disk: the program is asked again the next time.
    rmSync(part, { force: true });
  }
}
