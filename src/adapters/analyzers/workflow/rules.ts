import type { RuleDoc } from '../rule-catalogue.js';

const doc = (id: string, title: string, severity: RuleDoc['severity'], why: string, remedy: string): RuleDoc => ({
  id,
  role: 'auditor',
  severity,
  languages: ['yaml'],
  title,
  why,
  remedy,
});

export const workflowRules: readonly RuleDoc[] = [
  doc(
    'workflow/injection',
    'Untrusted text in a workflow script',
    'important',
    'The title of an issue or the name of a branch is pasted into a shell script: its author runs commands with the secrets of the repository.',
    'Pass the value through `env:` and use the quoted variable.',
  ),
  doc(
    'workflow/job-needs',
    'A job needs a job that is not there',
    'important',
    'GitHub refuses the workflow as a whole: none of its jobs runs, and nothing turns red.',
    'Name an existing job, or remove the dependency; break the cycle where jobs need each other.',
  ),
  doc(
    'workflow/expression',
    'A broken expression in a workflow',
    'minor',
    'An expression that does not parse stops the workflow; an undefined value is empty, and conditions on it are silently false.',
    'Mend the expression as the message says.',
  ),
  doc(
    'workflow/matrix',
    'A matrix that contradicts itself',
    'minor',
    'An exclude or include that matches nothing does nothing.',
    'Name a combination that exists.',
  ),
];
