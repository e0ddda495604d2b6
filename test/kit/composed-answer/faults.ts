import type { OpinionReading, ReadFinding } from '../../../src/domain/opinion/reading.js';
import type { Verdict } from '../../../src/domain/model/verdict.js';
import type { ComposedAnswer } from './answer.js';
import type { Said } from './inline.js';

/** What a reading has wrong about a composed answer; empty when all was read back. */
export function faultsOf(answer: ComposedAnswer, reading: OpinionReading): readonly string[] {
  const free = [...reading.findings];
  const faults = answer.findings.flatMap((said) => {
    const at = free.findIndex(({ message }) => hasWords(message, said.claim.message));
    const [finding] = at < 0 ? [] : free.splice(at, 1);
    return finding === undefined ? [`missed: ${said.claim.message}`] : differences(said, finding);
  });
  return [
    ...faults,
    ...free.map(({ message }) => `invented: ${message}`),
    ...(expectedVerdicts(answer).includes(reading.verdict) ? [] : [`verdict: ${reading.verdict} (${reading.reason})`]),
  ];
}

function differences({ claim, degree, file, line }: Said, finding: ReadFinding): readonly string[] {
  const wanted = {
    severity: degree ? claim.severity : 'important',
    stated: degree,
    file: file ? claim.file : undefined,
    line: line ? claim.line : undefined,
    endLine: line ? claim.endLine : undefined,
  };
  const read = {
    severity: finding.severity,
    stated: finding.statedSeverity !== undefined,
    file: finding.file,
    line: finding.line,
    endLine: finding.endLine,
  };
  return (['severity', 'stated', 'file', 'line', 'endLine'] as const)
    .filter((name) => wanted[name] !== read[name])
    .map((name) => `${name}: ${String(read[name])} instead of ${String(wanted[name])} (${claim.message})`);
}

/** All words of the text, in any place of the other. */
function hasWords(text: string, words: string): boolean {
  const has = new Set(wordsOf(text));
  return wordsOf(words).every((word) => has.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** An approval beside a critical finding, and friendly words beside any but a minor one, decide nothing (SPEC 2, rule 1). */
function expectedVerdicts({ statement, findings }: ComposedAnswer): readonly Verdict[] {
  if (statement.says === 'change') return ['changes_requested'];
  if (statement.says === 'reject') return ['rejected'];
  const critical = findings.some(({ claim, degree }) => degree && claim.severity === 'critical');
  const serious = findings.some(({ claim, degree }) => !degree || claim.severity !== 'minor');
  if (critical) return ['inconclusive'];
  return serious && !statement.formal ? ['inconclusive', 'approved'] : ['approved'];
}
