import type { Severity } from '../../../domain/model/verdict.js';
import type { AnalyzedFile, Analyzer, Hit } from '../analyzer.js';
import { isLockFile } from '../lock-file.js';
import { isProgram } from '../language.js';
import { allRead } from '../result.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { foreignEncoding } from './declared-encoding.js';

export const invisibleCharactersRule: RuleDoc = {
  id: 'syntax/invisible-characters',
  role: 'core-developer',
  severity: 'critical',
  lesser: 'Important in prose and data; minor for zero-width characters in programs.',
  languages: 'any',
  title: 'Characters that hide or reorder text',
  why:
    'Bidirectional overrides make code read differently from how it runs (CVE-2021-42574), tag characters carry text that ' +
    'people cannot see and language models obey, fillers make identifiers that look empty. A Python file that names an encoding ' +
    'like UTF-7 holds code where a comment is read. Silent on the marks that emoji and right-to-left scripts need.',
  remedy: 'Remove the character, or write it as an escape (\\u202e) where a program needs it.',
};

const overrides = /[\u202a-\u202e\u2066-\u2069]/u;
const tags = /[\u{e0001}\u{e0020}-\u{e007f}]/u;
const fillers = /[\u115f\u1160\u3164\uffa0]/u;
const zeroWidth = /[\u200b\u2060\u00ad]/u;
const anyOf = new RegExp([overrides, tags, fillers, zeroWidth].map(({ source }) => source).join('|'), 'u');

/** Trojan source and its relatives. */
export const invisibleCharacters: Analyzer = {
  name: 'invisible characters',
  role: 'core-developer',
  compares: 'sides',
  rules: [invisibleCharactersRule.id],
  applies: ({ files }) => files.length > 0,
  analyze: ({ files }) =>
    Promise.resolve(
      allRead(
        files,
        files.flatMap((file) => [...inFile(file), ...inEncoding(file)]),
      ),
    ),
};

function inFile(file: AnalyzedFile): Hit[] {
  if (isLockFile(file.path)) return [];
  return (['head', 'base'] as const).flatMap((side) => {
    const source = file[side];
    if (source === undefined || !anyOf.test(source.text)) return [];
    return source.lines.flatMap((line, index): Hit[] => {
      const severity = severityOf(line, file);
      return severity === undefined ? [] : [hitAt(file, side, index + 1, line, severity)];
    });
  });
}

/** However long it has stood there: every line that the change brings is another one than it seems. */
function inEncoding(file: AnalyzedFile): Hit[] {
  const found = foreignEncoding(file);
  if (found === undefined) return [];
  const { line, encoding } = found;
  const message = `Python reads this file as ${encoding}, in which it is another program than the one that stands here. Write it in UTF-8, without that line.`;
  const at = { file: file.path, side: 'head', line, anywhere: true } as const;
  return [{ rule: invisibleCharactersRule.id, severity: 'critical', message, ...at }];
}

function severityOf(line: string, file: AnalyzedFile): Severity | undefined {
  const program = isProgram(file.language) || file.language === 'unsupported';
  // England, Scotland and Wales have flags made of tag characters.
  const withoutFlags = line.replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu, '');
  if (tags.test(withoutFlags)) return program ? 'critical' : 'important';
  if (overrides.test(line)) return program && !file.isTest ? 'critical' : program ? 'important' : undefined;
  if (!program) return undefined;
  if (fillers.test(line)) return 'important';
  return zeroWidth.test(line) ? 'minor' : undefined;
}

function hitAt(file: AnalyzedFile, side: 'head' | 'base', line: number, text: string, severity: Severity): Hit {
  const found = anyOf.exec(text)?.[0].codePointAt(0) ?? 0;
  const name = `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
  return {
    rule: invisibleCharactersRule.id,
    severity,
    file: file.path,
    side,
    line,
    message: `The line holds the invisible character ${name}: it does not read as it runs. Remove it, or write it as an escape.`,
  };
}
