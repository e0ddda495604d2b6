/** What one seat says of the change (SPEC 1). */
export type Verdict = 'approved' | 'changes_requested' | 'rejected' | 'inconclusive';

/** Canonical severity (SPEC 1). */
export type Severity = 'critical' | 'important' | 'minor';

const severityByWord: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ...['critical', 'blocker', 'high', 'error'].map((word): [string, Severity] => [word, 'critical']),
  ...['important', 'major', 'moderate', 'medium', 'warning'].map((word): [string, Severity] => [word, 'important']),
  ...['minor', 'low', 'info', 'nit', 'note', 'suggestion'].map((word): [string, Severity] => [word, 'minor']),
]);

/** Reads a severity word of any tool; an unknown word is `important` (SPEC 1), the caller keeps the raw word. */
export function canonicalSeverity(word: string): Severity {
  return severityByWord.get(word.trim().toLowerCase()) ?? 'important';
}

/** Sort key: the most severe first. */
export const severityRank: Readonly<Record<Severity, number>> = { critical: 0, important: 1, minor: 2 };
