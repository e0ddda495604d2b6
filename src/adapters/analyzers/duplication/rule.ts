import type { RuleDoc } from '../rule-catalogue.js';

export const duplicationRule: RuleDoc = {
  id: 'duplication/block',
  role: 'architect',
  severity: 'minor',
  languages: ['typescript', 'tsx', 'javascript', 'python', 'go', 'shell'],
  title: 'A block copied from elsewhere in the project',
  why:
    'The next change to one copy misses the other. Raised for at least ten added lines and sixty tokens that stand elsewhere ' +
    'in the head too; silent in tests, on imports, and on generated files.',
  remedy: 'Give the block a name and call it from both places.',
};
