import { refuse, type Refusal } from '../../domain/model/refusal.js';

/** What the system refused a process, and what to do about it; undefined for any other exception, which is a fault of ours. */
export function machineTrouble(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path, dest }: NodeJS.ErrnoException & { readonly dest?: unknown } = error;
  const place = typeof dest === 'string' ? dest : path;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return refuse(
      'disk_full',
      `There is no room left on a disk${place === undefined ? '' : `: ${place} could not be written`}.`,
      'Make room there and run the command again. Temporary files stand in the directory that TMPDIR names.',
    );
  }
  if (syscall === 'mkdtemp') {
    return refuse(
      'no_temporary_directory',
      `No temporary directory could be made: ${error.message}.`,
      'Let TMPDIR name a directory that exists and that you can write.',
    );
  }
  return undefined;
}
