import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { descendants, field, fieldText, parts } from '../syntax/tree.js';

/** A piece of a text that a program puts together: what stands in the code, or a value that comes in. */
export type Piece = { readonly literal: string } | { readonly value: string };

/** A text put together from literals and values, and the node where that happens. */
export interface ComposedText {
  readonly pieces: readonly Piece[];
  readonly node: SyntaxNode;
}

const scopes = [
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'method_declaration',
  'generator_function_declaration',
  'function_definition',
  'func_literal',
];
const assignments: Readonly<Record<string, readonly string[]>> = {
  python: ['assignment', 'augmented_assignment'],
  go: ['short_var_declaration', 'assignment_statement', 'var_spec', 'const_spec'],
};
const ofScripts = ['variable_declarator', 'assignment_expression', 'augmented_assignment_expression'];

/**
 * The text of an argument, where values that are not known from the code go into it: put together in the call, or before it
 * under a name of the same function. Values that only stand for literals of the file are literals.
 */
export function composedText(tree: SyntaxTree, argument: SyntaxNode): ComposedText | undefined {
  const named = argument.kind() === 'identifier' ? valuesOf(tree, argument) : [argument];
  const pieces = named.flatMap((node) => piecesOf(node)).map((piece) => resolved(tree, argument, piece));
  const node = named.find((each) => piecesOf(each).some((piece) => 'value' in resolved(tree, argument, piece)));
  const literal = pieces.some((piece) => 'literal' in piece && piece.literal.trim() !== '');
  return node === undefined || !literal ? undefined : { pieces, node };
}

/** What the file assigns to the name before the place: in its function, else outside of all functions. */
function valuesOf(tree: SyntaxTree, name: SyntaxNode): readonly SyntaxNode[] {
  const scope = scopeOf(name);
  const before = (node: SyntaxNode): boolean => node.range().end.index <= name.range().start.index;
  const all = tree
    .all(...(assignments[tree.language] ?? ofScripts))
    .filter((node) => targetOf(node) === name.text() && before(node));
  const own = all.filter((node) => scopeOf(node)?.id() === scope?.id());
  return (own.length > 0 ? own : all.filter((node) => scopeOf(node) === undefined)).flatMap((node) => valueOf(node));
}

function scopeOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.ancestors().find((above) => scopes.includes(String(above.kind())));
}

function targetOf(node: SyntaxNode): string {
  return fieldText(node, 'name') || fieldText(node, 'left');
}

function valueOf(node: SyntaxNode): SyntaxNode[] {
  const value = field(node, 'value') ?? field(node, 'right');
  if (value === null) return [];
  if (value.kind() !== 'expression_list') return [value];
  const listed = parts(value);
  return listed.length === 1 ? [...listed] : [];
}

/** A name that only literals of this file are given is no value from outside. */
function resolved(tree: SyntaxTree, place: SyntaxNode, piece: Piece): Piece {
  if ('literal' in piece || !/^[A-Za-z_$][\w$]*$/.test(piece.value)) return piece;
  const given = namesIn(tree, place, piece.value);
  const literals = given.flatMap((node) => piecesOf(node));
  return given.length > 0 && literals.every((each) => 'literal' in each)
    ? { literal: literals.map((each) => ('literal' in each ? each.literal : '')).join('') }
    : piece;
}

function namesIn(tree: SyntaxTree, place: SyntaxNode, name: string): readonly SyntaxNode[] {
  const within = scopeOf(place);
  const all = tree.all(...(assignments[tree.language] ?? ofScripts)).filter((node) => targetOf(node) === name);
  const own = all.filter((node) => scopeOf(node)?.id() === within?.id());
  if (own.length === 0 && isParameter(within, name)) return [];
  return (own.length > 0 ? own : all.filter((node) => scopeOf(node) === undefined)).flatMap((node) => valueOf(node));
}

function isParameter(scope: SyntaxNode | undefined, name: string): boolean {
  const list = field(scope, 'parameters') ?? field(scope, 'parameter');
  return list !== null && descendants(list, 'identifier').some((each) => each.text() === name);
}

