import type { Packet } from '../../../application/ports/reviewer.js';
import type { CriterionAnswer } from '../../../domain/model/opinion.js';
import type { AnalyzedFile, Hit } from '../analyzer.js';
import { backingOf, backs, type Backing } from '../criteria.js';
import { languageWord } from '../detect-language.js';
import { isProgram } from '../language.js';
import type { UnreadFile } from './read-change.js';
import type { AnalyzerRun } from './run-analyzers.js';

export interface Evidence {
  readonly packet: Packet;
  readonly files: readonly AnalyzedFile[];
  readonly unread: readonly UnreadFile[];
  readonly runs: readonly AnalyzerRun[];
  /** Whether a rule looks at files of this kind at all. */
  readonly concerns: (rule: string, file: AnalyzedFile) => boolean;
}

/**
 * One criterion: false when a rule behind it raised something important or critical; null when a rule behind it could not
 * look; true when all of them looked and found nothing, or, with that reason, when nothing of the change is theirs to look at.
 */
export function answer(criterion: string, evidence: Evidence): CriterionAnswer {
  const backing = backingOf(criterion);
  if (backing === undefined) {
    return { answer: null, reason: 'needs judgement: no embedded analyzer answers it' };
  }
  const hits = evidence.runs.flatMap((run) => run.hits).filter(({ rule }) => backs(backing, rule));
  const against = hits.filter(({ severity }) => severity !== 'minor');
  const [first] = against;
  const gap = unchecked(backing, evidence);
  const minor = rulesOf(hits.filter(({ severity }) => severity === 'minor'));
  const beside = minor.length === 0 ? {} : { minor };
  if (first !== undefined) {
    return {
      answer: false,
      reason: describe(first, against.length),
      because: rulesOf(against),
      ...(gap === undefined ? {} : { unchecked: gap }),
      ...beside,
    };
  }
  if (gap !== undefined) return { answer: null, reason: gap, ...beside };
  if (!looked(backing, evidence))
    return {
      answer: true,
      reason: 'not applicable: no rule behind it looks at files of the kinds that changed',
      ...beside,
    };
  return { answer: true, ...(hits.length === 0 && untested(backing, evidence) ? { reason: fewLines } : {}), ...beside };
}

const fewLines = 'no test changed, and too little logic came in to ask for one';

/** A plain yes would be read as if there were tests. */
function untested({ rules }: Backing, { files }: Evidence): boolean {
  return (
    rules.includes('tests/missing') &&
    files.some(({ language }) => isProgram(language)) &&
    !files.some(({ isTest }) => isTest)
  );
}

function looked(backing: Backing, { files, runs, concerns }: Evidence): boolean {
  const rules = runs.flatMap(({ analyzer }) => analyzer.rules).filter((rule) => backs(backing, rule));
  return files.some((file) => rules.some((rule) => concerns(rule, file)));
}

function rulesOf(hits: readonly Hit[]): readonly string[] {
  return [...new Set(hits.map(({ rule }) => rule))].sort();
}

function describe(hit: Hit, count: number): string {
  const place = hit.line === 0 ? hit.file : `${hit.file}:${hit.line}`;
  return count === 1 ? `${hit.rule} at ${place}` : `${count} findings, the first: ${hit.rule} at ${place}`;
}

function unchecked(backing: Backing, evidence: Evidence): string | undefined {
  const { packet, files, runs } = evidence;
  if (backing.rules.includes('scope/outside') && packet.scope === undefined) return 'no scope was declared';
  if (backing.rules.includes('tests/command-failed') && packet.testCommand === undefined) {
    return 'the policy names no test command';
  }
  const behind = runs.filter(({ analyzer }) => analyzer.rules.some((rule) => backs(backing, rule)));
  if (behind.length === 0) return 'no embedded analyzer answers it';
  const open = behind.flatMap(({ result }) => result.notChecked).find(({ rule }) => backs(backing, rule));
  if (open !== undefined) return open.reason;
  const failed = behind.flatMap(({ result }) => result.failed)[0];
  if (failed !== undefined) return `${failed.path} could not be checked: ${failed.reason}`;
  const unread = evidence.unread.find(({ file }) => isConcerned(backing, file, evidence));
  if (unread !== undefined) return `${unread.file.path} was not read: ${unread.reason}`;
  const blind = files.find((file) => isBlind(backing, file));
  return blind === undefined ? undefined : `no embedded analyzer checks it in ${nameOf(blind)} (${blind.path})`;
}

/** Whether a rule behind the criterion would have looked at the text of the file, had there been one. */
function isConcerned(backing: Backing, file: AnalyzedFile, evidence: Evidence): boolean {
  return backing.reads !== 'facts' && (isBlind(backing, file) || looked(backing, { ...evidence, files: [file] }));
}

/** A program in a language no rule behind it reads: also the cells of a notebook, and tests in shell, which no rule counts. */
function isBlind(backing: Backing, { language, path, isTest }: AnalyzedFile): boolean {
  if (backing.blind.includes(language)) return true;
  if (/\.ipynb$/i.test(path)) return backing.blind.includes('unsupported') && !backing.rules.includes('syntax/error');
  return language === 'shell' && isTest && backing.rules.includes('tests/deleted');
}

function nameOf({ language, path }: AnalyzedFile): string {
  if (/\.ipynb$/i.test(path)) return 'the cells of notebooks';
  if (!isProgram(language)) return languageWord(path);
  return language === 'go' ? 'Go' : language;
}
