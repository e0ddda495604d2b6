import type { SyntaxNode, SyntaxTree } from '../syntax/tree.js';
import { descendants, endLineOf, field, fieldText, lineOf, parts } from '../syntax/tree.js';
import { decoratorSkip, decoratorsOf, skipInBody, skippedClasses, skippedModule } from './python-skips.js';
import type { Assertion, TestCase, TestFile } from './test-case.js';
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
      skip: decorators.flatMap((decorator) => decoratorSkip(tree, decorator))[0] ?? skipInBody(tree, body),
      parametrised: decorators.some((decorator) => /parametri[sz]e|parameterized|\bgiven\(/.test(decorator.text())),
    },
  ];
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
