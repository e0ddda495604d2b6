import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CliProgram } from './program.js';

/**
 * Lets a run use the login of a program, and nothing else of what the user keeps beside it. Linked, not copied: makers exchange
 * tokens for new ones, and a new one that is lost with the run logs the user out.
 *
 * @param from directory that holds the login; undefined: where the program keeps it
 */
export function linkLogin(
  { login: { directory, files } }: Pick<CliProgram, 'login'>,
  { from, userHome, home }: { readonly from: string | undefined; readonly userHome: string; readonly home: string },
): void {
  const source = from ?? join(userHome, directory);
  for (const file of files) {
    if (!existsSync(join(source, file))) continue;
    const link = join(home, directory, file);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(source, file), link);
  }
}
