import type { Change, ChangedFile } from '../../model/change.js';
import type { RuleResult } from '../../model/decision.js';
import type { PeerTerms } from '../../model/peer.js';

type Looked = Pick<RuleResult, 'result' | 'reason'>;

/**
 * Whether an approval outlives the change of its content (SPEC 2, rule 3): each carry rule of the policy with its reason.
 * One that is satisfied is enough; none of them is ever satisfied by likeness, only by equal object ids.
 */
export function carryRules(before: Change, after: Change, allowed: PeerTerms['carry']): readonly RuleResult[] {
  return [
    rule('carry.identical_tree', allowed.identicalTree, () => identicalTree(before, after)),
    rule('carry.rebase', allowed.rebase, () => rebase(before, after)),
    rule('carry.message_only', allowed.messageOnly, () => messageOnly(before, after)),
  ];
}

/** Whether any carry rule holds. */
export function carries(rules: readonly RuleResult[]): boolean {
  return rules.some(({ result }) => result === 'satisfied');
}

function rule(id: string, allowed: boolean, look: () => Looked): RuleResult {
  return { id, ...(allowed ? look() : { result: 'not_applicable', reason: 'the policy does not allow it' }) };
}

/**
 * The same tree comes out, and nothing is asked to count that was not part of what was reviewed: a base further back would
 * bring lines that nobody looked at.
 */
function identicalTree(before: Change, after: Change): Looked {
  if (before.headTree !== after.headTree) return { result: 'unsatisfied', reason: 'the tree at the head differs' };
  const known = new Set(before.files.map(entry));
  const unseen = after.files.find((file) => !known.has(entry(file)));
  if (unseen !== undefined)
    return { result: 'unsatisfied', reason: `the base differs, and ${unseen.path} was not reviewed as it is now` };
  return { result: 'satisfied', reason: `tree ${short(after.headTree)} is the one that was approved` };
}

/**
 * The same patch on a base that moved, where the base touched none of the changed files. `git patch-id` ignores white space,
 * so it is not enough: both blobs of every entry must be the same too, and with them the context of every hunk.
 */
function rebase(before: Change, after: Change): Looked {
  if (before.baseTree === after.baseTree) return { result: 'unsatisfied', reason: 'the base did not move' };
  if (before.patchId !== after.patchId) return { result: 'unsatisfied', reason: 'the patch id differs' };
  const earlier = new Map(before.files.map((file) => [file.path, file]));
  if (earlier.size !== after.files.length) return { result: 'unsatisfied', reason: 'other files are changed' };
  for (const file of after.files) {
    const was = earlier.get(file.path);
    if (was === undefined) return { result: 'unsatisfied', reason: `${file.path} was not part of the change` };
    if (entry(was) !== entry(file))
      return { result: 'unsatisfied', reason: `${file.path} was touched by the new base or by the rebase` };
  }
  return { result: 'satisfied', reason: 'same patch, and the new base touched none of its files' };
}

/** Both trees are the same, only commits were written anew. */
function messageOnly(before: Change, after: Change): Looked {
  if (before.baseTree !== after.baseTree) return { result: 'unsatisfied', reason: 'the base differs' };
  if (before.headTree !== after.headTree) return { result: 'unsatisfied', reason: 'the tree at the head differs' };
  return { result: 'satisfied', reason: 'both trees are the same, only the commits were written anew' };
}

/** Everything git says of an entry that decides what its content is. */
function entry({ path, pathBytes, oldPath, status, oldMode, newMode, oldBlob, newBlob }: ChangedFile): string {
  return JSON.stringify([path, pathBytes, oldPath, status, oldMode, newMode, oldBlob, newBlob]);
}

function short(id: string): string {
  return id.slice(0, 12);
}
