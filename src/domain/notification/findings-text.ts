import { counts, type Finding } from '../model/finding.js';

const severities = ['critical', 'important', 'minor'] as const;

/** `3 open findings: 1 critical, 2 minor`; undefined without an open one. */
export function findingsText(findings: readonly Finding[]): string | undefined {
  const open = findings.filter(counts);
  if (open.length === 0) return undefined;
  const bySeverity = severities.flatMap((severity) => {
    const count = open.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `${open.length} open ${open.length === 1 ? 'finding' : 'findings'}: ${bySeverity.join(', ')}`;
}
