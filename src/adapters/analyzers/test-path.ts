import type { Language } from './language.js';

const folders = /(^|\/)(tests?|__tests__|specs?|e2e|testing|integration[-_]tests?|unit[-_]tests?|cypress)\//i;
const data = /(^|\/)(fixtures?|__fixtures__|testdata|__mocks__|__snapshots__)\//i;

/** Whether a path is a test (or belongs to one: fixture, snapshot) by the conventions of its language. */
export function isTestPath(path: string, language: Language): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (data.test(path)) return true;
  switch (language) {
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return /[._-](test|tests|spec|e2e|cy)(-d)?\.[cm]?[jt]sx?$/i.test(name) || folders.test(path);
    case 'python':
      return /^(test_.*|.*_test|tests|conftest)\.pyi?$/.test(name) || folders.test(path);
    case 'go':
      return name.endsWith('_test.go');
    case 'shell':
      return /(^test[-_.]|[-_.]test\.|\.bats$)/.test(name) || folders.test(path);
    case 'unsupported':
      return /(_test|_spec|Tests?|Spec)\.\w+$/.test(name) || folders.test(path);
    default:
      return folders.test(path) || name.endsWith('.snap');
  }
}

/** Input of tests rather than a test: fixtures, snapshots, golden files. What is wrong in it may be wrong on purpose. */
export function isTestData(path: string): boolean {
  return data.test(path) || (folders.test(path) && /(^|\/)(cases?|inputs?|outputs?|samples?|data)\//i.test(path));
}
