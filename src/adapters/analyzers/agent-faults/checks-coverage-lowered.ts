import type { AnalyzedFile, Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { wordsOf } from './comment-blocks.js';
import type { ChangeRule } from './fault-rule.js';
import { isAddedLine } from '../../../domain/model/change.js';

const doc: RuleDoc = {
  id: 'checks/coverage-lowered',
  role: 'auditor',
  severity: 'important',
  lesser: 'minor for a whole file left out of the measurement by a comment',
  languages: 'any',
  title: 'The coverage that is asked for went down',
  why: 'Lowering the bar is the cheapest way to pass it. Silent on thresholds that rose or moved, and on single lines left out of the measurement.',
  remedy: 'Write the missing tests, or say why less is right.',
  example: '- "lines": 90\n+ "lines": 60',
};

export const checksCoverageLowered: ChangeRule = {
  doc,
  judge: ({ input, files }) => {
    const lowered = input.files.filter((file) => settings.test(file.path)).flatMap((file) => loweredIn(file));
    const ignored = files
      .filter(({ file }) => !file.isTest)
      .flatMap(({ file, head }): Hit[] =>
        (head?.tree.comments() ?? [])
          .filter(
            (comment) =>
              isAddedLine(file.entry, comment.line) && /^(istanbul|c8|v8) ignore file\s*$/.test(wordsOf(comment.text)),
          )
          .map((comment) =>
            hit(
              file,
              comment.line,
              'minor',
              'The whole file was taken out of the coverage without a reason. Test it, or say why that is not possible.',
            ),
          ),
      );
    return [...lowered, ...ignored];
  },
};

const settings =
  /(^|\/)(package\.json|\.?nycrc(\.(json|ya?ml))?|\.c8rc(\.json)?|(jest|vitest|vite|karma|web-test-runner)[\w.-]*\.(c|m)?(js|ts|json)|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.coveragerc|\.?codecov\.ya?ml|\.testcoverage\.ya?ml|Makefile|\.github\/workflows\/[^/]+)$/;

const threshold =
  /(?:^|[\s"'{,-])(lines|branches|functions|statements|fail[_-]under|cov-fail-under|check-coverage|target|minimum_coverage)["']?\s*[:=]\s*["']?(\d+(?:\.\d+)?)/g;

interface Threshold {
  readonly key: string;
  readonly value: number;
  readonly line: number;
}

function loweredIn(file: AnalyzedFile): readonly Hit[] {
  const [base, head] = [thresholds(file, 'base'), thresholds(file, 'head')];
  const changed = head.flatMap((now, at): Hit[] => {
    const place = head.slice(0, at).filter((other) => other.key === now.key).length;
    const old = base.filter((other) => other.key === now.key)[place];
    if (old === undefined || now.value >= old.value || !isAddedLine(file.entry, now.line)) return [];
    return [
      hit(
        file,
        now.line,
        'important',
        `The threshold \`${now.key}\` went from ${old.value} to ${now.value}. Write the missing tests, or say why less is right.`,
      ),
    ];
  });
  if (base.length > 0 && head.length === 0 && file.head !== undefined) {
    return [
      hit(
        file,
        0,
        'important',
        `The coverage threshold (\`${base[0]?.key ?? ''}\` ${base[0]?.value ?? ''}) was removed. Keep it, or say what guards the coverage now.`,
      ),
    ];
  }
  return changed;
}

function thresholds(file: AnalyzedFile, side: 'base' | 'head'): readonly Threshold[] {
  const source = file[side];
  if (source === undefined || !/coverage|fail[_-]under|cov-|codecov|nyc|c8/i.test(source.text + file.path)) return [];
  return source.lines.flatMap((line, at) =>
    /^\s*(#|\/\/)/.test(line)
      ? []
      : [...line.matchAll(threshold)].flatMap(([, key = '', value = '']) =>
          key === 'target' && !file.path.includes('codecov') ? [] : [{ key, value: Number(value), line: at + 1 }],
        ),
  );
}

function hit(file: AnalyzedFile, line: number, severity: Hit['severity'], message: string): Hit {
  return { rule: doc.id, severity, file: file.path, side: 'head', line, message };
}
