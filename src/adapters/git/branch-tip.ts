import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BranchTip } from '../../domain/model/change.js';

/**
 * Whether a branch still stands where it stood, told from the files that git keeps of refs, without starting git: it is asked at each
 * opinion, and a branch seldom moves in between. False where that cannot be told.
 */
export async function stillAt(commonDirectory: string, { ref, commit }: BranchTip): Promise<boolean> {
  if (!/^refs\/(?:heads|remotes)\//u.test(ref) || ref.includes('..')) return false;
  const loose = await readFile(join(commonDirectory, ref), 'latin1').catch(() => undefined);
  if (loose !== undefined) return loose.trim() === commit;
  const packed = await readFile(join(commonDirectory, 'packed-refs'), 'utf8').catch(() => '');
  return packed.includes(`\n${commit} ${ref}\n`);
}
