import type { RuleDoc } from '../rule-catalogue.js';

export const apiRule: RuleDoc = {
  id: 'api/removed',
  role: 'architect',
  severity: 'important',
  lesser:
    'Minor where the package has no stable version yet (`0.x`), the Go module is a program, or the commit message or the change log says that the name goes.',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
  title: 'A name that others can import is gone',
  why:
    'Whoever uses it breaks with the next release. Silent where the change declares itself breaking or raises the major ' +
    'version, in private packages, and on names marked as internal.',
  remedy: 'Keep the name and deprecate it, or declare the change as breaking.',
};
