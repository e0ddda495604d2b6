import type { Change } from '../../domain/model/change.js';
import type { Branches } from '../ports/branches.js';
import type { ReviewDocument } from './document.js';

/** The branch that a change was read from, where it holds other content now; one question to git at most. */
export async function movedOn(
  { title, source, headTree }: Pick<Change, 'title' | 'source' | 'headTree'>,
  branches: Branches,
): Promise<ReviewDocument['change']['movedOn']> {
  const branch = source === 'range' ? /\.{2,3}([^.~^@{}\s][^~^@{}\s]*)$/u.exec(title)?.[1] : undefined;
  if (branch === undefined || branch === 'HEAD') return undefined;
  const tip = await branches.tip(branch);
  return tip === undefined || tip.tree === headTree ? undefined : { branch, head: tip.commit };
}
