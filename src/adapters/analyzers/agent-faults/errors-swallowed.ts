import type { RuleDoc } from '../rule-catalogue.js';
import type { SyntaxNode } from '../syntax/tree.js';
import { endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { scriptLanguages } from '../syntax/grammar.js';
import { explainedOnLines, explainedWithin } from './comment-blocks.js';
import { successesGiven } from './errors-as-success.js';
import { broad, defaultedErrors, isGuess } from './errors-defaulted.js';
import type { ParsedSide, SideRule, Spot } from './fault-rule.js';

const doc: RuleDoc = {
  id: 'errors/swallowed',
  role: 'auditor',
  severity: 'important',
  lesser:
    'minor in scripts, where the guarded code only probes or cleans up, and for a default in place of the error of code that does not wait for anything',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell'],
  title: 'An error is caught and thrown away',
  why: 'A failure that nobody sees, or that is told as success, turns into wrong results far from its cause. Silent on tests, on handlers with a comment that says why, on narrow expected errors (`FileNotFoundError`, `KeyError`), on handlers that log or rethrow, on a default that stands for an error in what only guesses (`isOpen`, `tryParse`) or probes, unless it lets somebody in (`isAllowed` answers every error with yes), and on a promise that only branches off another one (`work.finally(…)`).',
  remedy:
    'Handle the error, let it pass, or catch only the expected kind and say in a comment why nothing is to be done.',
  example: 'try {\n  await save(order);\n} catch {}',
};

export const errorsSwallowed: SideRule = {
  doc,
  languages: [...scriptLanguages, 'python', 'go', 'shell'],
  scan: (side) => {
    if (side.file.isTest) return [];
    switch (side.tree.language) {
      case 'python':
        return [...pythonHandlers(side), ...pythonSuppressed(side), ...answered(side)];
      case 'go':
        return [...goErrors(side), ...answered(side)];
      case 'shell':
        return shellStatus(side);
      default:
        return [...emptyCatches(side), ...emptyRejections(side), ...answered(side)];
    }
  },
};

/** Handlers that answer with a value: that of success, or a default. */
function answered(side: ParsedSide): Spot[] {
  const successes = toldAsSuccess(side);
  return [...successes, ...defaultedErrors(side).filter(({ line }) => !successes.some((each) => each.line === line))];
}

function toldAsSuccess(side: ParsedSide): Spot[] {
  return successesGiven(side.tree).flatMap(({ node, guarded, value }) => {
    if (explained(side, node)) return [];
    // Whoever asks a question counts on the answer, whatever is done to find it.
    const done = isGuess(side, node) ? '' : guarded;
    return [spot(side, node, done, `A failure is answered with \`${value.slice(0, 40)}\`, as success is`)];
  });
}

/** What one guards when failing is no news: clean-up and probing. */
const unremarkable =
  /\b(close|kill|rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|remove\w*|clean\w*|clear\w*|stop|destroy|abort|cancel|dispose|release\w*|disconnect|detach|terminate|shutdown|flush|unsubscribe|unref|access|accessSync|stat|statSync|lstat\w*|exists\w*|require|import|resolve|parse|URL|localStorage|sessionStorage|decodeURI\w*|mkdir\w*|chmod\w*|focus|play|revoke\w*|exitPointerLock|releasePointerCapture|setPointerCapture|kill\w*|end|quit|logout|unlock|delete|terminate\w*|rollback|open|connect|join|wait|cancel\w*|shutdown|getpwuid|version|import_module)\s*\(|\blocalStorage\b|^\s*(import|from)\b/;

function spot(side: ParsedSide, node: SyntaxNode, guarded: string, what: string): Spot {
  const quiet =
    unremarkable.test(guarded) ||
    /(^|\/)(scripts?|tools?|examples?|bench(marks?)?|demos?|docs|site|website|www)\//.test(side.file.path);
  return {
    line: lineOf(node),
    endLine: endLineOf(node),
    severity: quiet ? 'minor' : 'important',
    message: `${what}, so nobody learns that it failed. Handle the error, let it pass on, or say in a comment why it may be ignored.`,
  };
}

function emptyCatches(side: ParsedSide): Spot[] {
  return side.tree.all('catch_clause').flatMap((clause) => {
    const body = field(clause, 'body');
    if (body === null || !doesNothing(body) || explained(side, clause)) return [];
    const guarded = fieldText(clause.parent(), 'body');
    return [spot(side, clause, guarded, 'This `catch` throws the error away')];
  });
}

/** A handler that ends what it stands in without a word tells no more of the error than an empty one. */
function doesNothing(body: SyntaxNode): boolean {
  const [statement, ...others] = parts(body);
  return others.length === 0 && (statement === undefined || /^return\s*;?$/.test(statement.text()));
}

function emptyRejections(side: ParsedSide): Spot[] {
  return side.tree.all('call_expression').flatMap((call) => {
    const callee = field(call, 'function');
    if (callee?.kind() !== 'member_expression' || fieldText(callee, 'property') !== 'catch') return [];
    const handler = fieldText(call, 'arguments');
    if (!/^\(\s*(async\s*)?(\(\s*\w*\s*\)|\w+)\s*=>\s*(\{\s*\}|undefined|void 0)\s*,?\s*\)$/.test(handler)) return [];
    if (explained(side, call) || isBranchedOff(call, callee)) return [];
    return [
      { ...spot(side, call, callee.text(), 'This rejection handler throws the error away'), line: endLineOf(call) },
    ];
  });
}

/** `void work.finally(…).catch(…)`: only the promise beside `work` is silenced, whoever awaits `work` sees the error. */
function isBranchedOff(call: SyntaxNode, callee: SyntaxNode): boolean {
  const isStatement = /^(expression_statement|unary_expression)$/.test(String(call.parent()?.kind()));
  return isStatement && /^[\w$.#]+\.finally\(/.test(callee.text());
}

function explained(side: ParsedSide, node: SyntaxNode): boolean {
  const { start, end } = node.range();
  const line = lineOf(node);
  return explainedWithin(side.tree, start.index, end.index) || explainedOnLines(side.tree, line - 1, endLineOf(node));
}

function pythonHandlers(side: ParsedSide): Spot[] {
  return side.tree.all('except_clause').flatMap((clause) => {
    const body = clause.children().find((child) => child.kind() === 'block');
    if (body === undefined || !/^(pass|\.\.\.|continue|return)$/.test(body.text().trim())) return [];
    const caught = clause.text().slice(0, clause.text().indexOf(':'));
    if (!broad.test(caught) || explained(side, clause)) return [];
    const guarded = fieldText(clause.parent(), 'body');
    return [spot(side, clause, guarded, `\`${caught.trim()}\` catches every error and drops it`)];
  });
}

function pythonSuppressed(side: ParsedSide): Spot[] {
  return side.tree.all('with_clause').flatMap((clause) => {
    if (!/\bsuppress\(\s*(Base)?Exception\s*\)/.test(clause.text()) || explained(side, clause)) return [];
    const guarded = fieldText(clause.parent(), 'body');
    return [spot(side, clause, guarded, '`suppress(Exception)` drops every error')];
  });
}

function goErrors(side: ParsedSide): Spot[] {
  const dropped = side.tree.all('assignment_statement').flatMap((assignment) => {
    if (!/^_\s*=\s*(err|\w+Err)$/.test(assignment.text()) || explained(side, assignment)) return [];
    return [spot(side, assignment, '', 'The error is assigned to `_`')];
  });
  const empty = side.tree.all('if_statement').flatMap((branch) => {
    const condition = fieldText(branch, 'condition');
    const body = field(branch, 'consequence');
    if (!/^\w*[eE]rr\s*!=\s*nil$/.test(condition) || body === null || parts(body).length > 0) return [];
    if (field(branch, 'alternative') !== null || explained(side, branch)) return [];
    return [spot(side, branch, '', 'The error is tested and then ignored')];
  });
  return [...dropped, ...empty];
}

/** Commands whose failure is the news. */
const checking =
  /^\s*(sudo\s+)?((npm|pnpm|yarn|bun)\s+(run\s+)?(test|build|lint|check|typecheck|ci|publish)\S*|npx\s+(tsc|eslint|jest|vitest|mocha|playwright)|(python3? -m )?(pytest|mypy|ruff|unittest)|go\s+(test|build|vet)|make(\s+\w+)*\s+(test|check|build|lint)|cargo\s+(test|build|clippy|check)|eslint|tsc|jest|vitest|mocha|tox|golangci-lint|mvn|gradle|\.\/gradlew)\b/;

function shellStatus(side: ParsedSide): Spot[] {
  return side.tree.all('list').flatMap((list) => {
    const [, command] = /^([^|&;]*?)\s*\|\|\s*(?:true|:)$/.exec(list.text()) ?? [];
    if (command === undefined || !checking.test(command) || explained(side, list)) return [];
    return [
      {
        line: endLineOf(list),
        severity: 'important' as const,
        message: `\`|| true\` hides that \`${command.trim().slice(0, 60)}\` failed. Let it fail, or handle the failure by name.`,
      },
    ];
  });
}
