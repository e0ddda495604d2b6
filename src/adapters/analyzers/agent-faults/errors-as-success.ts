import { scriptLanguages } from '../syntax/grammar.js';
import { descendants, field, fieldText, parts, type SyntaxNode, type SyntaxTree } from '../syntax/tree.js';
import { broad } from './errors-defaulted.js';

/** A handler that answers with what success gives. */
export interface SuccessGiven {
  readonly node: SyntaxNode;
  /** The code whose failure it answers, as far as the handler shows it. */
  readonly guarded: string;
  /** The literal that both give. */
  readonly value: string;
}

interface Handler {
  readonly node: SyntaxNode;
  /** The `try` statement, or the branch on `err != nil`. */
  readonly guard: SyntaxNode | null;
  readonly body: SyntaxNode | null | undefined;
  readonly guarded: string;
}

export function successesGiven(tree: SyntaxTree): readonly SuccessGiven[] {
  const handlers = handlersOf(tree).map((each) => ({ ...each, value: successOf(each) }));
  const promises = isScript(tree) ? tree.all('call_expression').map(ofPromise) : [];
  return [...handlers, ...promises].flatMap(({ node, guarded, value }) =>
    value === undefined ? [] : [{ node, guarded, value }],
  );
}

const isScript = ({ language }: SyntaxTree): boolean => scriptLanguages.some((each) => each === language);

function handlersOf(tree: SyntaxTree): readonly Handler[] {
  if (tree.language === 'go') return tree.all('if_statement').flatMap(ofBranch);
  if (tree.language === 'python') return tree.all('except_clause').flatMap(ofClause);
  return tree.all('catch_clause').flatMap((node) => ofTry(node, field(node, 'body')));
}

/** What a callback of Go answers goes to who walks or retries, for whom `nil` may mean: go on. */
function ofBranch(node: SyntaxNode): readonly Handler[] {
  if (!/^\w*[eE]rr\s*!=\s*nil$/.test(fieldText(node, 'condition'))) return [];
  if (functionAround(node)?.kind() === 'func_literal') return [];
  return [{ node, guard: node, body: field(node, 'consequence'), guarded: fieldText(node, 'initializer') }];
}

function ofClause(node: SyntaxNode): readonly Handler[] {
  if (!broad.test(node.text().slice(0, node.text().indexOf(':')))) return [];
  return ofTry(
    node,
    node.children().find((child) => child.kind() === 'block'),
  );
}

function ofTry(node: SyntaxNode, body: SyntaxNode | null | undefined): readonly Handler[] {
  const guard = node.parent();
  return [{ node, guard, body, guarded: fieldText(guard, 'body') }];
}

const functionKinds =
  /^(function_declaration|function_expression|arrow_function|method_definition|generator_function(_declaration)?|function_definition|lambda|method_declaration|func_literal)$/;

/**
 * The literal that a handler gives back and that the function gives as well when all goes well: every return inside or below the
 * guarded code is the same. Undefined where it does anything else besides, or where success has an answer of its own.
 */
function successOf({ node, guard, body }: Handler): string | undefined {
  if (guard === null || !body) return undefined;
  const [statement, ...others] = statementsOf(body);
  const value = valueOf(statement);
  const owner = functionAround(guard);
  if (value === undefined || others.length > 0 || owner === undefined) return undefined;
  const from = guard.range().start.index;
  const successes = descendants(owner, 'return_statement').filter(
    (each) => each.range().start.index > from && !isInside(each, node) && functionAround(each)?.id() === owner.id(),
  );
  return successes.length > 0 && successes.every((each) => valueOf(each) === value) ? value : undefined;
}

/** `db.put(o).then(() => true).catch(() => true)`. */
function ofPromise(node: SyntaxNode): { readonly node: SyntaxNode; guarded: string; value: string | undefined } {
  const value = literalOfHandler(node, 'catch');
  const before = field(field(node, 'function'), 'object');
  const isSame = value !== undefined && before !== null && literalOfHandler(before, 'then') === value;
  return { node, guarded: before?.text() ?? '', value: isSame && value !== 'undefined' ? value : undefined };
}

function literalOfHandler(call: SyntaxNode, method: string): string | undefined {
  if (fieldText(field(call, 'function'), 'property') !== method) return undefined;
  const [handler, ...others] = parts(field(call, 'arguments') ?? call);
  if (handler?.kind() !== 'arrow_function' || others.length > 0) return undefined;
  const body = field(handler, 'body');
  if (body?.kind() !== 'statement_block') return literalIn(body?.text() ?? '');
  const [only, ...rest] = parts(body);
  return rest.length === 0 ? valueOf(only) : undefined;
}

function statementsOf(body: SyntaxNode): readonly SyntaxNode[] {
  return parts(body).flatMap((part) => (part.kind() === 'statement_list' ? parts(part) : [part]));
}

function functionAround(node: SyntaxNode): SyntaxNode | undefined {
  return node.ancestors().find((above) => functionKinds.test(String(above.kind())));
}

function isInside(node: SyntaxNode, outer: SyntaxNode): boolean {
  return node.range().start.index >= outer.range().start.index && node.range().end.index <= outer.range().end.index;
}

function valueOf(statement: SyntaxNode | undefined): string | undefined {
  const [, value = ''] = /^return\b([\s\S]*?);?$/.exec(statement?.text() ?? '') ?? [];
  return literalIn(value);
}

const atom = String.raw`(?:true|false|True|False|None|nil|null|undefined|-?\d[\d_.]*|"[^"\n]*"|'[^'\n]*'|${'`[^`$\\n]*`'})`;
const entry = String.raw`(?:[\w$]+|"[^"\n]*"|'[^'\n]*'):${atom}`;
const object = String.raw`(?:&?[\w.]+)?\{(?:${entry}(?:,${entry})*,?)?\}`;
const given = new RegExp(`^(?:${atom}|\\[\\]|${object})(?:,(?:${atom}|\\[\\]|${object}))*$`);

/** A call that says by itself that all is well: `res.json({ ok: true })`, `jsonify(success=True)`, `res.sendStatus(200)`. */
const answersWell =
  /^(?=[\w.]+\().*(?:\b(?:ok|success|succeeded|saved|done|valid)["']?[:=](?:true|True)\b|\b(?:status(?:_code)?[:=(]|sendStatus\()20\d\b).*\)$/;

/** The text without its spaces and brackets where it is a literal, or several, an object of them, or a call that says all is well. */
function literalIn(text: string): string | undefined {
  // Nobody writes an answer like that at length, and a hostile one must cost nothing.
  if (text.length > 500) return undefined;
  const bare = text.replace(/\s+/g, '').replace(/^\((.*)\)$/, '$1');
  return given.test(bare) || answersWell.test(bare) ? bare : undefined;
}
