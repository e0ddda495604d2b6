import { describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.js';
import { readOpinion } from './read-opinion.js';

type Row = readonly [severity: string, file: string | undefined, line: number | undefined, says: string];

const read = 'the total is read before it is written';
const name = 'the name misleads';
const both: readonly Row[] = [
  ['critical', 'src/a.ts', 12, read],
  ['minor', 'src/b.ts', 3, name],
];

describe('forms that reviewers and tools write', () => {
  it.each<[string, string, readonly Row[]]>([
    [
      'codes as numbers of findings',
      `## Critical\n\n**C1. Sum: ${read}** (\`src/a.ts:12\`)\nSeen in a test.\n\n## Minor\n\n**M1. ${name}** — \`src/b.ts:3\`\n`,
      both,
    ],
    ['codes that grade', `[H1] src/a.ts:12 — ${read}\n[L1] src/b.ts:3 — ${name}`, both],
    ['lines of a compiler', `src/a.ts:12:5: error: ${read}\nsrc/b.ts:3:1: note: ${name}`, both],
    [
      'degree in brackets before a place in words',
      `1. (high) src/a.ts, line 12: ${read}\n2. (low) src/b.ts, line 3: ${name}`,
      both,
    ],
    [
      'YAML',
      `verdict: request_changes\nfindings:\n  - severity: high\n    file: src/a.ts\n    line: 12\n    message: ${read}\n  - severity: low\n    file: src/b.ts\n    line: 3\n    message: ${name}`,
      both,
    ],
    [
      'elements without attributes',
      `<finding>\n<severity>high</severity>\n<file>src/a.ts</file>\n<line>12</line>\n<message>${read}</message>\n</finding>\n<finding><severity>low</severity><file>src/b.ts</file><line>3</line><message>${name}</message></finding>`,
      both,
    ],
    [
      'one JSON object a line',
      `{"severity":"high","file":"src/a.ts","line":12,"message":"${read}"}\n{"severity":"low","file":"src/b.ts","line":3,"message":"${name}"}`,
      both,
    ],
    [
      'pairs',
      `severity=high file=src/a.ts line=12 message="${read}"\nseverity=low file=src/b.ts line=3 message="${name}"`,
      both,
    ],
    [
      'a sign of degree on a line of its own',
      `🔴 CRITICAL (1)\n• src/a.ts:12 — ${read}\n\n🟢 LOW (1)\n• src/b.ts:3 — ${name}`,
      both,
    ],
    [
      'what must and what may be done',
      `Must fix:\n1. src/a.ts:12 — ${read}\n\nNice to have:\n1. src/b.ts:3 — ${name}`,
      both,
    ],
    [
      'titles under degrees',
      `## High Severity\n\n### Sum: ${read}\n**Location:** src/a.ts:12\n\nStale.\n\n## Low Severity\n\n### Hm, ${name}\n**Location:** src/b.ts:3\n`,
      both,
    ],
    [
      'lines under headings under files',
      `#### src/a.ts\n\n##### Line 12 — Critical\n${read}\n\n#### src/b.ts\n\n##### Line 3 — Minor\n${name}`,
      both,
    ],
    [
      'files over numbered lines',
      `Findings\n\nsrc/a.ts\n  12: ${read} (critical)\nsrc/b.ts\n  3: ${name} (minor)`,
      both,
    ],
    [
      'a file as a field over its lines',
      `File: src/a.ts\nLine 12 [HIGH]: ${read}\n\nFile: src/b.ts\nLine 3 [LOW]: ${name}`,
      both,
    ],
    [
      'a number with its degree',
      `**Finding 1 (P1)**: ${read}\n*src/a.ts, line 12*\n\n**Finding 2 (P3)**: ${name}\n*src/b.ts, line 3*`,
      both,
    ],
    [
      'HTML',
      `<ul>\n<li><b>High</b> <code>src/a.ts:12</code>: ${read}</li>\n<li><b>Low</b> <code>src/b.ts:3</code>: ${name}</li>\n</ul>`,
      both,
    ],
    ['signs before the place', `🚫 **src/a.ts:12** ${read}\n💡 **src/b.ts:3** ${name}\n✅ Tests pass`, both],
    [
      'degree and place in a title of stress',
      `**Blocker — src/a.ts:12**\n${read}\n\n**Nit — src/b.ts:3**\n${name}`,
      both,
    ],
    ['a quoted place over its text', `> src/a.ts:12\n\nBlocker? No: ${read}`, [['important', 'src/a.ts', 12, read]]],
  ])('%s', (_name, text, expected) => {
    const { findings } = readOpinion(`${text}\n\nVERDICT: REQUEST_CHANGES\n`);
    expect(findings.map(({ severity, file, line }) => [severity, file, line])).toEqual(
      expected.map(([severity, file, line]) => [severity, file, line]),
    );
    for (const [index, [, , , says]] of expected.entries()) expect(findings[index]?.message).toContain(says);
  });

  it.each<[string, Verdict, number]>([
    ['❌ CHANGES REQUESTED', 'changes_requested', 0],
    ['Verdict | changes requested', 'changes_requested', 0],
    ['Marking as changes requested.', 'changes_requested', 0],
    [
      'The lock in src/a.ts on line 12 leaks. Also, line 3 of src/b.ts has a bad name.\n\nRequest changes.',
      'changes_requested',
      2,
    ],
    ['### Critical\n- No issues found\n\n### Minor\n- src/a.ts:1 typo\n\nVerdict: NO_GO', 'changes_requested', 1],
    ['LGTM! No issues found.\n\nThings I checked:\n- src/a.ts:12: the lock is released', 'approved', 0],
    ['Approve.\n\n- src/a.ts:1-80 reviewed, no problems', 'approved', 0],
    ['VERDICT: APPROVE\n\nThe change does the following:\n- Fixes the critical bug in src/a.ts:12', 'approved', 0],
    ['#### BLOCKER\n- src/a.ts:1 leaks\n\nVERDICT: APPROVE', 'inconclusive', 1],
  ])('%s', (text, verdict, count) => {
    const reading = readOpinion(text);
    expect([reading.verdict, reading.findings.length]).toEqual([verdict, count]);
  });
});

describe('fields of a finding that nobody knows', () => {
  it('are kept as remarks, one each, and known ones are not', () => {
    const { remarks } = readOpinion(
      JSON.stringify({
        verdict: 'reject',
        confidence: 'high',
        findings: [
          { severity: 'high', file: 'a.ts', line: 3, message: 'leaks', blame: 'nobody', cost: { hours: 7 } },
          { title: 'slow', file: 'b.ts', description: 'two loops', rationale: 'seen in a profile' },
        ],
      }),
    );
    expect(remarks.map(({ text }) => text)).toEqual([
      'confidence: high',
      'finding 1, blame: nobody',
      'finding 1, cost: {"hours":7}',
      'finding 2, rationale: seen in a profile',
    ]);
  });
});
