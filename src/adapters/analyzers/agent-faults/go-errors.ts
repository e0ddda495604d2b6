import type { SyntaxNode } from '../syntax/tree.js';
import { descendants, field, fieldText, parts } from '../syntax/tree.js';

const assigning = ['short_var_declaration', 'assignment_statement'];

/**
 * The function whose error an assertion of Go looks at: `run` of `err := run()` above `require.NoError(t, err)`, or of
 * `if err := run(); err != nil { t.Fatal(…) }`.
 */
export function errorOf(call: SyntaxNode, values: readonly string[]): string | undefined {
  const branch = call.ancestors().find((above) => above.kind() === 'if_statement');
  const asked = /^(\w*[eE]rr\w*) [!=]= nil$/.exec(fieldText(branch, 'condition'))?.[1];
  if (branch !== undefined && asked !== undefined) {
    const own = field(branch, 'initializer');
    return own === null ? assigned(branch, asked) : calledFor(own, asked);
  }
  const [first = ''] = values;
  const statement = call.parent();
  return /^\w*[eE]rr\w*$/.test(first) && statement?.kind() === 'expression_statement'
    ? assigned(statement, first)
    : undefined;
}

/** By the nearest assignment to the name above the statement, in the same block. */
function assigned(statement: SyntaxNode, name: string): string | undefined {
  for (let above = statement.prev(); above !== null; above = above.prev()) {
    const found = calledFor(above, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function calledFor(statement: SyntaxNode, name: string): string | undefined {
  return lastTarget(statement) === name ? calleeOf(statement) : undefined;
}

function lastTarget(statement: SyntaxNode): string | undefined {
  if (!assigning.includes(String(statement.kind()))) return undefined;
  return parts(field(statement, 'left') ?? statement)
    .at(-1)
    ?.text();
}

function calleeOf(statement: SyntaxNode): string | undefined {
  const values = parts(field(statement, 'right') ?? statement);
  const [call] = values;
  return values.length === 1 && call?.kind() === 'call_expression' ? fieldText(call, 'function') : undefined;
}

/** Functions whose last result goes to `_`, or that are called as a statement; once for each call. */
export function errorsIgnored(body: SyntaxNode): readonly string[] {
  const blank = descendants(body, ...assigning).flatMap((statement) =>
    lastTarget(statement) === '_' ? (calleeOf(statement) ?? []) : [],
  );
  const bare = descendants(body, 'expression_statement').flatMap((statement) => {
    const call = parts(statement)[0];
    return call?.kind() === 'call_expression' ? fieldText(call, 'function') : [];
  });
  return [...blank, ...bare];
}
