import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (path: string, base: string, head: string) =>
  (await faultsFound(agentFaultAnalyzers, { base: { [path]: base }, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('stub/early-return '),
  );

const serializable = (first: string) =>
  `export function isJSONSerializable(value: any): boolean {
${first}
  const t = typeof value;
  if (t === 'string' || t === 'number' || t === null) {
    return true;
  }
  if (t !== 'object') {
    return false;
  }
  return value.constructor?.name === 'Object' || typeof value.toJSON === 'function';
}
`;
const guard = '  if (value === undefined) {\n    return false;\n  }';
const valid = (first: string) =>
  `def valid(user, password):\n    """Whether they may come in."""\n${first}    found = users.get(user)\n    if found is None:\n        return False\n    return found.matches(password)\n`;
const goValid = (first: string) =>
  `package a\n\nfunc Valid(user, password string) (bool, error) {\n${first}\tfound, err := users.Get(user)\n\tif err != nil {\n\t\treturn false, err\n\t}\n\treturn found.Matches(password), nil\n}\n`;
const ok = (first: string) => `export function ok(v) {\n${first}  if (v === 1) return false;\n  return v > 2;\n}\n`;
const effect = (first: string) =>
  `const Page = () => {\n  useEffect(() => {\n${first}    const timer = setInterval(tick, 1000);\n    return () => clearInterval(timer);\n  }, []);\n};\n`;

const inCase = (first: string) =>
  `export function apply(event) {\n  switch (event.kind) {\n    case 'paid':\n${first}      check(event);\n      store(event);\n      break;\n    default:\n      drop(event);\n  }\n}\n`;
const inDefault = (first: string) =>
  `export function apply(event) {\n  switch (event.kind) {\n    case 'paid':\n      return false;\n    default:\n${first}      check(event);\n      return store(event);\n  }\n}\n`;
const goCase = (first: string, label = 'case "paid"') =>
  `package a\n\nfunc Apply(event Event) error {\n\tswitch event.Kind {\n\t${label}:\n${first}\t\tcheck(event)\n\t\treturn store(event)\n\t}\n\treturn nil\n}\n`;

describe('stub/early-return', () => {
  it.each([
    ['src/a.ts', serializable(guard), serializable('  return true;'), 2],
    ['src/a.ts', serializable(guard), serializable(`${guard}\n  return true;`), 5],
    ['src/a.js', ok(''), ok('  return true;\n'), 2],
    ['src/a.js', ok(''), ok('  // They are all fine for now.\n  return true;\n'), 3],
    ['src/a.js', ok(''), ok('  if (true) {\n    return true;\n  }\n'), 2],
    ['src/a.js', ok(''), ok('  return v;\n'), 2],
    ['src/a.tsx', effect(''), effect('    return;\n'), 3],
    ['a.py', valid(''), valid('    return True\n'), 3],
    ['a.py', valid(''), valid('    if True:\n        return True\n'), 3],
    ['a.go', goValid(''), goValid('\treturn true, nil\n'), 4],
    ['a.go', goValid(''), goValid('\tif true {\n\t\treturn true, nil\n\t}\n'), 4],
    [
      'a.py',
      'def f(a):\n    if a:\n        check(a)\n        store(a)\n',
      'def f(a):\n    if a:\n        return None\n        check(a)\n        store(a)\n',
      3,
    ],
    ['src/a.ts', inCase(''), inCase('      return;\n'), 4],
    ['src/a.ts', inDefault(''), inDefault('      return true;\n'), 6],
    ['a.go', goCase(''), goCase('\t\treturn nil\n'), 6],
    ['a.go', goCase('', 'default'), goCase('\t\treturn nil\n', 'default'), 6],
  ])('%s %j becomes %j', async (path, base, head, line) => {
    expect(await found(path, base, head)).toEqual([`stub/early-return important ${path}:${line}`]);
  });

  it.each([
    ['a guard', 'src/a.js', ok(''), ok('  if (v === undefined) return true;\n')],
    ['a guard of Python', 'a.py', valid(''), valid('    if user is None:\n        return True\n')],
    [
      'a return in a case before the break that ended it',
      'src/a.js',
      'function f(a) {\n  switch (a) {\n    case 1:\n      b();\n      break;\n  }\n}\n',
      'function f(a) {\n  switch (a) {\n    case 1:\n      return b();\n      break;\n  }\n}\n',
    ],
    ['a guard of Go', 'a.go', goValid(''), goValid('\tif user == "" {\n\t\treturn false, nil\n\t}\n')],
    [
      'helpers below the return',
      'src/a.js',
      'function f(a) {\n  b(a);\n  function b(x) {\n    g(x);\n  }\n}\n',
      'function f(a) {\n  return b(a);\n  function b(x) {\n    g(x);\n  }\n}\n',
    ],
    [
      'types and names below the return',
      'src/a.ts',
      'function f(a) {\n  type B = string;\n  var c;\n}\n',
      'function f(a) {\n  return a;\n  type B = string;\n  var c;\n}\n',
    ],
    [
      'what was unreachable before',
      'src/a.js',
      'function f(a) {\n  return 1;\n  g(a);\n}\n',
      'function f(a) {\n  return 2;\n  g(a);\n}\n',
    ],
    [
      'what a throw kept from running before',
      'a.py',
      'def f(a):\n    raise Gone(a)\n    g(a)\n',
      'def f(a):\n    return None\n    g(a)\n',
    ],
    [
      'a return that was there',
      'src/a.js',
      'function f(a) {\n  return 1;\n  g(a);\n}\n',
      'function f(a) {\n  h(a);\n  return 1;\n  g(a);\n}\n',
    ],
    [
      'a case that ends',
      'src/a.js',
      'function f(a) {\n  switch (a) {\n    case 1:\n      g();\n      break;\n  }\n}\n',
      'function f(a) {\n  switch (a) {\n    case 1:\n      return g();\n      break;\n  }\n}\n',
    ],
    ['a generator of nothing', 'a.py', 'def f():\n    yield\n', 'def f():\n    return\n    yield\n'],
    [
      'a label that is jumped to',
      'a.go',
      'package a\n\nfunc f() {\n\tg()\nL:\n\th()\n\tgoto L\n}\n',
      'package a\n\nfunc f() {\n\tg()\n\treturn\nL:\n\th()\n\tgoto L\n}\n',
    ],
    [
      'what says that nobody comes here',
      'a.go',
      'package a\n\nfunc f(a int) int {\n\tg()\n\tpanic("unreachable")\n}\n',
      'package a\n\nfunc f(a int) int {\n\treturn g()\n\tpanic("unreachable")\n}\n',
    ],
    ['a test', 'src/a.test.js', ok(''), ok('  return true;\n')],
    ['vendored code', 'vendor/a.js', ok(''), ok('  return true;\n')],
  ])('is silent on %s', async (_, path, base, head) => {
    expect(await found(path, base, head)).toEqual([]);
  });

  it('finds it in new code of languages whose linter does not', async () => {
    expect(await found('a.py', '', valid('    return True\n'))).toEqual(['stub/early-return important a.py:3']);
    expect(await found('a.js', '', ok('  return true;\n'))).toEqual([]);
  });

  it('is silent on unreachable code that moved', async () => {
    const old = 'def f(a):\n    return 1\n    g(a)\n    h(a)\n';
    const hits = await faultsFound(agentFaultAnalyzers, {
      base: { 'a.py': `${old}\n\ndef k():\n    pass\n`, 'b.py': 'x = 1\n' },
      head: { 'a.py': 'def k():\n    pass\n', 'b.py': `x = 1\n\n\n${old}` },
    });
    expect(hits.filter((hit) => hit.startsWith('stub/early-return'))).toEqual([]);
  });
});
