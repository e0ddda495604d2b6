import type { Analyzer } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { checksConfigWeakened } from './checks-config-weakened.js';
import { checksCoverageLowered } from './checks-coverage-lowered.js';
import { checksLintDisabled, checksTypesDisabled } from './checks-comments.js';
import { errorsSwallowed } from './errors-swallowed.js';
import { faultAnalyzer } from './fault-analyzer.js';
import type { FaultRule } from './fault-rule.js';
import { leftoverCommentedCode } from './leftover-commented-code.js';
import { leftoverDebugOutput } from './leftover-debug-output.js';
import { securityCertificates, securityUnescapedHtml } from './security.js';
import { securityShellInjection } from './shell-injection.js';
import { securitySqlInjection } from './sql-injection.js';
import { stubHardCodedReturn } from './stub-hard-coded-return.js';
import { stubEarlyReturn } from './stub-early-return.js';
import { stubPlaceholder } from './stub-placeholder.js';
import { testsAssertionRemoved, testsWeakened } from './tests-assertions.js';
import { testsDeleted } from './tests-deleted.js';
import { testsFocused } from './tests-focused.js';
import { testsMissing } from './tests-missing.js';
import { testsNoAssertion } from './tests-no-assertion.js';
import { testsSkipped } from './tests-skipped.js';
import { testsTrivialAssertion } from './tests-trivial-assertion.js';
import { typesAnyCast } from './types-any-cast.js';

const testRules: readonly FaultRule[] = [
  testsDeleted,
  testsSkipped,
  testsFocused,
  testsAssertionRemoved,
  testsNoAssertion,
  testsTrivialAssertion,
  testsWeakened,
  testsMissing,
];
const codeRules: readonly FaultRule[] = [stubPlaceholder, stubHardCodedReturn, stubEarlyReturn, typesAnyCast];
const auditRules: readonly FaultRule[] = [
  errorsSwallowed,
  checksLintDisabled,
  checksTypesDisabled,
  checksCoverageLowered,
  checksConfigWeakened,
  leftoverCommentedCode,
  leftoverDebugOutput,
  securityCertificates,
  securityShellInjection,
  securitySqlInjection,
  securityUnescapedHtml,
];

/** What agents leave behind, one analyzer for each role that answers for it. */
export const agentFaultAnalyzers: readonly Analyzer[] = [
  faultAnalyzer('test-faults', 'tester', testRules),
  faultAnalyzer('unfinished-code', 'core-developer', codeRules),
  faultAnalyzer('careless-code', 'auditor', auditRules),
];

export const agentFaultRules: readonly RuleDoc[] = [...testRules, ...codeRules, ...auditRules].map((rule) => rule.doc);
