import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import type { FileMap } from '../../../../test/kit/frozen-change.js';
import { agentFaultAnalyzers, agentFaultRules } from './index.js';

const found = async (base: FileMap, head: FileMap, rule: string) =>
  (await faultsFound(agentFaultAnalyzers, { base, head })).filter((hit) => hit.startsWith(`${rule} `));
const added = (path: string, head: string, rule: string) => found({}, { [path]: head }, rule);

describe('stub/placeholder', () => {
  const rule = 'stub/placeholder';
  it.each([
    ['src/a.ts', "export function refund(o: Order): Receipt {\n  throw new Error('Not implemented');\n}\n", 1],
    ['src/a.ts', 'const f = (a) => {\n  // TODO: implement\n};\n', 1],
    ['a.py', 'def refund(order):\n    raise NotImplementedError\n', 1],
    ['a.py', 'def refund(order):\n    """Pays back."""\n    # TODO: implement\n    pass\n', 1],
    ['a.go', 'package a\n\nfunc Refund() error {\n\tpanic("not implemented")\n}\n', 3],
    ['src/a.ts', 'const zip = (a: string) => {\n  // TODO: implement compression\n  return a;\n};\n', 1],
    ['a.go', 'package a\n\nfunc Paths(args []string) error {\n\t// TODO: implement\n\treturn nil\n}\n', 3],
    ['src/a.ts', 'f();\n// ... rest of the code remains unchanged\n', 2],
    ['a.py', 'f()\n# ... existing code ...\n', 2],
    ['src/a.ts', 'function pay() {\n  // In a real implementation, this would call the bank.\n  return ok();\n}\n', 2],
  ])('%s %j', async (path, head, line) => {
    expect(await added(path, head, rule)).toEqual([`${rule} important ${path}:${line}`]);
  });

  it.each([
    ['an abstract method', 'a.py', 'class Store:\n    def get(self, key):\n        raise NotImplementedError\n'],
    ['a protocol', 'a.py', 'class Store(Protocol):\n    def get(self, key): ...\n'],
    [
      'a method for subclasses',
      'src/a.ts',
      "class A {\n  run() {\n    throw new Error('must be implemented by a subclass');\n  }\n}\n",
    ],
    [
      'an unsupported case',
      'src/a.ts',
      "function f(a) {\n  if (a) return 1;\n  throw new Error('not supported on Windows');\n}\n",
    ],
    ['a plain to-do', 'src/a.ts', '// TODO: cache this\nf();\n'],
    [
      'a to-do beside a default',
      'src/a.ts',
      'const zip = (a: string) => {\n  // TODO: make this lazy\n  return a;\n};\n',
    ],
    ['a test', 'src/a.test.ts', "const fake = () => {\n  throw new Error('Not implemented');\n};\n"],
    ['an empty function', 'src/a.ts', 'function noop() {}\n'],
    ['an ellipsis in prose', 'src/a.ts', '// Reads the header, the rest of the file is streamed.\nf();\n'],
    ['the attribute', 'src/a.tsx', 'const a = <input placeholder="Name" />;\n'],
  ])('is silent on %s', async (_, path, head) => {
    expect(await added(path, head, rule)).toEqual([]);
  });
});

