import type { AnalyzedFile, EmbeddedRole } from './analyzer.js';
import { agentFaultRules } from './agent-faults/index.js';
import { apiRule } from './api/rule.js';
import { blobRules } from './blobs/rules.js';
import { cycleRule } from './cycles/rule.js';
import { ecosystemOf } from './dependencies/manifests.js';
import { dependencyRules } from './dependencies/rules.js';
import { documentationRule } from './documentation/rule.js';
import { duplicationRule } from './duplication/rule.js';
import { isProgram } from './language.js';
import { lintRules } from './lint/rules.js';
import { isLockFile } from './lock-file.js';
import { performanceRules } from './performance/rules.js';
import type { RuleDoc } from './rule-catalogue.js';
import { innerProgram } from './syntax/inner-program.js';
import { scopeRule } from './scope/index.js';
import { hardCodedRule } from './secrets/hard-coded.js';
import { secretRule } from './secrets/rule.js';
import { sizeRules } from './size/rules.js';
import { testCommandRule } from './test-command/rule.js';
import { textRules } from './text/index.js';
import { workflowRules } from './workflow/rules.js';

const all: readonly RuleDoc[] = [
  ...textRules,
  ...lintRules,
  secretRule,
  hardCodedRule,
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

const languages = new Map(all.map((doc) => [doc.id, doc.languages]));
/** Rules that look at one file and so are asked about what stands inside of documents and templates too. */
const ofOneFile = /^(stub|errors|types|leftover|checks|security)\//;

/** Whether a rule looks at files of this kind at all. */
export function concerns(rule: string, file: AnalyzedFile): boolean {
  const known = languages.get(rule) ?? [];
  // What declares and locks dependencies is known by its name, not by its language.
  if (rule.startsWith('deps/') && !isProgram(file.language)) return isLockFile(file.path) || declares(file.path);
  if (known === 'any' || known.includes(file.language)) return true;
  const inner = ofOneFile.test(rule) ? innerProgram(file) : undefined;
  return inner !== undefined && known.includes(inner.language);
}

function declares(path: string): boolean {
  return ecosystemOf(path) !== undefined || /(^|\/)(requirements|constraints)[^/]*\.txt$/i.test(path);
}
