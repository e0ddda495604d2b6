import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { descendants, endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { explainedOnLines } from './comment-blocks.js';
import type { Assertion, Skip, SkippedGroup, TestCase, TestFile } from './test-case.js';
import { singleSpaced } from './test-case.js';

/** Tests of pytest and unittest. */
export function pythonTests(tree: SyntaxTree): TestFile {
  const cases = tree.all('function_definition').flatMap((node) => asCase(tree, node));
  return { cases, skippedGroups: [...skippedClasses(tree), ...skippedModule(tree)] };
}

function asCase(tree: SyntaxTree, node: SyntaxNode): TestCase[] {
  const name = fieldText(node, 'name');
  const body = field(node, 'body');
  if (!name.startsWith('test') || body === null) return [];
  const outer = node
    .ancestors()
    .filter((above) => above.kind() === 'class_definition' || above.kind() === 'function_definition');
  if (outer.some((above) => above.kind() === 'function_definition')) return [];
  const decorators = decoratorsOf(node);
  const groups = outer.map((above) => fieldText(above, 'name')).reverse();
  const calls = descendants(body, 'call');
  return [
    {
      name,
      fullName: [...groups, name].join(' > '),
      line: lineOf(node),
      endLine: endLineOf(node),
      body: singleSpaced(body.text()),
      bodyNode: body,
      assertions: [
        ...descendants(body, 'assert_statement').map(plainAssertion),
        ...calls.flatMap((call) => callAssertion(call)),
      ],
      calls: new Set(calls.map((call) => /\w+$/.exec(fieldText(call, 'function'))?.[0] ?? '')),
      skip: decorators.flatMap((decorator) => decoratorSkip(tree, decorator))[0] ?? bodySkip(tree, body),
      parametrised: decorators.some((decorator) => /parametri[sz]e|parameterized|\bgiven\(/.test(decorator.text())),
    },
  ];
}

function decoratorsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const parent = node.parent();
  if (parent?.kind() !== 'decorated_definition') return [];
  return parent.children().filter((child) => child.kind() === 'decorator');
}

function decoratorSkip(tree: SyntaxTree, decorator: SyntaxNode): Skip[] {
  const text = decorator.text();
  if (!/^@(pytest\.mark\.skip(if)?|(unittest\.)?skip(If|Unless)?)\b/.test(text)) return [];
  const line = lineOf(decorator);
  const explained = /["'][^"']{4,}["']/.test(text) || explainedOnLines(tree, line - 1, line);
  return [{ line, conditional: /skip(if|If|Unless)\b(?!\(\s*(condition=)?(True|1)\b)/.test(text), explained }];
}

function bodySkip(tree: SyntaxTree, body: SyntaxNode): Skip | undefined {
  const first = parts(body).find((statement) => !/^("|')/.test(statement.text()));
  if (first === undefined) return undefined;
  const asks = /^(pytest\.skip|self\.skipTest)\(|^raise (unittest\.)?SkipTest\b/.exec(first.text());
  const leaves = /^return$/.test(first.text()) && parts(body).length > 1;
  if (asks === null && !leaves) return undefined;
  const line = lineOf(first);
  return {
    line,
    conditional: false,
    explained: /["'][^"']{4,}["']/.test(first.text()) || explainedOnLines(tree, line - 1, line),
  };
}

function skippedClasses(tree: SyntaxTree): SkippedGroup[] {
  return tree.all('class_definition').flatMap((node) => {
    const name = fieldText(node, 'name');
    return decoratorsOf(node)
      .flatMap((decorator) => decoratorSkip(tree, decorator))
      .map((skip) => ({ ...skip, name }));
  });
}

function skippedModule(tree: SyntaxTree): SkippedGroup[] {
  return tree.root.children().flatMap((statement) => {
    const text = statement.text();
    const line = lineOf(statement);
    const marked =
      /^pytestmark\s*=\s*\[?\s*pytest\.mark\.skip\b/.test(text) ||
      /^pytest\.skip\([\s\S]*allow_module_level/.test(text);
    const off = /^(__test__\s*=\s*False|collect_ignore)/.test(text);
    return marked || off
      ? [{ line, conditional: false, explained: explainedOnLines(tree, line - 1, line), name: 'the module' }]
      : [];
  });
}

function plainAssertion(node: SyntaxNode): Assertion {
  const text = singleSpaced(node.text());
  const [condition] = parts(node);
  const said = singleSpaced(condition?.text() ?? '');
  const compared =
    condition?.kind() === 'comparison_operator'
      ? /^(.+?)\s(==|is not|is|in|not in|<=|>=|<|>|!=)\s(.+)$/.exec(said)
      : null;
  const [, subject = said, matcher = 'truthy', expected] = compared ?? [];
  return { text, line: lineOf(node), subject, matcher, ...(expected === undefined ? {} : { expected }) };
}

function callAssertion(call: SyntaxNode): Assertion[] {
  const callee = fieldText(call, 'function');
  if (/^((pytest|unittest)\.)?(raises|warns|deprecated_call)$|^self\.(assertRaises|assertWarns)(Regex)?$/.test(callee))
    return [expectedError(call, callee)];
  if (
    !/^(self|cls)\.(assert\w+|fail\w*)$|^(pytest|unittest)\.fail$|(^|\.)assert_?\w*$|(^|[._])(expect|verify|check|ensure)_\w+$/.test(
      callee,
    )
  ) {
    return [];
  }
  const [subject, expected] = parts(field(call, 'arguments') ?? call);
  return [
    {
      text: singleSpaced(call.text()),
      line: lineOf(call),
      matcher: /\w+$/.exec(callee)?.[0] ?? callee,
      ...(subject === undefined ? {} : { subject: singleSpaced(subject.text()) }),
      ...(expected === undefined ? {} : { expected: singleSpaced(expected.text()) }),
    },
  ];
}

/** What has to be raised is expected; the subject is what has to raise it. */
function expectedError(call: SyntaxNode, callee: string): Assertion {
  const block = call.ancestors().find((above) => above.kind() === 'with_statement');
  const inHead = block !== undefined && (field(block, 'body')?.range().start.index ?? 0) > call.range().start.index;
  const given = parts(field(call, 'arguments') ?? call).map((argument) => singleSpaced(argument.text()));
  const body = inHead ? singleSpaced(fieldText(block, 'body')) : given.slice(1).join(', ');
  const expected = (inHead ? given : given.slice(0, 1)).join(', ');
  return {
    text: singleSpaced(call.text()),
    line: lineOf(call),
    matcher: /\w+$/.exec(callee)?.[0] ?? callee,
    subject: body,
    around: body,
    ...(expected === '' ? {} : { expected }),
  };
}