describe('stub/hard-coded-return', () => {
  const rule = 'stub/hard-coded-return';
  it.each([
    ['src/a.ts', 'export function isValidEmail(address: string): boolean {\n  return true;\n}\n', 1],
    ['a.py', 'def calculate_tax(order, rate):\n    return 0\n', 1],
    ['a.go', 'package a\n\nfunc ValidateToken(token string) bool {\n\treturn true\n}\n', 3],
    ['src/a.ts', "function total(name: string) {\n  if (name === 'test-user') return 42;\n  return sum(name);\n}\n", 2],
    [
      'src/a.js',
      'export function checkPassword(user, password) {\n  console.error(user, password);\n  return true;\n}\n',
      1,
    ],
    ['src/a.js', 'function checkPassword(user, password){ console.error(user, password); return true }\n', 1],
    [
      'a.py',
      'def verify_token(token):\n    "Is it ours?"\n    print(token)\n    logger.info("verified")\n    return True\n',
      1,
    ],
    [
      'a.go',
      'package a\n\nfunc ValidateToken(token string) (bool, error) {\n\tlog.Printf("token %s", token)\n\treturn true, nil\n}\n',
      3,
    ],
  ])('%s %j', async (path, head, line) => {
    expect(await added(path, head, rule)).toEqual([`${rule} important ${path}:${line}`]);
  });

  it('finds logic that became a constant', async () => {
    const base = 'class A {\n  total(order) {\n    const a = order.a;\n    return a * 2;\n  }\n}\n';
    const head = 'class A {\n  total(order) {\n    return 42;\n  }\n}\n';
    expect(await found({ 'a.js': base }, { 'a.js': head }, rule)).toEqual([`${rule} important a.js:2`]);
  });

  it('finds logic that became a constant with output', async () => {
    const base = 'def fee(order):\n    rate = rates[order.kind]\n    return rate * order.total\n';
    const head = 'def fee(order):\n    print(order)\n    return 0\n';
    expect(await found({ 'a.py': base }, { 'a.py': head }, rule)).toEqual([`${rule} important a.py:1`]);
  });

  it('is silent where only output went from a constant', async () => {
    const base = 'function label(a) {\n  console.log(a);\n  return "x";\n}\n';
    const head = 'function label(a) {\n  return "x";\n}\n';
    expect(await found({ 'a.js': base }, { 'a.js': head }, rule)).toEqual([]);
  });

  it.each([
    [
      'output beside logic',
      'src/a.js',
      'export function checkPassword(user, password) {\n  console.error(user);\n  return user.hash === hash(password);\n}\n',
    ],
    [
      'a method of an interface',
      'src/a.ts',
      'class A implements B {\n  isEnabled(level: string) {\n    return false;\n  }\n}\n',
    ],
    ['an unused parameter by name', 'src/a.ts', 'export function isEnabled(_level: string) {\n  return false;\n}\n'],
    [
      'a stated default',
      'src/a.ts',
      '// Always true on this platform.\nexport function isEnabled(level: string) {\n  return true;\n}\n',
    ],
    ['a getter without parameters', 'src/a.ts', 'export function isReady() {\n  return true;\n}\n'],
    ['a name that promises nothing', 'src/a.ts', 'export function label(a: string) {\n  return "x";\n}\n'],
    [
      'ordinary cases',
      'src/a.ts',
      "function text(code: string) {\n  if (code === 'gone') return 'Gone';\n  return code;\n}\n",
    ],
  ])('is silent on %s', async (_, path, head) => {
    expect(await added(path, head, rule)).toEqual([]);
  });
});

describe('checks/lint-disabled and checks/types-disabled', () => {
  it.each([
    ['checks/lint-disabled important', 'src/a.ts', '/* eslint-disable */\nf();\n'],
    ['checks/lint-disabled minor', 'src/a.ts', '/* eslint-disable no-console */\nf();\n'],
    ['checks/lint-disabled important', 'a.py', '# ruff: noqa\nf()\n'],
    ['checks/lint-disabled minor', 'a.py', 'f()  # noqa\n'],
    ['checks/lint-disabled minor', 'a.go', 'package a\n\nvar x = f() //nolint\n'],
    ['checks/lint-disabled minor', 'a.go', 'package a\n\n// F gives the sum of all.\n//nolint\nfunc F() {}\n'],
    ['checks/types-disabled important', 'src/a.ts', 'const a = 1;\n// @ts-ignore\nf();\n'],
    ['checks/types-disabled important', 'src/a.ts', '// @ts-nocheck\nf();\n'],
    ['checks/types-disabled minor', 'a.py', 'f()  # type: ignore\n'],
  ])('%s: %s %j', async (rule, path, head) => {
    expect(await added(path, head, rule)).toHaveLength(1);
  });

  it.each([
    ['checks/lint-disabled', 'src/a.ts', '/* eslint-disable no-console -- the command line prints */\nf();\n'],
    ['checks/lint-disabled', 'src/a.ts', '// The parser needs it.\n// eslint-disable-next-line\nf();\n'],
    ['checks/lint-disabled', 'a.py', 'import os  # noqa: F401\n'],
    ['checks/lint-disabled', 'a.go', 'package a\n\nvar x = f() //nolint:errcheck // closed twice\n'],
    ['checks/lint-disabled', 'a.sh', '# shellcheck disable=SC2086\necho $1\n'],
    ['checks/lint-disabled', 'src/a.ts', '// prettier-ignore\nf();\n'],
    ['checks/types-disabled', 'src/a.ts', '// @ts-expect-error the library has no types\nf();\n'],
    ['checks/types-disabled', 'src/a.ts', '// @ts-ignore the library has no types\nf();\n'],
    ['checks/types-disabled', 'a.py', 'f()  # type: ignore[attr-defined]\n'],
    ['checks/types-disabled', 'test_a.py', 'f()  # type: ignore\n'],
  ])('silent %s: %s %j', async (rule, path, head) => {
    expect((await added(path, head, `${rule} minor`)).concat(await added(path, head, `${rule} important`))).toEqual([]);
  });
});

