import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { field, fieldText, lineOf, parts, type SyntaxNode } from '../syntax/tree.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const of = (doc: Omit<RuleDoc, 'role' | 'severity' | 'lesser' | 'languages'>): RuleDoc => ({
  role: 'auditor',
  severity: 'important',
  lesser: 'minor in scripts, tools and settings of builds; silent in tests',
  languages: scriptLanguages,
  ...doc,
});

export const securityShellInjection: SideRule = {
  doc: of({
    id: 'security/shell-injection',
    title: 'A command for a shell put together from values',
    why: 'A value that is pasted into the command can end it and begin another: a file name or a branch is enough. Silent where the command is a literal.',
    remedy: 'Call the program with a list of arguments (`execFile`, `spawn` without `shell`).',
    example: 'exec(`git log ${branch}`);',
  }),
  languages: scriptLanguages,
  scan: (side) =>
    scan(side, /\bchild_process\b|\bexeca?\b|shelljs/, (tree) => tree.all('call_expression').filter(isShellCall)),
};

export const securityUnescapedHtml: SideRule = {
  doc: of({
    id: 'security/unescaped-html',
    title: 'A value that is put into the page as HTML',
    why: 'Whoever can have a say in the value runs scripts in the browser of everybody who sees it. Silent on literals and on what says that it is sanitised or escaped.',
    remedy: 'Set `textContent`, build elements, or sanitise the value where it is put in.',
    example: 'panel.innerHTML = comment.text;',
  }),
  languages: scriptLanguages,
  scan: (side) =>
    scan(side, /innerHTML|outerHTML/, (tree) => tree.all('assignment_expression').filter(isHtmlAssignment)),
};

export const securityCertificates: SideRule = {
  doc: of({
    id: 'security/certificates-ignored',
    title: 'Certificates are not looked at any more',
    why: 'Anybody on the way can read and change what is sent.',
    remedy: 'Trust the authority by name (`ca`), or a certificate of your own for one host.',
    example: 'new Agent({ rejectUnauthorized: false });',
  }),
  languages: scriptLanguages,
  scan: (side) =>
    scan(side, /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/, (tree) => [
      ...tree.all('pair').filter((pair) => /^["']?rejectUnauthorized["']?\s*:\s*false$/.test(pair.text())),
      ...tree
        .all('assignment_expression')
        .filter((node) => /NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s*=\s*["'`]?0["'`]?$/.test(node.text())),
    ]),
};

/** Spares the look at the tree of a text that speaks of nothing of the kind. */
function scan(side: ParsedSide, speaksOf: RegExp, nodes: (tree: ParsedSide['tree']) => readonly SyntaxNode[]): Spot[] {
  if (side.file.isTest || !speaksOf.test(side.source.text)) return [];
  return nodes(side.tree).map((node) => ({
    line: lineOf(node),
    severity: isOfDevelopers(side.file.path) ? ('minor' as const) : ('important' as const),
    message: messages.find(([pattern]) => pattern.test(node.text()))?.[1] ?? shell,
  }));
}

const shell =
  'The command is put together from values and read by a shell: a value with `;` or `$(…)` runs as a command of its own. Hand the arguments over as a list (`execFile`, `spawn`).';

const messages: readonly (readonly [RegExp, string])[] = [
  [
    /(inner|outer)HTML\s*\+?=/,
    'A value goes into the page as HTML: whoever has a say in it runs scripts in other people’s browsers. Set `textContent`, build elements, or sanitise it here.',
  ],
  [
    /reject_?unauthorized/i,
    'Certificates are not checked any more: anybody on the way can read and change what is sent. Trust the authority by name (`ca`).',
  ],
];

function isOfDevelopers(path: string): boolean {
  return /(^|\/)(scripts?|tools?|examples?|bench(marks?)?|docs|ci|\.github|hack|dev|build)\/|\.config\.[cm]?[jt]s$/.test(
    path,
  );
}

/** `exec` and `execSync` of child_process, by their own names or as members of the module; a method of the name is another. */
function isShellCall(call: SyntaxNode): boolean {
  const callee = fieldText(call, 'function');
  if (!/^((cp|child_?process|childProcess|shell)\.)?exec(Sync)?$|^(execAsync|execPromise|execP)$/.test(callee))
    return false;
  const [command] = parts(field(call, 'arguments') ?? call);
  return command !== undefined && isPutTogether(command);
}

function isPutTogether(node: SyntaxNode): boolean {
  if (node.kind() === 'template_string')
    return node.children().some((child) => child.kind() === 'template_substitution');
  if (node.kind() !== 'binary_expression') return false;
  return parts(node).some((part) => part.kind() !== 'string' && part.kind() !== 'template_string');
}

function isHtmlAssignment(node: SyntaxNode): boolean {
  if (!/\.(inner|outer)HTML$/.test(fieldText(node, 'left'))) return false;
  const value = field(node, 'right');
  if (value === null || /sanitiz|sanitis|escape|purif|encode|trustedHTML|createHTML/i.test(value.text())) return false;
  return !isLiteral(value);
}

function isLiteral(node: SyntaxNode): boolean {
  if (/^(string|number|null|undefined)$/.test(String(node.kind()))) return true;
  return node.kind() === 'template_string' && !isPutTogether(node);
}
