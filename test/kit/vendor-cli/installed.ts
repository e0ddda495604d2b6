import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { VendorName } from './vendor.js';

const versions = z
  .record(z.string(), z.object({ version: z.string(), program: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8')));

export type Installed =
  | { readonly command: string; readonly args: readonly string[] }
  /** Why it can't be started here. */
  | { readonly absent: string };

/** How to start a client of the cache that `scripts/vendor-clis.mjs` fills. */
export function installed(name: VendorName): Installed {
  const known = versions[name];
  if (known === undefined) throw new Error(`no version of ${name} in versions.json`);
  const modules = join(cacheDirectory(), `${name}-${known.version}`, 'node_modules');
  const program = join(modules, known.program.replace('{platform}', `${process.platform}-${process.arch}`));
  if (!existsSync(program))
    return { absent: `${name} ${known.version} is not installed: node scripts/vendor-clis.mjs install ${name}` };
  return program.endsWith('.js') ? { command: process.execPath, args: [program] } : { command: program, args: [] };
}

function cacheDirectory(): string {
  const { COUNTERSIGN_VENDOR_CLIS: own, XDG_CACHE_HOME: cache } = process.env;
  return own ?? join(cache ?? join(homedir(), '.cache'), 'countersign', 'vendor-clis');
}