describe('checks/coverage-lowered', () => {
  const lowered = (path: string, base: string, head: string) =>
    found({ [path]: base }, { [path]: head }, 'checks/coverage-lowered');
  it.each([
    [
      'package.json',
      '{\n  "jest": { "coverageThreshold": { "global": {\n    "lines": 90\n  } } }\n}\n',
      '{\n  "jest": { "coverageThreshold": { "global": {\n    "lines": 60\n  } } }\n}\n',
    ],
    [
      'vitest.config.ts',
      'export default { test: { coverage: { thresholds: {\n  lines: 90,\n} } } };\n',
      'export default { test: { coverage: { thresholds: {\n  lines: 10,\n} } } };\n',
    ],
    ['pyproject.toml', '[tool.coverage.report]\nfail_under = 90\n', '[tool.coverage.report]\nfail_under = 50\n'],
    ['pyproject.toml', '[tool.coverage.report]\nfail_under = 90\n', '[tool.coverage.report]\n'],
  ])('%s %j', async (path, base, head) => {
    expect(await lowered(path, base, head)).toEqual([expect.stringMatching(/ important /)]);
  });

  it('is silent on thresholds that rise', async () => {
    expect(
      await lowered(
        'pyproject.toml',
        '[tool.coverage.report]\nfail_under = 50\n',
        '[tool.coverage.report]\nfail_under = 90\n',
      ),
    ).toEqual([]);
  });
});

describe('checks/config-weakened', () => {
  const weakened = (path: string, base: string, head: string) =>
    found({ [path]: base }, { [path]: head }, 'checks/config-weakened');
  const steps = 'jobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test\n';
  it.each([
    ['tsconfig.json', '{\n  "strict": true\n}\n', '{\n  "strict": false\n}\n'],
    [
      'eslint.config.js',
      "export default [{ rules: {\n  'no-undef': 'error',\n} }];\n",
      "export default [{ rules: {\n  'no-undef': 'off',\n} }];\n",
    ],
    ['mypy.ini', '[mypy]\nstrict = True\n', '[mypy]\nstrict = False\n'],
    ['.github/workflows/ci.yml', steps, steps.replace('npm test\n', 'npm test\n        continue-on-error: true\n')],
    ['.github/workflows/ci.yml', steps, steps.replace('npm test', 'npm test || true')],
    ['.github/workflows/ci.yml', steps, steps.replace('      - run: npm test\n', '').replace('  test:', '  ci:')],
    ['package.json', '{\n  "test": "vitest run"\n}\n', '{\n  "test": "exit 0"\n}\n'],
  ])('%s %j -> %j', async (path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([expect.stringMatching(/ important /)]);
  });

  it.each([
    ['tsconfig.json', '{\n  "strict": false\n}\n', '{\n  "strict": true\n}\n'],
    ['.github/workflows/ci.yml', steps, steps.replace('npm test', 'npm run test:all')],
    ['.github/workflows/ci.yml', steps, steps.replace('- run: npm test', '- run: npm test # also the slow ones')],
    [
      'eslint.config.js',
      "export default [{ rules: {\n  'a/b': 'off',\n} }];\n",
      "export default [{ rules: {\n  'a/b': 'error',\n} }];\n",
    ],
  ])('is silent: %s %j -> %j', async (path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([]);
  });
});

