import type { RuleDoc } from '../rule-catalogue.js';

export const documentationRule: RuleDoc = {
  id: 'docs/missing',
  role: 'auditor',
  severity: 'minor',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go'],
  title: 'A new export without a doc comment, in a file that documents its exports',
  why: 'The file explains what it offers, and the newcomer breaks the habit. Silent where fewer than four in five exports are documented.',
  remedy: 'Say in a line what it does and what it returns or throws.',
};
