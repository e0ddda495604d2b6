import type { Change } from '../model/change.js';
import type { Finding, RaisedFinding } from '../model/finding.js';

/**
 * Whether a finding counts against the change. A disposition takes it out of the count only when a human credential stood
 * behind it: otherwise the author could wave through what was raised against the work (SPEC 2, rule 4).
 */
export function counts(finding: Finding): boolean {
  return finding.state === 'open' || finding.disposition?.authority === 'claimed';
}

/** What a disposition of this finding is bound to: the blob it points into, the head tree for one without a file. */
export function contentOf(finding: RaisedFinding, change: Change): string {
  const file = change.files.find((entry) => entry.path === finding.file);
  if (file === undefined) return change.headTree;
  return finding.side === 'base' ? file.oldBlob : file.newBlob;
}
