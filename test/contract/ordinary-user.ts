import { chmod } from 'node:fs/promises';

/** An account that owns nothing, by convention. */
const NOBODY = 65_534;

/** Runs `work` without the power of root, to which no directory is read-only. */
export async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined || geteuid() !== 0) return work();
  seteuid(NOBODY);
  try {
    await work();
  } finally {
    seteuid(0);
  }
}

/** Lets every account of the machine reach a directory that `mkdtemp` made. */
export async function reachable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
}