describe('checks/config-weakened: lists of checks', () => {
  const weakened = (path: string, base: string, head: string) =>
    found({ [path]: base }, { [path]: head }, 'checks/config-weakened');
  const eslint = (...rules: readonly string[]) =>
    `export default [{ rules: {\n  'no-undef': 'error',\n${rules.map((each) => `  ${each},\n`).join('')}} }];\n`;
  const ruff = (ignore: string, select = '"E", "F", "B"') =>
    `[tool.ruff.lint]\nselect = [${select}]\nignore = [${ignore}]\n`;
  const golangci = (...names: readonly string[]) =>
    `version: "2"\nlinters:\n  default: none\n  enable:\n${names.map((each) => `    - ${each}\n`).join('')}`;
  const hooks = (...ids: readonly string[]) =>
    `repos:\n  - repo: https://example.org/hooks\n    rev: v1\n    hooks:\n${ids.map((each) => `      - id: ${each}\n`).join('')}`;

  it.each([
    ['minor', 'eslint.config.js', eslint(), eslint("'no-console': 'off'")],
    ['minor', 'package.json', '{\n  "xo": {}\n}\n', '{\n  "xo": {\n    "no-var": "off"\n  }\n}\n'],
    ['minor', 'pyproject.toml', ruff(''), ruff('"E501", "B904"')],
    ['important', 'pyproject.toml', ruff(''), ruff('', '"E", "F"')],
    ['minor', '.flake8', '[flake8]\nignore = E203\n', '[flake8]\nignore = E203, F841\n'],
    ['important', '.golangci.yml', golangci('errcheck', 'govet', 'gosec'), golangci('govet', 'gosec')],
    ['important', '.golangci.yml', golangci('errcheck', 'govet'), `${golangci('govet')}  disable:\n    - errcheck\n`],
    ['important', '.pre-commit-config.yaml', hooks('ruff-check', 'ruff-format'), hooks('ruff-format')],
    ['important', 'tsconfig.json', '{\n  "strict": true,\n  "noEmit": true\n}\n', '{\n  "noEmit": true\n}\n'],
  ])('%s: %s %j -> %j', async (severity, path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([expect.stringContaining(` ${severity} ${path}:`)]);
  });

  it.each([
    ['with a reason', 'eslint.config.js', eslint(), eslint("// The compiler finds these.\n  'no-unused-vars': 'off'")],
    [
      'with a reason',
      'pyproject.toml',
      ruff(''),
      '[tool.ruff.lint]\nselect = ["E", "F", "B"]\nignore = [\n  "E501", # the formatter sees to it\n]\n',
    ],
    ['that was off', 'eslint.config.js', eslint("'a/b': 'off'"), `\n${eslint("'a/b': 'off'")}`],
    ['wider family', 'pyproject.toml', ruff('', '"E501"'), ruff('', '"E"')],
    ['retired linter', '.golangci.yml', golangci('govet', 'golint'), golangci('govet')],
    ['replaced linter', '.golangci.yml', golangci('govet', 'revive'), golangci('govet', 'staticcheck')],
    [
      'moved to formatters',
      '.golangci.yml',
      golangci('govet', 'gofmt'),
      `${golangci('govet')}formatters:\n  enable:\n    - gofmt\n`,
    ],
    ['replaced hooks', '.pre-commit-config.yaml', hooks('black', 'flake8'), hooks('ruff-check', 'ruff-format')],
    ['formatting hook', '.pre-commit-config.yaml', hooks('ruff-check', 'black'), hooks('ruff-check')],
    [
      'strict by another base',
      'tsconfig.json',
      '{\n  "strict": true\n}\n',
      '{\n  "extends": "@tsconfig/strictest"\n}\n',
    ],
  ])('is silent: %s in %s', async (_, path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([]);
  });

  it.each([
    ['important', 'package.json', '{\n  "test": "xo && ava"\n}\n', '{\n  "test": "xo && ava || true"\n}\n'],
    [
      'important',
      '.github/workflows/ci.yml',
      'jobs:\n  lint:\n    steps:\n      - uses: golangci/golangci-lint-action@v8\n  test:\n    steps:\n      - run: make richtest\n',
      'jobs:\n  test:\n    steps:\n      - run: make richtest\n',
    ],
  ])('%s: %s passes or leaves out what it checked', async (severity, path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([expect.stringContaining(` ${severity} ${path}:`)]);
  });

  const make = 'test: build\n\t@go test ./...\nlint:\n\tgolangci-lint run\n';
  it.each([
    ['Makefile', make, make.replace('@go test', '-@go test'), 'important Makefile:2'],
    ['build/ci.mk', make, make.replace('./...', './... || true'), 'important build/ci.mk:2'],
    ['GNUmakefile', make, make.replace('run\n', 'run; true\n'), 'important GNUmakefile:4'],
    ['Makefile', make, make.replace('@go test ./...', '@echo fine'), 'important Makefile:2'],
    ['Dockerfile', 'FROM node\n', 'FROM node\nRUN npm ci && npm test || true\n', 'important Dockerfile:2'],
    ['ci.dockerfile', 'FROM node\n', 'FROM node\nRUN npm run build || :\n', 'important ci.dockerfile:2'],
  ])('commands of %s are judged: %j -> %j', async (path, base, head, hit) => {
    expect(await weakened(path, base, head)).toEqual([`checks/config-weakened ${hit}`]);
  });

  it.each([
    ['Makefile', make, make.replace('go test ./...', 'go test -race ./...')],
    ['Makefile', make, make.replace('\tgolangci-lint run', '\tgo vet ./...')],
    ['Makefile', make, `${make}clean:\n\t-rm -rf build\n`],
    ['Makefile', 'all: test lint\n', 'all: build\n'],
    ['Makefile', make, `${make}\t# These fail on old kernels.\n\t-go test ./kernel\n`],
    ['Dockerfile', 'FROM node\n', 'FROM node\nRUN rm -rf /tmp/x || true\n'],
  ])('commands of %s are judged, silent: %j -> %j', async (path, base, head) => {
    expect(await weakened(path, base, head)).toEqual([]);
  });

  it('a recipe takes the place of no step of a pipeline, and a step takes that of a recipe', async () => {
    const ci = '.github/workflows/ci.yml';
    const steps = 'jobs:\n  a:\n    steps:\n      - run: go test ./...\n';
    const gone = steps.replace('go test ./...', 'go build ./...');
    const rule = 'checks/config-weakened';
    expect(await found({ [ci]: steps, Makefile: make }, { [ci]: gone, Makefile: make }, rule)).toHaveLength(1);
    const moved = make.replace('\t@go test ./...', '\t@true');
    expect(await found({ [ci]: steps, Makefile: make }, { [ci]: steps, Makefile: moved }, rule)).toEqual([]);
  });

  it('is silent on a step that another pipeline or the test command does', async () => {
    const lint = 'jobs:\n  a:\n    steps:\n      - run: npx eslint .\n';
    const gone = 'jobs:\n  a:\n    steps:\n      - run: npm ci\n';
    const rule = 'checks/config-weakened';
    const ci = '.github/workflows/ci.yml';
    const other = { '.github/workflows/lint.yml': lint };
    expect(await found({ [ci]: lint, ...other }, { [ci]: gone, ...other }, rule)).toEqual([]);
    expect(await found({ [ci]: lint }, { [ci]: gone.replace('npm ci', 'npm test') }, rule)).toEqual([]);
    expect(await found({ [ci]: lint }, { [ci]: gone }, rule)).toEqual([`${rule} important ${ci}:4`]);
  });

  it('names a configuration that was deleted, and not one that another replaced', async () => {
    const rule = 'checks/config-weakened';
    const base = { 'package.json': '{\n  "name": "a"\n}\n', '.eslintrc.json': '{}\n' };
    const kept = { 'package.json': base['package.json'] };
    expect(await found(base, kept, rule)).toEqual([`${rule} important .eslintrc.json:0`]);
    expect(await found(base, { ...kept, 'biome.json': '{}\n' }, rule)).toEqual([]);
  });
});

