import type { Hit } from '../analyzer.js';
import type { ParsedChange } from './fault-rule.js';
import { sourceFiles } from './source-change.js';

/** Snapshots of which most was rewritten although nothing else changed: minor hits of `tests/weakened`. */
export function rewrittenSnapshots({ input, files }: ParsedChange): readonly Hit[] {
  const others = input.packet.frozen.change.files.filter((entry) => !entry.path.endsWith('.snap'));
  if (others.length > 0 || sourceFiles({ input, files }).length > 0) return [];
  return input.files.flatMap((file): Hit[] => {
    const base = file.base?.lines.length ?? 0;
    if (!file.path.endsWith('.snap') || file.head === undefined || (file.entry.deleted ?? 0) * 2 < base || base === 0)
      return [];
    return [
      {
        rule: 'tests/weakened',
        severity: 'minor',
        file: file.path,
        side: 'head',
        line: 0,
        message: 'Most of this snapshot was rewritten and nothing else changed. Say what made the output differ.',
      },
    ];
  });
}
