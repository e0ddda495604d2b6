import { relative, resolve, sep } from 'node:path';

/** The path of a file as git names it, from the top of the worktree; it begins with `../` outside of that. */
export function fromTop(top: string, directory: string, file: string): string {
  return relative(top, resolve(directory, file)).split(sep).join('/');
}
