import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { Skip } from './test-case.js';

/** What says of a test that it does not run. */
interface ScriptTestCall {
  readonly node: SyntaxNode;
  /** What is called, other names for it resolved: `it.skip`. */
  readonly callee: string;
  /** What `it.runIf(…)`, `it.each(…)` were given. */
  readonly condition: string;
  readonly body: SyntaxNode | undefined;
}

const offByName = /^x(it|test|describe|context|specify)\b|\.(skip|fixme|todo)\b/;
const invertedByName = /\.(fails|failing|fail)\b/;
const always = /^\(\s*(true|1|!0|!false)\s*\)$/;
const never = /^\(\s*(false|0|!1|!true|null|undefined)?\s*\)$/;

/** By its name, a condition that is none, or an option. */
export function skipOfCall(tree: SyntaxTree, { node, callee, condition }: ScriptTestCall): Skip | undefined {
  const line = lineOf(node);
  const option = offByOption(node);
  const off = offByName.test(callee) || isNeverMet(callee, condition);
  const inverted = invertedByName.test(callee);
  if (!off && !inverted && option === undefined) return undefined;
  return {
    line,
    conditional: false,
    explained: explainedOnLines(tree, line - 2, line) || option?.reason === true,
    ...(!off && (inverted || option?.inverted === true) ? { inverted: true } : {}),
  };
}

function isNeverMet(callee: string, condition: string): boolean {
  if (/\.(runIf|if)$/.test(callee)) return never.test(condition);
  return /\.(skipIf|todoIf)$/.test(callee) && always.test(condition);
}

const turnsOff = /^["']?(skip|todo|fails|ignore)["']?\s*:\s*(true\b|!0|1\b|["'`](?!["'`]))/;

/** `{ skip: true }` beside the body. */
function offByOption(call: SyntaxNode): { readonly reason: boolean; readonly inverted: boolean } | undefined {
  const options = parts(field(call, 'arguments') ?? call).filter((given) => given.kind() === 'object');
  for (const pair of options.flatMap((each) => parts(each)).filter((each) => each.kind() === 'pair')) {
    const [, key, value = ''] = turnsOff.exec(pair.text().slice(0, 100)) ?? [];
    if (key !== undefined) return { reason: /^["'`]/.test(value), inverted: key === 'fails' };
  }
  return undefined;
}

const asks =
  /^(?:await\s+)?(?:this|t|ctx|context|test|it)\.(?:skip|fixme|todo)\(\s*(?:true\s*,?\s*)?(["'`](?:(?!=>|\bfunction\b)[\s\S])*)?\)\s*;?$/;
const leaving = /^(?:if\s*\(\s*(?:true|1|!0|!false)\s*\)\s*\{?\s*)?return\s*;?\s*\}?$/;

/** A test that leaves before its end, or that asks the framework to skip it. */
export function skipInBody(tree: SyntaxTree, body: SyntaxNode | undefined): Skip | undefined {
  if (body?.kind() !== 'statement_block') return undefined;
  const statements = parts(body);
  const rest = statements.slice(0, -1).find((statement) => leaving.test(startOf(statement)));
  const asking = statements.find((statement) => asks.test(startOf(statement)));
  const found = asking ?? rest;
  if (found === undefined) return undefined;
  const line = lineOf(found);
  const reason = asks.exec(startOf(found))?.[1] !== undefined;
  return { line, conditional: false, explained: reason || explainedOnLines(tree, line - 1, line) };
}

/** A statement this long neither leaves nor asks. */
function startOf(statement: SyntaxNode): string {
  const { start, end } = statement.range();
  return end.index - start.index > 500 ? '' : statement.text();
}

const aTest = /^(?:(?:it|test|specify|describe|context|suite|Deno\.test)(?:\.\w+|\[\s*["'`]\w+["'`]\s*\])*)$/;

/** Other names that a file gives tests: `const t = it.skip`, `const { skip } = it`. */
export function testAliases(tree: SyntaxTree): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const declared of tree.all('variable_declarator')) {
    const value = field(declared, 'value');
    const { start, end } = (value ?? declared).range();
    if (value === null || end.index - start.index > 60 || !aTest.test(value.text())) continue;
    const name = fieldText(declared, 'name');
    if (/^[\w$]+$/.test(name)) found.set(name, dotted(value.text()));
    for (const [, member = '', as = member] of name.matchAll(/[{,]\s*(\w+)\s*(?::\s*(\w+)\s*)?(?=[,}])/g))
      found.set(as, `${dotted(value.text())}.${member}`);
  }
  return found;
}

/** `it['skip']` as `it.skip`. */
export function dotted(callee: string): string {
  return callee.replace(/\[\s*(["'`])(\w+)\1\s*\]/g, '.$2');
}
