import type { RuleDoc } from '../rule-catalogue.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { field, fieldText, lineOf, type SyntaxNode } from '../syntax/tree.js';
import { isOfDevelopers } from './developer-path.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const of = (doc: Omit<RuleDoc, 'role' | 'severity' | 'lesser' | 'languages'>): RuleDoc => ({
  role: 'auditor',
  severity: 'important',
  lesser: 'minor in scripts, tools and settings of builds; silent in tests',
  languages: scriptLanguages,
  ...doc,
});

const html =
  'A value goes into the page as HTML: whoever has a say in it runs scripts in other people’s browsers. Set `textContent`, build elements, or sanitise it here.';

const certificates =
  'Certificates are not checked any more: anybody on the way can read and change what is sent. Trust the authority by name (`ca`).';

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
    scan(side, /innerHTML|outerHTML/, html, (tree) => tree.all('assignment_expression').filter(isHtmlAssignment)),
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
    scan(side, /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/, certificates, (tree) => [
      ...tree.all('pair').filter((pair) => /^["']?rejectUnauthorized["']?\s*:\s*false$/.test(pair.text())),
      ...tree
        .all('assignment_expression')
        .filter((node) => /NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s*=\s*["'`]?0["'`]?$/.test(node.text())),
    ]),
};

/** Spares the look at the tree of a text that speaks of nothing of the kind. */
function scan(
  side: ParsedSide,
  speaksOf: RegExp,
  message: string,
  nodes: (tree: ParsedSide['tree']) => readonly SyntaxNode[],
): Spot[] {
  if (side.file.isTest || !speaksOf.test(side.source.text)) return [];
  return nodes(side.tree).map((node) => ({
    line: lineOf(node),
    severity: isOfDevelopers(side.file.path) ? ('minor' as const) : ('important' as const),
    message,
  }));
}

function isHtmlAssignment(node: SyntaxNode): boolean {
  if (!/\.(inner|outer)HTML$/.test(fieldText(node, 'left'))) return false;
  const value = field(node, 'right');
  if (value === null || /sanitiz|sanitis|escape|purif|encode|trustedHTML|createHTML/i.test(value.text())) return false;
  return !isLiteral(value);
}

function isLiteral(node: SyntaxNode): boolean {
  if (/^(string|number|null|undefined)$/.test(String(node.kind()))) return true;
  return (
    node.kind() === 'template_string' && !node.children().some((child) => child.kind() === 'template_substitution')
  );
}
