import type { Analyzer, EmbeddedRole } from './analyzer.js';
import { lintRules } from './lint/rules.js';
import { oxlint } from './lint/oxlint.js';
import type { RuleDoc } from './rule-catalogue.js';
import { secretRule, secrets } from './secrets/secretlint.js';
import { textAnalyzers, textRules } from './text/index.js';

/** Every rule an embedded analyzer can raise. */
export const allRules: readonly RuleDoc[] = [...textRules, ...lintRules, secretRule];

const roles = new Map(allRules.map(({ id, role }) => [id, role]));

/** The role whose seat raises the findings of a rule. */
export function roleOfRule(rule: string): EmbeddedRole | undefined {
  return roles.get(rule);
}

/** All analyzers, those that wait for other processes first. */
export function embeddedAnalyzers(_storeEvidence: (bytes: Uint8Array) => Promise<string>): readonly Analyzer[] {
  return [oxlint, secrets, ...textAnalyzers];
}
