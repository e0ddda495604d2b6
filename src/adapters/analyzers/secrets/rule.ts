import type { RuleDoc } from '../rule-catalogue.js';

export const secretRule: RuleDoc = {
  id: 'secrets/credential',
  role: 'auditor',
  severity: 'critical',
  lesser:
    "Minor in tests and their data. Silent on documented examples, placeholders and accounts of one's own machine.",
  languages: 'any',
  title: 'A credential in the text',
  why: 'Whoever can read the repository can use it, for ever: history keeps it after the line is gone.',
  remedy:
    'Revoke the credential first, then take it from the environment or a secret store, and remove it from the history.',
  example: 'const token = "ghp_…36 characters…";',
};