describe('types/any-cast', () => {
  it('finds casts and annotations, and says it once', async () => {
    const head = 'const a = b as any;\nconst c = d as unknown as E;\nlet f: any;\n';
    expect(await added('src/a.ts', head, 'types/any-cast')).toEqual(['types/any-cast minor src/a.ts:1']);
  });

  it.each([
    ['src/a.test.ts', 'const a = b as any;\n'],
    ['src/a.d.ts', 'declare const a: any;\n'],
    ['src/a.ts', '// The library types this wrongly.\nconst a = b as any;\n'],
    ['src/a.ts', 'const a = b as const;\nconst any = 1;\n'],
  ])('silent: %s %j', async (path, head) => {
    expect(await added(path, head, 'types/any-cast')).toEqual([]);
  });
});

describe('leftover/debug-output', () => {
  const rule = 'leftover/debug-output';
  it.each([
    ['important', 'src/a.ts', "export const f = (a) => {\n  console.log('here', a);\n};\n", 2],
    ['minor', 'src/a.ts', 'export const f = (a) => {\n  console.log(a);\n};\n', 2],
    ['important', 'src/a.ts', 'debugger;\n', 1],
    ['important', 'a.py', 'def f():\n    breakpoint()\n', 2],
    ['minor', 'pkg/a.py', 'def f(a):\n    print(a)\n', 2],
    ['minor', 'a/a.go', 'package a\n\nfunc f() {\n\tfmt.Println("x")\n}\n', 4],
  ])('%s: %s %j', async (severity, path, head, line) => {
    expect(await added(path, head, rule)).toEqual([`${rule} ${severity} ${path}:${line}`]);
  });

  it.each([
    ['src/cli.ts', "console.log('done');\n"],
    ['scripts/a.ts', "console.log('done');\n"],
    ['src/a.test.ts', "console.log('here');\n"],
    ['src/a.ts', 'console.error(error);\n'],
    ['a.py', 'def main():\n    print("x")\n\n\nif __name__ == "__main__":\n    main()\n'],
    ['main.go', 'package main\n\nfunc main() {\n\tfmt.Println("x")\n}\n'],
  ])('silent: %s %j', async (path, head) => {
    expect(await added(path, head, rule)).toEqual([]);
  });

  it('is silent where the file printed before', async () => {
    const base = "console.log('up');\n";
    expect(await found({ 'src/a.ts': base }, { 'src/a.ts': `${base}console.log('down');\n` }, rule)).toEqual([]);
  });
});

