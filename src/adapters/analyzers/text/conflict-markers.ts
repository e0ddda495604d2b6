import type { AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { allRead } from '../result.js';
import type { RuleDoc } from '../rule-catalogue.js';

export const conflictMarkerRule: RuleDoc = {
  id: 'syntax/conflict-marker',
  role: 'core-developer',
  severity: 'critical',
  lesser: 'Minor in tests, whose input may hold markers on purpose.',
  languages: 'any',
  title: 'Unresolved merge conflict',
  why: 'Both sides of a merge stand in the file: it does not parse, or says two things. Silent inside fenced blocks of Markdown.',
  remedy: 'Decide for one side or join both, and remove the markers.',
  example: '<<<<<<< HEAD\nconst port = 80;\n=======\nconst port = 8080;\n>>>>>>> topic',
};

/** The three markers that git writes, in their order. */
export const conflictMarkers: Analyzer = {
  name: 'conflict markers',
  role: 'core-developer',
  compares: 'sides',
  rules: [conflictMarkerRule.id],
  applies: ({ files }) => files.length > 0,
  analyze: ({ files }) => Promise.resolve(allRead(files, files.flatMap(conflicts))),
};

function conflicts(file: AnalyzedFile): Hit[] {
  return (['head', 'base'] as const).flatMap((side) => {
    const source = file[side];
    if (source?.text.includes('<<<<<<< ') !== true) return [];
    const hits: Hit[] = [];
    let open: number | undefined;
    let divided = false;
    let fenced = false;
    for (const [index, line] of source.lines.entries()) {
      if (file.language === 'markdown' && /^\s*(```|~~~)/.test(line)) fenced = !fenced;
      if (fenced) continue;
      if (/^<{7} \S/.test(line)) [open, divided] = [index + 1, false];
      else if (line === '=======' && open !== undefined) divided = true;
      else if (/^>{7} \S/.test(line) && open !== undefined && divided) {
        hits.push({
          rule: conflictMarkerRule.id,
          severity: file.isTest ? 'minor' : 'critical',
          file: file.path,
          side,
          line: open,
          endLine: index + 1,
          message:
            'An unresolved merge conflict: both sides stand in the file. Keep one or join them, and remove the markers.',
        });
        open = undefined;
      }
    }
    return hits;
  });
}
