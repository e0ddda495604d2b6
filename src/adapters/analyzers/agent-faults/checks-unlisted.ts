import { isAddedLine } from '../../../domain/model/change.js';
import type { Severity } from '../../../domain/model/verdict.js';
import type { AnalyzedFile, Hit } from '../analyzer.js';
import { listsOf, type CheckLists } from './check-lists.js';

const rule = 'checks/config-weakened';
const reason = 'Keep it and mend what it finds, or say in a comment why it is wrong for this project.';

/** Checks that left the list of those that run, or joined the list of those left out. */
export async function unlistedChecks(file: AnalyzedFile): Promise<readonly Hit[]> {
  const lists = await listsOf(file);
  return lists === undefined ? [] : [...noLongerRun(file, ...lists), ...leftOut(file, ...lists)];
}

/** Linters that went away or into others; leaving them out is housekeeping. */
const retired =
  /^(deadcode|execinquery|exhaustivestruct|exportloopref|gas|golint|gomnd|gosimple|ifshort|interfacer|maligned|megacheck|nosnakecase|scopelint|structcheck|stylecheck|tenv|typecheck|varcheck|vet|vetshadow)$/;
/** Hooks that only tidy; the others look for mistakes. */
const tidying =
  /^(end-of-file-fixer|trailing-whitespace|mixed-line-ending|fix-|pretty-format|prettier|black|isort|ruff-format|pyupgrade|pycln|docformatter|sort-|pin-|uv-lock|commitizen)/;

function noLongerRun(file: AnalyzedFile, before: CheckLists, after: CheckLists): readonly Hit[] {
  const gone = [...before.on].filter(
    (name) => !isCovered(name, after.on) && !after.off.has(name) && !retired.test(name) && !tidying.test(name),
  );
  const brought = [...after.on].some((name) => !before.on.has(name));
  const [first] = gone;
  // Nothing listed any more means the defaults of the tool, and what was brought may stand for what went.
  if (first === undefined || brought || after.on.size === 0) return [];
  const line = (file.base?.lines.findIndex((text) => names(text, first)) ?? -1) + 1;
  const message = `${told(gone)} ran and no longer ${gone.length === 1 ? 'does' : 'do'}. ${reason}`;
  return [{ rule, severity: 'important', file: file.path, side: 'base', line, message }];
}

function leftOut(file: AnalyzedFile, before: CheckLists, after: CheckLists): readonly Hit[] {
  const fresh = [...after.off].filter((name) => !isCovered(name, before.off) && !retired.test(name));
  const lines = file.head?.lines ?? [];
  const at = lines.findIndex(
    (text, index) => isAddedLine(file.entry, index + 1) && fresh.some((name) => names(text, name)),
  );
  const told = fresh.filter((name) => !isExplained(lines, name));
  if (at < 0 || told.length === 0) return [];
  return [offHit(file, at + 1, told, fresh.some((name) => before.on.has(name)) ? 'important' : 'minor')];
}

/** A rule of a script linter that a new line sets to off and that the base did not name. */
export function newlyOff(file: AnalyzedFile): readonly Hit[] {
  const off = /^\s*["']?(?<name>[@\w][\w@./-]*)["']?\s*:\s*\[?\s*["'](off|allow)["']\s*\]?,?\s*$/;
  const lines = file.head?.lines ?? [];
  return lines.flatMap((line, at): Hit[] => {
    const name = off.exec(line)?.groups?.['name'];
    if (name === undefined || !isAddedLine(file.entry, at + 1) || isCommentedAt(lines, at)) return [];
    const known = file.base?.lines.some((text) => names(text, name)) ?? true;
    return known ? [] : [offHit(file, at + 1, [name], 'minor')];
  });
}

function offHit(file: AnalyzedFile, line: number, off: readonly string[], severity: Severity): Hit {
  const message = `${told(off)} ${off.length === 1 ? 'is' : 'are'} newly switched off for the whole project. ${reason}`;
  return { rule, severity, file: file.path, side: 'head', line, message };
}

function told(all: readonly string[]): string {
  const more = all.length > 4 ? ` and ${all.length - 4} more` : '';
  return `${all
    .slice(0, 4)
    .map((name) => `\`${name}\``)
    .join(', ')}${more}`;
}

/** `E` covers `E501`: codes stand for everything that begins with them. */
function isCovered(name: string, by: ReadonlySet<string>): boolean {
  return by.has(name) || by.has('ALL') || [...by].some((each) => /^[A-Z]+\d*$/.test(each) && name.startsWith(each));
}

function names(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return at >= 0 && !/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + name.length));
}

function isExplained(lines: readonly string[], name: string): boolean {
  return lines.some((text, at) => names(text, name) && isCommentedAt(lines, at));
}

/** A comment on the line or above it. */
function isCommentedAt(lines: readonly string[], at: number): boolean {
  return /(#|\/\/)\s*\S+ \S+/.test(lines[at] ?? '') || /^\s*(#|\/\/|\*|\/\*)\s*\S+ \S+/.test(lines[at - 1] ?? '');
}
