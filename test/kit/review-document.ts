import type {
  ChecklistEntry,
  FileDocument,
  FindingDocument,
  ReviewDocument,
} from '../../src/application/queries/document.js';
import type { Outcome } from '../../src/domain/model/decision.js';

const zeros = '0'.repeat(40);
const blob = (seed: string): string => seed.repeat(40).slice(0, 40);

export function aFile(path: string, more: Partial<FileDocument> = {}): FileDocument {
  return {
    path,
    status: 'M',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: blob('3b18e512'),
    newBlob: blob('9ae14c07'),
    binary: false,
    added: 12,
    deleted: 3,
    addedLines: [[10, 21]],
    deletedLines: [[10, 12]],
    coverage: 'reviewed',
    ...more,
  };
}

export function aFinding(id: string, more: Partial<FindingDocument> = {}): FindingDocument {
  const message =
    more.message ?? 'The error is dropped, so a failed charge looks like a paid one. Handle it or let it rise.';
  return {
    id,
    fingerprint: blob('f1a2'),
    state: 'open',
    counts: true,
    severity: 'important',
    category: 'error_handling',
    rule: 'errors/swallowed',
    file: 'src/payment/charge.ts',
    side: 'head',
    line: 14,
    quote: '  } catch {}',
    agreement: 'only',
    sources: [{ seat: 'auditor@embedded', message, severity: more.severity ?? 'important' }],
    ...more,
    message,
  };
}

/** A review that asks for changes, with something of everything a report has to show. */
export function changesRequested(): ReviewDocument {
  return {
    schema: 'countersign/review@1',
    review: {
      id: '01K3ZQ5T8D0R7W2XHBN4VY6MCA',
      type: 'feature',
      typeReason: "conventional commit 'feat: charge cards through the new gateway'",
      protocol: 'standards',
      status: 'changes_requested',
      creator: 'core-developer',
      reviewer: 'auditor',
      revision: 0,
      createdAt: '2026-03-04T11:57:12.000Z',
      startedAt: '2026-03-04T11:57:12.040Z',
      completedAt: '2026-03-04T11:57:14.440Z',
      policy: { source: 'base', digest: '5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456' },
    },
    change: {
      base: blob('1d3d9d8a'),
      head: blob('9c8d7e6f'),
      baseTree: blob('4b825dc6'),
      headTree: blob('7a1c33f0'),
      patchId: blob('c0ffee12'),
      source: 'range',
      title: 'main..charge-cards',
      notes: ['The branch is 2 commits behind main; the merge base 1d3d9d8 was taken.'],
      protectedPaths: ['.github/CODEOWNERS'],
      files: [
        aFile('.github/CODEOWNERS', { added: 1, deleted: 0 }),
        aFile('assets/logo.png', {
          status: 'A',
          oldMode: '000000',
          oldBlob: zeros,
          binary: true,
          added: null,
          deleted: null,
          coverage: 'excluded',
          coverageRule: 'media',
        }),
        aFile('scripts/deploy.sh', { newMode: '100755', added: 0, deleted: 0 }),
        aFile('src/payment/charge.ts', { added: 48, deleted: 6 }),
        aFile('src/payment/gateway.ts', {
          status: 'R',
          oldPath: 'src/pay/gateway.ts',
          similarity: 96,
          added: 2,
          deleted: 2,
        }),
        aFile('src/決済/領収書.ts', { status: 'A', oldMode: '000000', oldBlob: zeros, added: 30, deleted: 0 }),
        aFile('test/payment/charge.test.ts', { status: 'D', newMode: '000000', newBlob: zeros, added: 0, deleted: 41 }),
      ],
    },
    opinions: [
      {
        seat: { role: 'auditor', driver: 'embedded' },
        verdict: 'changes_requested',
        confidence: 60,
        summary: '1 important finding.',
        checklist: { no_secrets: true, no_swallowed_errors: false, no_lint_errors: true },
        checklistReasons: { no_swallowed_errors: 'errors/swallowed at src/payment/charge.ts:14' },
        findingIds: ['01K3ZQ5TAA'],
        durationMs: 812,
      },
      {
        seat: { role: 'tester', driver: 'embedded' },
        verdict: 'changes_requested',
        confidence: 40,
        summary: '1 critical finding.',
        checklist: { tests_not_weakened: false, tests_pass: null },
        checklistReasons: {
          tests_not_weakened: 'tests/deleted at test/payment/charge.test.ts',
          tests_pass: 'the policy names no test command',
        },
        findingIds: ['01K3ZQ5TBB'],
        durationMs: 95,
      },
    ],
    findings: [
      aFinding('01K3ZQ5TAA', {
        suggestion: 'Return the error to the caller: `} catch (error) { throw new ChargeFailed(error); }`',
      }),
      aFinding('01K3ZQ5TBB', {
        severity: 'critical',
        category: 'tests',
        rule: 'tests/deleted',
        file: 'test/payment/charge.test.ts',
        side: 'base',
        line: 8,
        quote: "  it('refuses an expired card', async () => {",
        message:
          'This test was deleted while the code it tests remains. Keep it, or say in the change why it no longer holds.',
        sources: [{ seat: 'tester@embedded', message: 'see above', severity: 'critical' }],
      }),
      aFinding('01K3ZQ5TCC', {
        severity: 'minor',
        state: 'dismissed',
        category: 'style',
        rule: 'lint/no-empty',
        file: 'src/決済/領収書.ts',
        line: 3,
        quote: "const 合計 = '👩‍💻 領収書の合計金額';",
        message: 'An empty block says nothing about why it is empty.',
        disposition: {
          state: 'dismissed',
          actor: 'dana',
          reason: 'The block is filled by the code generator',
          at: '2026-03-04T11:58:00.000Z',
          authority: 'claimed',
        },
      }),
      ofTheWholeChange(),
    ],
    checklist: [
      criterion('no_secrets', true),
      criterion('no_swallowed_errors', false, { reason: 'errors/swallowed at src/payment/charge.ts:14' }),
      criterion('no_lint_errors', true, { minorFindings: 1 }),
      criterion('tests_not_weakened', false, { reason: 'tests/deleted at test/payment/charge.test.ts' }),
      criterion('tests_pass', null, { reason: 'the policy names no test command' }),
      criterion('no_placeholders', true, { settledBy: [{ name: 'erin', state: 'risk_accepted' }] }),
    ],
    decision: {
      outcome: 'changes_requested',
      confidence: 40,
      rules: [
        { id: 'coverage', result: 'satisfied', reason: 'every entry is reviewed or excluded by a named rule' },
        { id: 'findings.critical', result: 'unsatisfied', reason: '1 critical finding, at most 0 allowed' },
        {
          id: 'criteria.required',
          result: 'unsatisfied',
          reason: 'no_swallowed_errors and tests_not_weakened are not met',
        },
        { id: 'ground', result: 'not_applicable', reason: 'nobody named a ground for rejection' },
      ],
    },
  };
}

