import type { EmbeddedRole } from './analyzer.js';
import { agentFaultRules } from './agent-faults/index.js';
import { apiRule } from './api/rule.js';
import { blobRules } from './blobs/rules.js';
import { cycleRule } from './cycles/rule.js';
import { dependencyRules } from './dependencies/rules.js';
import { documentationRule } from './documentation/rule.js';
import { duplicationRule } from './duplication/rule.js';
import { lintRules } from './lint/rules.js';
import { performanceRules } from './performance/rules.js';
import type { RuleDoc } from './rule-catalogue.js';
import { scopeRule } from './scope/index.js';
import { secretRule } from './secrets/rule.js';
import { sizeRules } from './size/rules.js';
import { testCommandRule } from './test-command/rule.js';
import { textRules } from './text/index.js';
import { workflowRules } from './workflow/rules.js';

const all: readonly RuleDoc[] = [
  ...textRules,
  ...lintRules,
  secretRule,
  ...workflowRules,
  duplicationRule,
  ...sizeRules,
  ...blobRules,
  scopeRule,
  apiRule,
  cycleRule,
  ...dependencyRules,
  documentationRule,
  ...performanceRules,
  testCommandRule,
  ...agentFaultRules,
];

/** Every rule an embedded analyzer can raise, by id. */
export function ruleDocs(): readonly RuleDoc[] {
  return [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const roles = new Map(all.map(({ id, role }) => [id, role]));

/** The role whose seat raises the findings of a rule. */
export function roleOfRule(rule: string): EmbeddedRole | undefined {
  return roles.get(rule);
}