type Reader = (node: SyntaxNode) => readonly Piece[];

const inner: Reader = (node) => parts(node).flatMap(piecesOf);
const quoted: Reader = (node) => [{ literal: node.text().slice(1, -1) }];
const number: Reader = (node) => [{ literal: node.text() }];

/** How an expression of a kind gives its pieces; every other one is a value. */
const readers: Readonly<Partial<Record<string, Reader>>> = {
  string: ofString,
  template_string: ofString,
  concatenated_string: inner,
  parenthesized_expression: inner,
  binary_expression: ofOperator,
  binary_operator: ofOperator,
  interpreted_string_literal: quoted,
  raw_string_literal: quoted,
  integer: number,
  float: number,
  number,
  int_literal: number,
  ternary_expression: ofChoice,
  call: ofCall,
  call_expression: ofCall,
};

/** Pieces of the expression, left to right. */
function piecesOf(node: SyntaxNode): readonly Piece[] {
  return readers[String(node.kind())]?.(node) ?? [{ value: node.text() }];
}

function ofString(node: SyntaxNode): readonly Piece[] {
  return parts(node).flatMap((part): readonly Piece[] => {
    const kind = String(part.kind());
    if (/^string_(start|end)$/.test(kind)) return [];
    if (kind !== 'interpolation' && kind !== 'template_substitution') return [{ literal: part.text() }];
    const inner = parts(part)[0];
    return inner === undefined ? [] : piecesOf(inner);
  });
}

function ofOperator(node: SyntaxNode): readonly Piece[] {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  if (left === null || right === null) return [{ value: node.text() }];
  const operator = fieldText(node, 'operator');
  if (operator === '%') return filled(piecesOf(left), given(right), /%(?:\(\w+\))?[\w.]+/);
  return operator === '+' ? [...piecesOf(left), ...piecesOf(right)] : [{ value: node.text() }];
}

function given(node: SyntaxNode): readonly SyntaxNode[] {
  return node.kind() === 'tuple' ? parts(node) : [node];
}

/** One of two literals, whichever it is. */
function ofChoice(node: SyntaxNode): readonly Piece[] {
  const [consequence, alternative] = [field(node, 'consequence'), field(node, 'alternative')];
  const both = [consequence, alternative].flatMap((each) => (each === null ? [] : piecesOf(each)));
  const known = consequence !== null && both.length > 0 && both.every((piece) => 'literal' in piece);
  return known ? both.slice(0, 1) : [{ value: node.text() }];
}

/** `"…{}".format(x)` and `fmt.Sprintf("…%s", x)`; what any other call gives is a value. */
function ofCall(node: SyntaxNode): readonly Piece[] {
  const called = field(node, 'function');
  const list = field(node, 'arguments');
  if (called === null || list === null) return [{ value: node.text() }];
  const [first, ...rest] = parts(list);
  if (called.text() === 'fmt.Sprintf' && first !== undefined) return filled(piecesOf(first), rest, /%[^\s%'"]?[\w.]*/);
  const text = field(called, 'object');
  if (fieldText(called, 'attribute') === 'format' && text !== null && String(text.kind()).endsWith('string'))
    return filled(piecesOf(text), parts(list), /\{[^}]*\}/);
  return [{ value: node.text() }];
}

/** A template with its holes filled in order. */
function filled(template: readonly Piece[], values: readonly SyntaxNode[], hole: RegExp): readonly Piece[] {
  let next = 0;
  return template.flatMap((piece): readonly Piece[] => {
    if ('value' in piece) return [piece];
    const [first = '', ...rest] = piece.literal.split(new RegExp(hole.source, 'g'));
    return [{ literal: first }, ...rest.flatMap((literal) => [...holeOf(values[next++]), { literal }])];
  });
}

function holeOf(value: SyntaxNode | undefined): readonly Piece[] {
  if (value === undefined) return [];
  const named = value.kind() === 'keyword_argument' ? field(value, 'value') : value;
  return named === null ? [] : piecesOf(named);
}