function criterion(name: string, answer: boolean | null, more: Partial<ChecklistEntry> = {}): ChecklistEntry {
  return { name, required: true, answer, minorFindings: 0, settledBy: [], ...more };
}

/** A finding that points at no file. */
function ofTheWholeChange(): FindingDocument {
  const message = 'scripts/deploy.sh lies outside the declared scope src/**.';
  return {
    id: '01K3ZQ5TDD',
    fingerprint: blob('77aa'),
    state: 'open',
    counts: true,
    severity: 'minor',
    category: 'scope',
    rule: 'scope/outside',
    message,
    agreement: 'only',
    sources: [{ seat: 'spec@embedded', message, severity: 'minor' }],
  };
}

/** The same change, without findings, decided as told. */
export function decided(outcome: Outcome): ReviewDocument {
  const document = changesRequested();
  const reasons: Partial<Record<Outcome, { result: 'satisfied' | 'unsatisfied'; reason: string }>> = {
    skipped: { result: 'satisfied', reason: 'docs_only is proved and update_readme is skipped by skip_if' },
    inconclusive: { result: 'unsatisfied', reason: 'src/payment/charge.ts was not wholly shown' },
    escalated: { result: 'unsatisfied', reason: 'a security_change needs confidence 90, the reviewer states 60' },
  };
  return {
    ...document,
    findings: [],
    decision: {
      outcome,
      confidence: 95,
      rules: [{ id: 'coverage', result: 'satisfied', reason: 'all read', ...reasons[outcome] }],
    },
  };
}