describe('leftover/commented-out-code', () => {
  const rule = 'leftover/commented-out-code';
  it.each([
    ['src/a.ts', 'f();\n// const a = g(1);\n// if (a) {\n//   h(a);\n// }\n', 2],
    ['a.py', 'f()\n# a = g(1)\n# if a:\n#     h(a)\n', 2],
    ['a.go', 'package a\n\n// a := g(1)\n// if a > 1 {\n// \th(a)\n// }\n', 3],
  ])('%s %j', async (path, head, line) => {
    expect(await added(path, head, rule)).toEqual([`${rule} minor ${path}:${line}`]);
  });

  it.each([
    [
      'src/a.ts',
      '// This reads the header first.\n// Then the body is parsed,\n// and the rest is left alone.\nf();\n',
    ],
    ['src/a.ts', '// a();\n// b();\nf();\n'],
    ['src/a.ts', '/**\n * @example\n * const a = f();\n * g(a);\n * h(a);\n */\nf();\n'],
    [
      'a.py',
      '# The order matters here:\n# first the header, then the body,\n# because the size is only known then.\nf()\n',
    ],
  ])('silent: %s %j', async (path, head) => {
    expect(await added(path, head, rule)).toEqual([]);
  });
});

describe('tests/missing', () => {
  const rule = 'tests/missing';
  const logic = (count: number): string =>
    `export function price(order) {\n${Array.from({ length: count }, (_, at) => `  if (order.a${at} > ${at}) order.total += order.b${at};`).join('\n')}\n}\n`;
  const tests = { 'src/price.test.js': 'test();\n' };

  it('finds substantial logic without a test', async () => {
    expect(await found(tests, { ...tests, 'src/price.js': logic(70) }, rule)).toEqual([
      `${rule} important src/price.js:2`,
    ]);
    expect(await found(tests, { ...tests, 'src/price.js': logic(40) }, rule)).toEqual([`${rule} minor src/price.js:2`]);
  });

  it.each<[string, FileMap, FileMap]>([
    ['a test was touched', tests, { 'src/price.test.js': 'test(2);\n', 'src/price.js': logic(70) }],
    ['the project has no tests', {}, { 'src/price.js': logic(70) }],
    ['the edit is small', tests, { ...tests, 'src/price.js': logic(5) }],
    ['the code moved', { ...tests, 'src/a.js': logic(70) }, { ...tests, 'src/lib/a.js': `${logic(70)}const x = 1;\n` }],
    ['it is an example', tests, { ...tests, 'examples/price.js': logic(70) }],
  ])('is silent where %s', async (_, base, head) => {
    expect(await found(base, head, rule)).toEqual([]);
  });
});

