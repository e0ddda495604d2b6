import type { Commit } from '../model/change.js';
import type { FileKinds } from './path-kinds.js';

interface Claim {
  readonly type: string;
  readonly reason: string;
}

interface Header {
  readonly word: string;
  readonly scope: string;
  readonly breaking: boolean;
  readonly subject: string;
}

/** https://www.conventionalcommits.org, after the marks that `git commit --fixup` and `--squash` put in front. */
const headerForm = /^(?:(?:fixup|squash|amend)! )*(?<word>[a-z]+)(?:\((?<scope>[^()\r\n]*)\))?(?<mark>!)?:[ \t]+\S/i;
const breakingFooter = /^BREAKING[ -]CHANGE:[ \t]*\S/m;

/** From the weightiest on: what the whole change is called when its commits say different things. */
export const claimedTypes: readonly string[] = [
  'breaking_change',
  'feature',
  'bugfix',
  'performance_change',
  'refactor',
  'dependency_change',
  'test_change',
  'code_change',
];

const typeByWord: ReadonlyMap<string, string> = new Map([
  ['feat', 'feature'],
  ['feature', 'feature'],
  ['fix', 'bugfix'],
  ['bugfix', 'bugfix'],
  ['hotfix', 'bugfix'],
  ['refactor', 'refactor'],
  ['perf', 'performance_change'],
  ['test', 'test_change'],
  ['tests', 'test_change'],
  ['build', 'dependency_change'],
  ['deps', 'dependency_change'],
  ['docs', 'code_change'],
  ['style', 'code_change'],
  ['chore', 'code_change'],
  ['ci', 'code_change'],
]);

/**
 * What the messages claim, held against the files touched: they are the author's word, so a modest claim that the files
 * do not bear out is a `code_change`. Undefined when no message follows the convention.
 */
export function typeByCommits(commits: readonly Commit[], kinds: FileKinds): Claim | undefined {
  const claims = commits.map((commit) => claimOf(commit.message, kinds)).filter((claim) => claim !== undefined);
  return claims.reduce<Claim | undefined>(
    (best, claim) => (best === undefined || rank(claim) < rank(best) ? claim : best),
    undefined,
  );
}

function rank(claim: Claim): number {
  return claimedTypes.indexOf(claim.type);
}

function claimOf(message: string, kinds: FileKinds): Claim | undefined {
  const header = headerOf(message);
  if (header?.breaking === true) {
    return { type: 'breaking_change', reason: `commit "${header.subject}" is marked with !` };
  }
  if (breakingFooter.test(message)) {
    return { type: 'breaking_change', reason: `commit "${subjectOf(message)}" has a BREAKING CHANGE footer` };
  }
  if (header === undefined) return undefined;
  const type = header.scope === 'deps' ? 'dependency_change' : typeByWord.get(header.word);
  return type === undefined ? undefined : backed(type, header, kinds);
}

function backed(type: string, header: Header, kinds: FileKinds): Claim {
  const said = `commit "${header.subject}"`;
  if (type === 'test_change' && !kinds.onlyTests) {
    return { type: 'code_change', reason: `${said} says tests, but other files are touched` };
  }
  if (type === 'dependency_change' && !kinds.anyDependencyFile) {
    return { type: 'code_change', reason: `${said} touches no file that declares dependencies` };
  }
  if (header.word === 'docs' || header.word === 'style') {
    return { type, reason: `${said} says ${header.word}, but that is not proved for every file` };
  }
  return { type, reason: said };
}

function headerOf(message: string): Header | undefined {
  const groups = headerForm.exec(message)?.groups;
  const word = groups?.['word'];
  if (groups === undefined || word === undefined) return undefined;
  return {
    word: word.toLowerCase(),
    scope: (groups['scope'] ?? '').toLowerCase(),
    breaking: groups['mark'] === '!',
    subject: subjectOf(message),
  };
}

function subjectOf(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}
