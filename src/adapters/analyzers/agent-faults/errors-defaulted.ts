import { endLineOf, field, fieldText, lineOf, parts, type SyntaxNode } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { ParsedSide, Spot } from './fault-rule.js';
import { functionsOf } from './functions.js';

/** Values that say "there is nothing": a caller cannot tell them from an answer. */
const nothing = /^(null|undefined|None|nil|\[\]|\{\}|\(\)|false|False|-?[01]|0\.0|""|''|``|dict\(\)|list\(\)|set\(\))$/;

/** What lets everybody in says with it that all is well. */
const yes = /^[tT]rue$/;

/** Names of questions whose answer opens something: an error answered with yes opens it to everybody. */
const opening = /auth|allow|permi|grant|access|valid|verif|trust|safe|secure|admin|sign|token|licen[cs]e|approve/i;

/** Names of questions of which yes is the careful answer. */
const closing =
  /block|den(?:y|ied)|forbid|forbidden|ban(?:ned)?(?![a-z])|lock|reject|refus|expire|revoke|missing|invalid|insecure|unsafe|unauth|untrust|disallow|disabled|stale|dead|broken|fail/i;

/** Names that promise a guess: whoever calls them counts on the error being an answer. */
const guessing =
  /^_*(is|has|can|could|should|exists?|try|maybe|safe|supports?|probe|detect|check|valid|validate|test|find|guess|parse|to|as|lookup|resolve|which|load_?[iI]f|get_?[vV]ersion|equals?|matches|compare|verify|_eq__)(?![a-z])|(_or_|Or)([nN]one|[nN]ull|[dD]efault|[uU]ndefined|[eE]mpty|[nN]il)|([sS]afe(ly)?|[eE]xists|[a-z]able)$|[oO]ptional/;

/** What one guards when failing is an answer: probing, parsing, loading what may not be there. */
const probing =
  /\b(access\w*|l?stat\w*|exists\w*|realpath\w*|require|resolve\w*|import|import_module|find_spec|parse\w*|loads|URL|decode\w*|int|float|number|BigInt|getattr|version|metadata|localStorage|sessionStorage|which|unlink\w*|compile|RegExp|fullmatch|getpwuid|isatty|ioctl|get_terminal_size|inspect\.\w+|signature|literal_eval|structuredClone|createRequire)\s*\(|\blocalStorage\b|\bsessionStorage\b|^\s*(import|from)\b/m;

/** A handler for errors of every kind that does nothing but give back a default. */
export function defaultedErrors(side: ParsedSide): Spot[] {
  switch (side.tree.language) {
    case 'python':
      return side.tree.all('except_clause').flatMap((clause) => pythonHandler(side, clause));
    case 'go':
      return side.tree.all('if_statement').flatMap((branch) => goBranch(side, branch));
    case 'shell':
      return [];
    default:
      return side.tree.all('catch_clause').flatMap((clause) => scriptHandler(side, clause));
  }
}

/** `except Exception` and a bare `except`. */
export const broad = /^except\s*(\(?\s*(Base)?Exception\s*\)?(\s+as\s+\w+)?)?\s*$/;

function pythonHandler(side: ParsedSide, clause: SyntaxNode): Spot[] {
  const caught = clause.text().slice(0, clause.text().indexOf(':'));
  const body = clause.children().find((child) => child.kind() === 'block');
  if (!broad.test(caught) || body === undefined) return [];
  return asSpot(side, {
    node: clause,
    body,
    guarded: fieldText(clause.parent(), 'body'),
    what: `\`${caught.trim()}\``,
  });
}

function scriptHandler(side: ParsedSide, clause: SyntaxNode): Spot[] {
  const body = field(clause, 'body');
  if (body === null) return [];
  return asSpot(side, { node: clause, body, guarded: fieldText(clause.parent(), 'body'), what: '`catch`' });
}

interface Handler {
  readonly node: SyntaxNode;
  readonly body: SyntaxNode;
  readonly guarded: string;
  readonly what: string;
}

function asSpot(side: ParsedSide, { node, body, guarded, what }: Handler): Spot[] {
  const [statement, ...others] = parts(body);
  if (statement?.kind() !== 'return_statement' || others.length > 0) return [];
  const given = statement
    .text()
    .replace(/^return\b/, '')
    .replace(/;$/, '')
    .trim();
  const names = yes.test(given) ? namesAround(side, node) : [];
  if (!isDefault(given, names) || isExplained(side, node)) return [];
  const opens = names.some((name) => opening.test(name));
  if (!opens && (probing.test(guarded) || isGuess(side, node))) return [];
  // Whether it worked is at least told, if not why it did not.
  const isTold = /^false$/i.test(given);
  const works = side.tree.language === 'python' || /\bawait\b|Sync\(|\bquery\b|\bfetch\b/.test(guarded);
  return [spotOf(side, node, `${what} answers every error with \`${given}\``, opens || (works && !isTold))];
}

/** `names`: of the functions around. */
function isDefault(given: string, names: readonly string[]): boolean {
  return nothing.test(given) || (yes.test(given) && !names.some((name) => closing.test(name)));
}

/** `if err != nil { return nil }` in a function whose last result is an error: it reports success (nilerr). */
function goBranch(side: ParsedSide, branch: SyntaxNode): Spot[] {
  const body = field(branch, 'consequence');
  if (!/^err\s*!=\s*nil$/.test(fieldText(branch, 'condition')) || body === null) return [];
  const [statement, ...others] = parts(body).flatMap((part) =>
    part.kind() === 'statement_list' ? parts(part) : [part],
  );
  if (statement?.kind() !== 'return_statement' || others.length > 0) return [];
  if (!/^return (?:[^,()]+, )?nil$/.test(statement.text()) || isExplained(side, branch)) return [];
  const owner = branch.ancestors().find((node) => /^func_literal$|_declaration$/.test(String(node.kind())));
  if (!/(^|[(,\s])error\)?$/.test(fieldText(owner, 'result'))) return [];
  return [
    spotOf(side, branch, 'An error is answered with `nil`, as if all had gone well', owner?.kind() !== 'func_literal'),
  ];
}

function spotOf(side: ParsedSide, node: SyntaxNode, what: string, grave: boolean): Spot {
  const isAside = /(^|\/)(scripts?|tools?|examples?|bench(marks?)?|demos?|docs|site|website|www)\//.test(
    side.file.path,
  );
  return {
    line: lineOf(node),
    endLine: endLineOf(node),
    severity: grave && !isAside ? 'important' : 'minor',
    message: `${what}: a caller takes a failure for a result. Let the error pass, catch the expected kind alone, or say in a comment why it may be ignored.`,
  };
}

function isExplained(side: ParsedSide, node: SyntaxNode): boolean {
  return explainedOnLines(side.tree, lineOf(node) - 1, endLineOf(node));
}

/** Whether it stands in a function whose name promises a guess. */
export function isGuess(side: ParsedSide, node: SyntaxNode): boolean {
  return namesAround(side, node).some((name) => guessing.test(name));
}

function namesAround(side: ParsedSide, node: SyntaxNode): readonly string[] {
  const [line, last] = [lineOf(node), endLineOf(node)];
  const around = functionsOf(side.tree).filter((each) => each.line <= line && each.endLine >= last);
  return around.map(({ name }) => name);
}
