import type { Analyzer } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { errorsSwallowed } from './errors-swallowed.js';
import { faultAnalyzer } from './fault-analyzer.js';
import type { FaultRule } from './fault-rule.js';
import { testsAssertionRemoved, testsWeakened } from './tests-assertions.js';
import { testsDeleted } from './tests-deleted.js';
import { testsSkipped } from './tests-skipped.js';
import { testsSnapshotRewritten } from './tests-snapshots.js';
import { testsTrivialAssertion } from './tests-trivial-assertion.js';
import { testsFocused } from './tests-focused.js';

const testRules: readonly FaultRule[] = [
  testsDeleted,
  testsSkipped,
  testsFocused,
  testsAssertionRemoved,
  testsTrivialAssertion,
  testsWeakened,
  testsSnapshotRewritten,
];
const errorRules: readonly FaultRule[] = [errorsSwallowed];

/** What agents leave behind, one analyzer for each family of rules. */
export const agentFaultAnalyzers: readonly Analyzer[] = [
  faultAnalyzer('test-faults', 'tester', testRules),
  faultAnalyzer('swallowed-errors', 'auditor', errorRules),
];

export const agentFaultRules: readonly RuleDoc[] = [...testRules, ...errorRules].map((rule) => rule.doc);
