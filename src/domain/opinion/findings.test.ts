import { describe, expect, it } from 'vitest';
import { readOpinion } from './read-opinion.js';

type Short = readonly [severity: string, file: string | undefined, line: number | undefined, gist: string];

function found(text: string): readonly Short[] {
  return readOpinion(text).findings.map(({ severity, file, line, message }): Short => [
    severity,
    file,
    line,
    message.split('\n')[0] ?? '',
  ]);
}

describe('findings out of lists', () => {
  it.each<[string, string, readonly Short[]]>([
    [
      'path and line at the head',
      '- src/a.ts:12: lock leaks\n- `src/b.ts:3-9` wrong order',
      [
        ['important', 'src/a.ts', 12, 'lock leaks'],
        ['important', 'src/b.ts', 3, 'wrong order'],
      ],
    ],
    [
      'priority tags',
      '- [P1] Lock leaks — src/a.ts:12-14\n  The error path never releases it.\n- [P3] Rename x — src/b.ts:1',
      [
        ['critical', 'src/a.ts', 12, 'Lock leaks — src/a.ts:12-14'],
        ['minor', 'src/b.ts', 1, 'Rename x — src/b.ts:1'],
      ],
    ],
    [
      'groups by severity',
      '## Critical\n\n1. **Lock leaks** in `src/a.ts:12`\n\n## Minor issues\n- Typo in `README.md`\n\n## Strengths\n- Clear names',
      [
        ['critical', 'src/a.ts', 12, 'Lock leaks in `src/a.ts:12`'],
        ['minor', 'README.md', undefined, 'Typo in `README.md`'],
      ],
    ],
    ['a severity with none', '### Critical\nNone.\n\n### Important\n- No issues found.\n', []],
    [
      'sub-points are details',
      '## Issues\n- Lock leaks (`src/a.ts`, line 7)\n  - Severity: high\n  - Fix: release it\n- Typo',
      [
        ['critical', 'src/a.ts', 7, 'Lock leaks (`src/a.ts`, line 7)'],
        ['important', undefined, undefined, 'Typo'],
      ],
    ],
    [
      'a file over its lines',
      '## Findings\n- `src/a.ts`\n  - L12: lock leaks\n  - L40: typo',
      [
        ['important', 'src/a.ts', 12, 'lock leaks'],
        ['important', 'src/a.ts', 40, 'typo'],
      ],
    ],
    [
      'emoji as severity',
      '- 🔴 `src/a.ts:1` lock leaks\n- 🟡 src/b.ts:2 - slow loop',
      [
        ['critical', 'src/a.ts', 1, 'lock leaks'],
        ['important', 'src/b.ts', 2, 'slow loop'],
      ],
    ],
    [
      'words in bold',
      '1. **High** - `src/a.ts:5` - lock leaks\n2. **Low** - `src/b.ts:6` - typo',
      [
        ['critical', 'src/a.ts', 5, 'lock leaks'],
        ['minor', 'src/b.ts', 6, 'typo'],
      ],
    ],
  ])('%s', (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('findings out of headings, fields and tables', () => {
  it.each<[string, string, readonly Short[]]>([
    [
      'a title with prose',
      '## Findings\n\n### 1. Lock leaks\n\n`src/a.ts#L12-L14`\n\nNever released.\n\n### 2. Typo (minor)\n**File:** README.md\n**Line:** 3\n',
      [
        ['important', 'src/a.ts', 12, 'Lock leaks'],
        ['minor', 'README.md', 3, 'Typo (minor)'],
      ],
    ],
    [
      'fields',
      '**Severity**: High\n**File**: src/a.ts\n**Line**: 12\n**Issue**: lock leaks\n\n**Severity**: Low\n**File**: b.ts\n**Issue**: typo',
      [
        ['critical', 'src/a.ts', 12, 'lock leaks'],
        ['minor', 'b.ts', undefined, 'typo'],
      ],
    ],
    [
      'a table',
      '| # | Severity | File | Line | Description |\n|---|---|---|---|---|\n| 1 | High | `src/a.ts` | 12-14 | lock leaks |\n| 2 | 🟡 Medium | src/b.ts:7 | | slow |',
      [
        ['critical', 'src/a.ts', 12, 'lock leaks'],
        ['important', 'src/b.ts', 7, 'slow'],
      ],
    ],
    [
      'a permalink',
      '1. Lock leaks\n\nhttps://github.com/o/r/blob/0123abc/src/a.ts#L72-L74\n',
      [['important', 'src/a.ts', 72, 'Lock leaks']],
    ],
    [
      'another language',
      '## Probleme\n\n### Schweregrad: hoch\n- `src/a.ts:5` Sperre wird nie freigegeben\n',
      [['critical', 'src/a.ts', 5, 'Sperre wird nie freigegeben']],
    ],
  ])('%s', (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('keeps range, suggestion and quote', () => {
    const [finding] = readOpinion(
      '### High: lock leaks\n`src/a.ts:12-14`\n\n```ts\nlock.take();\n```\n\n```suggestion\nusing(lock);\n```\n',
    ).findings;
    expect(finding).toMatchObject({
      file: 'src/a.ts',
      line: 12,
      endLine: 14,
      quote: 'lock.take();',
      suggestion: 'using(lock);',
    });
  });
});

describe('structured answers', () => {
  it('reads every field of an answer', () => {
    const reading = readOpinion(
      JSON.stringify({
        nonce: 'n1',
        verdict: 'request_changes',
        confidence: 0.85,
        summary: 'Nearly there.',
        checklist: { tests: true, docs: { answer: false, reason: 'no page' }, perf: null },
        answers: ['Yes, it is enough.'],
        findings: [
          {
            severity: 'blocker',
            file: 'src/a.ts',
            line: 3,
            end_line: 5,
            message: 'lock leaks',
            suggestion: 'release',
            category: 'bug',
            quote: 'x',
          },
        ],
        extra: { a: 1 },
      }),
      { nonce: 'n1' },
    );
    expect(reading).toMatchObject({
      verdict: 'changes_requested',
      statedVerdict: 'request_changes',
      confidence: 85,
      summary: 'Nearly there.',
      checklist: { tests: { answer: true }, docs: { answer: false, reason: 'no page' }, perf: { answer: null } },
      answers: ['Yes, it is enough.'],
      findings: [
        { severity: 'critical', statedSeverity: 'blocker', file: 'src/a.ts', line: 3, endLine: 5, category: 'bug' },
      ],
    });
    expect(reading.remarks.some(({ text }) => text.includes('extra'))).toBe(true);
  });

  it.each<[string, number | undefined]>([
    ['{"verdict":"approve","confidence":1}', 1],
    ['{"verdict":"approve","confidence":1.0}', 100],
    ['{"verdict":"approve","confidence":92}', 92],
    ['{"verdict":"approve","confidence":"92%"}', 92],
    ['{"verdict":"approve","confidence":"high"}', undefined],
    ['Verdict: approve\nConfidence: 0.9', 90],
    ['Verdict: approve\n**Confidence:** 75%', 75],
    ['Verdict: approve\nConfidence: 4/5', undefined],
  ])('confidence of %s', (text, expected) => {
    expect(readOpinion(text).confidence).toBe(expected);
  });

  it('unwraps the envelope of a driver', () => {
    const reading = readOpinion(
      JSON.stringify({ type: 'result', result: 'Verdict: approve\n\n- [minor] a.ts:1 typo' }),
    );
    expect(reading).toMatchObject({ verdict: 'approved', findings: [{ file: 'a.ts', line: 1 }] });
  });

  it('names the ground of a rejection', () => {
    expect(readOpinion('{"verdict":"rejected","ground":"fundamental_flaw"}')).toMatchObject({
      verdict: 'rejected',
      ground: 'fundamental_flaw',
    });
    expect(readOpinion('Verdict: rejected\nGround: would_break_system').ground).toBe('would_break_system');
  });
});
