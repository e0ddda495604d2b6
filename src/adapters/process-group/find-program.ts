import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from '../user-config/inside.js';

export interface Lookup {
  readonly path: string | undefined;
  /** Directories from which no program is taken. */
  readonly untrusted: readonly string[];
}

/**
 * The file that a program's name stands for, looked up as a shell would but never in the repository under review, whose
 * `node_modules/.bin` a package script puts into `PATH`. Undefined when there is none.
 */
export function findProgram(name: string, { path, untrusted }: Lookup): string | undefined {
  const candidates = isAbsolute(name) ? [name] : trustedPath(path, untrusted).map((directory) => join(directory, name));
  return candidates.find((file) => isExecutable(file) && !untrusted.some((top) => isInside(realpathSync(file), top)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, or not for us: the next directory may have it.
    return false;
  }
}

/** Directories of `PATH` that are absolute and not below one of `untrusted`. */
export function trustedPath(path: string | undefined, untrusted: readonly string[]): readonly string[] {
  const directories = (path ?? '').split(delimiter).filter((directory) => isAbsolute(directory));
  return directories.filter((directory) =>
    [directory, real(directory)].every((each) => !untrusted.some((top) => isInside(each, top))),
  );
}

/** Where the links of a path lead; the path itself where there is nothing. */
function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
