import type { Change } from '../model/change.js';
import type { RaisedFinding } from '../model/finding.js';

/** What a disposition of this finding is bound to: the blob it points into, the head tree for one without a file. */
export function contentOf(finding: RaisedFinding, change: Change): string {
  const file = change.files.find((entry) => entry.path === finding.file);
  if (file === undefined) return change.headTree;
  return finding.side === 'base' ? file.oldBlob : file.newBlob;
}
