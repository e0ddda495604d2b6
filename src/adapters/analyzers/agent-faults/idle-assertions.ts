import type { SyntaxNode } from '../syntax/tree.js';
import { descendants, endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import type { Assertion, TestCase } from './test-case.js';

/** Why an assertion decides nothing: its failure is caught, or it is never reached. */
export type Idleness = 'caught' | 'unreached';

interface IdleLines {
  readonly from: number;
  readonly to: number;
  readonly why: Idleness;
}

/** Assertions of the head that decide nothing, where the base had more that decided on the same subject. */
export function idled(base: TestCase, head: TestCase): readonly (readonly [Assertion, Idleness])[] {
  if (base.body === head.body || !mayIdle.test(head.body)) return [];
  const [before, after] = [idleIn(base), idleIn(head)];
  const live = (test: TestCase, idle: ReadonlyMap<Assertion, Idleness>, like: Assertion): number =>
    test.assertions.filter((each) => !idle.has(each) && aboutOf(each) === aboutOf(like)).length;
  return [...after].filter(([assertion]) => live(base, before, assertion) > live(head, after, assertion));
}

const mayIdle = /\b(catch|except|suppress|function|func|def|if)\b|=>/;

function aboutOf({ subject, text }: Assertion): string {
  return subject ?? text;
}

function idleIn({ bodyNode, body, assertions }: TestCase): ReadonlyMap<Assertion, Idleness> {
  const kinds = bodyNode === undefined || !mayIdle.test(body) ? undefined : kindsOf(bodyNode);
  if (bodyNode === undefined || kinds === undefined) return new Map();
  const idle = [...caughtIn(bodyNode, kinds), ...unreachedIn(bodyNode, kinds)];
  return new Map(
    assertions.flatMap((assertion) => {
      const around = idle.find(({ from, to }) => assertion.line >= from && assertion.line <= to);
      return around === undefined ? [] : [[assertion, around.why] as const];
    }),
  );
}

/** Names that a grammar has for what keeps an assertion from deciding. */
interface Kinds {
  /** Statements that catch; none in Go. */
  readonly catching: readonly string[];
  /** What fails in a handler besides a call. */
  readonly failing: readonly string[];
  readonly call: string;
  /** Statements that may bring a function. */
  readonly closures: readonly string[];
}

const kindsBy: Readonly<Record<'script' | 'python' | 'go', Kinds>> = {
  script: {
    catching: ['try_statement'],
    failing: ['throw_statement'],
    call: 'call_expression',
    closures: ['function_declaration', 'variable_declarator', 'expression_statement'],
  },
  python: {
    catching: ['try_statement', 'with_statement'],
    failing: ['raise_statement', 'assert_statement'],
    call: 'call',
    closures: ['function_definition'],
  },
  go: {
    catching: [],
    failing: [],
    call: 'call_expression',
    closures: ['assignment_statement', 'short_var_declaration'],
  },
};

function kindsOf(body: SyntaxNode): Kinds | undefined {
  if (body.kind() === 'statement_block') return kindsBy.script;
  if (body.kind() !== 'block') return undefined;
  return body.text().startsWith('{') ? kindsBy.go : kindsBy.python;
}

function linesOf(node: SyntaxNode, why: Idleness): IdleLines {
  return { from: lineOf(node), to: endLineOf(node), why };
}

function caughtIn(body: SyntaxNode, kinds: Kinds): readonly IdleLines[] {
  if (kinds.catching.length === 0) return [];
  return descendants(body, ...kinds.catching).flatMap((statement) => {
    const guarded = field(statement, 'body');
    const caught = handlersOf(statement).some((handler) => passes(handler, kinds)) || isSuppressing(statement);
    return guarded !== null && caught ? [linesOf(guarded, 'caught')] : [];
  });
}

function isSuppressing(statement: SyntaxNode): boolean {
  return /^with\s[^\n]*\bsuppress\(\s*(AssertionError|(Base)?Exception)\b/.test(statement.text().slice(0, 200));
}

/** Handlers that an assertion which fails comes to. */
function handlersOf(statement: SyntaxNode): readonly SyntaxNode[] {
  return statement
    .children()
    .filter(
      (child) =>
        child.kind() === 'catch_clause' ||
        (child.kind() === 'except_clause' &&
          /^except\s*(?::|[^:\n]*\b(?:AssertionError|(?:Base)?Exception)\b)/.test(child.text())),
    );
}

/** It neither throws nor asserts nor tells the test. */
function passes(handler: SyntaxNode, kinds: Kinds): boolean {
  if (descendants(handler, ...kinds.failing).length > 0) return false;
  const telling = /(^|[._])(expect|assert|fail|reject|done|should|verify|check|skip)|^(t|tap|self|next|cb|callback)\b/i;
  return descendants(handler, kinds.call).every((call) => !telling.test(fieldText(call, 'function')));
}

function unreachedIn(body: SyntaxNode, kinds: Kinds): readonly IdleLines[] {
  const branches = descendants(body, 'if_statement').flatMap((branch) => {
    const consequence = field(branch, 'consequence');
    const isNever = /^\(?\s*(false|False|0)\s*\)?$/.test(fieldText(branch, 'condition'));
    return isNever && consequence !== null ? [linesOf(consequence, 'unreached')] : [];
  });
  const closures = descendants(body, ...kinds.closures).filter((closure) => isUncalled(body, closure));
  return [...branches, ...closures.map((closure) => linesOf(closure, 'unreached'))];
}

/** A function of the test that nothing else of the test names. */
function isUncalled(body: SyntaxNode, closure: SyntaxNode): boolean {
  const name = closureName(closure);
  if (name === undefined || closure.parent()?.kind() === 'decorated_definition') return false;
  if (name === '' || name === '_') return true;
  const { start } = body.range();
  const { start: from, end: to } = closure.range();
  const text = body.text();
  const others = `${text.slice(0, from.index - start.index)} ${text.slice(to.index - start.index)}`;
  const used = others.replace(/(?:\bvoid|\b_ =)\s+[\w$]+\s*(?=[;\n}])/g, '');
  return !new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(used);
}

/** Empty for a function that stands alone as a statement; undefined where there is no function. */
function closureName(node: SyntaxNode): string | undefined {
  const isFunction = (value: SyntaxNode | null | undefined): boolean =>
    /^(arrow_function|function_expression|func_literal|lambda)$/.test(String(value?.kind()));
  switch (String(node.kind())) {
    case 'function_declaration':
    case 'function_definition':
      return fieldText(node, 'name');
    case 'variable_declarator':
      return isFunction(field(node, 'value')) ? fieldText(node, 'name') : undefined;
    case 'expression_statement':
      return isFunction(parts(node)[0]) ? '' : undefined;
    default:
      return isFunction(parts(field(node, 'right') ?? node)[0]) ? fieldText(node, 'left') : undefined;
  }
}