describe('every rule', () => {
  it.each([
    'a.ts',
    'a.tsx',
    'a.js',
    'a.py',
    'a.go',
    'a.sh',
    'a.yaml',
    'a.css',
    'tests/a.test.tsx',
    'tests/test_a.py',
    'a_test.go',
  ])('runs on %s', async (path) => {
    expect(await added(path, '', '')).toEqual([]);
  });
});

describe('hostile input', () => {
  it('is reported as not read, and harms nothing', async () => {
    const head = { 'a.ts': '['.repeat(50_000), 'b.py': `x = "${'a'.repeat(1_100_000)}"\n`, 'c.go': 'package a\n' };
    expect(await faultsFound(agentFaultAnalyzers, { head })).toEqual([]);
  });
});

describe('the rules', () => {
  it('have one document each', () => {
    const ids = agentFaultRules.map((doc) => doc.id);
    expect(new Set(ids).size).toBe(ids.length);
    const raised = agentFaultAnalyzers.flatMap((analyzer) => analyzer.rules);
    expect(raised.sort()).toEqual([...ids].sort());
  });
});

describe('programs inside of documents and templates', () => {
  it.each([
    ['pages/a.mdx', 'export const send = (order) => {\n  post(order).catch(() => {});\n};\n', 'errors/swallowed', 2],
    ['views/a.ejs', '<p>\n<% try { %>\n<%= total() %>\n<% } catch {} %>\n</p>\n', 'errors/swallowed', 4],
    ['views/a.ejs', '<% debugger; %>\n', 'leftover/debug-output', 1],
  ])('%s %j', async (path, text, rule, line) => {
    expect(await found({ [path]: '' }, { [path]: text }, rule)).toEqual([`${rule} important ${path}:${line}`]);
  });

  it.each([
    ['pages/a.mdx', '```js\nexport const a = () => { debugger; };\n```\n'],
    ['pages/a.mdx', 'export is a word here. debugger;\n\nText with `catch {}`.\n'],
    ['views/a.ejs', '<p>debugger; catch {}</p>\n<%# debugger %>\n'],
  ])('silent: %s %j', async (path, text) => {
    expect(await faultsFound(agentFaultAnalyzers, { base: { [path]: '' }, head: { [path]: text } })).toEqual([]);
  });
});
