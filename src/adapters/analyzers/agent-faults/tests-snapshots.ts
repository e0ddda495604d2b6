import type { Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import type { ChangeRule } from './fault-rule.js';
import { sourceFiles } from './source-change.js';

const doc: RuleDoc = {
  id: 'tests/snapshot-rewritten',
  role: 'tester',
  severity: 'minor',
  languages: 'any',
  title: 'A snapshot was rewritten although no source changed',
  why: 'A snapshot that changes without a change of the code was updated to make a failing run green. Silent where sources, dependencies or the tests themselves changed.',
  remedy: 'Look at the difference of the snapshot and say where it comes from.',
};

export const testsSnapshotRewritten: ChangeRule = {
  doc,
  judge: ({ input, files }) => {
    const others = input.packet.frozen.change.files.filter((entry) => !entry.path.endsWith('.snap'));
    if (others.length > 0 || sourceFiles({ input, files }).length > 0) return [];
    return input.files.flatMap((file): Hit[] => {
      const base = file.base?.lines.length ?? 0;
      if (!file.path.endsWith('.snap') || file.head === undefined || (file.entry.deleted ?? 0) * 2 < base || base === 0)
        return [];
      return [
        {
          rule: doc.id,
          severity: 'minor',
          file: file.path,
          side: 'head',
          line: 0,
          message: 'Most of this snapshot was rewritten and nothing else changed. Say what made the output differ.',
        },
      ];
    });
  },
};
