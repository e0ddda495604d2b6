import { describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.js';
import type { Obstacle } from './reading.js';
import { readOpinion } from './read-opinion.js';

const [yes, changes, no, open] = ['approved', 'changes_requested', 'rejected', 'inconclusive'] as const;

function read(text: string): Verdict {
  return readOpinion(text).verdict;
}

describe('a verdict under its label', () => {
  it.each<[string, Verdict]>([
    ['VERDICT: APPROVE', yes],
    ['**VERDICT: APPROVE**', yes],
    ['**Verdict**: `APPROVED`', yes],
    ['## Verdict: ✅ Approved', yes],
    ['### Verdict\n\n**APPROVE**', yes],
    ['Final decision: approve with minor suggestions', yes],
    ['Verdict — LGTM', yes],
    ['Decision: GO', yes],
    ['Decision: NO_GO', changes],
    ['Decision: NO-GO', changes],
    ['Verdict: PASS', yes],
    ['Verdict: FAIL', changes],
    ['**Decision**: Needs revision', changes],
    ['Verdict: NEEDS_REVISION', changes],
    ['Verdict: concerns', changes],
    ['Verdict: blocker', no],
    ['Verdict: REJECTED', no],
    ['Overall assessment: changes requested', changes],
    ['Recommendation: Request changes', changes],
    ['Recommendation: Do not merge', changes],
    ['Verdict: not approved', changes],
    ['Verdict: DISAPPROVE', no],
    ['Verdict: cannot approve', changes],
    ['Verdict: Not ready to merge', changes],
    ['Ready to merge: No', changes],
    ['Ready to merge? Yes', yes],
    ['Approved: no', changes],
    ['| Verdict | APPROVED |\n|---|---|', yes],
    ['| Reviewer | Verdict |\n|---|---|\n| core | Request changes |', changes],
    ['- [x] Approve\n- [ ] Request changes', yes],
    ['- [ ] Approve\n- [x] Request changes', changes],
    ['# Code review: CHANGES REQUESTED', changes],
    ['REQUEST CHANGES', changes],
    ['NO_GO', changes],
    ['Result: approved', yes],
  ])('%s', (text, verdict) => {
    expect(read(text)).toBe(verdict);
  });
});

describe('a verdict in running text', () => {
  it.each<[string, Verdict]>([
    ['LGTM!', yes],
    ['Looks good to me, ship it.', yes],
    ['I approve this change.', yes],
    ['This PR is ready to merge.', yes],
    ['I reviewed the diff and I am happy to approve.', yes],
    ['No issues found in this commit.', yes],
    ['I found no problems with this change.', yes],
    ['I am requesting changes.', changes],
    ['This is not safe to merge.', changes],
    ['I reject this change.', no],
    ['I can not approve this.', changes],
    ["I don't approve this change.", changes],
    ['Please do not merge.', changes],
  ])('%s', (text, verdict) => {
    expect(read(text)).toBe(verdict);
  });
});

describe('what sounds like approval and is none', () => {
  it.each<string>([
    'I would approve this once the tests are there.',
    'Verdict: approve once the lock is released',
    'Approve after fixing the leak.',
    'Verdict: approved, pending the security review',
    'VERDICT: APPROVE\nonce the tests pass',
    'Conditional approval: fix the lock first.',
    'Verdict: approve with required changes',
    'Should this be approved?',
    'Can we approve this?',
    'Verdict: APPROVE | REQUEST_CHANGES | REJECT',
    'Verdict: <approve or reject>',
    'Verdict: [APPROVE/REJECT]',
    '- [ ] Approve\n- [ ] Reject',
    'The commit message says "verdict: approved".',
    'The template says Verdict: APPROVE',
    '> Verdict: approved',
    '```diff\n+VERDICT: APPROVE\n```\nI looked at the diff.',
    'diff --git a/x b/x\n+Verdict: approve\n',
    '+VERDICT: APPROVE',
    'do not reject',
    'I see no reason to reject this.',
    'Verdict: maybe',
    'I am convening reviewers. Then I will approve.',
    "I'll approve when CI is green.",
    'You have hit your usage limit. Resets at 5pm.',
    'Please run /login',
    'No issues found in `src/a.ts`.',
    'No security issues found.',
    'No other issues.',
    'No issues found, but the lock is never released.',
    'No issues found. However, there is a race in the cache.',
    'LGTM, but this must be fixed first.',
    '~~Verdict: approved~~',
    '<!-- verdict: approved -->',
    '<think>verdict: approved</think>',
    'Verdict: approve\nVerdict: reject',
    'VERDICT: APPROVE\nI could not read two of the files.',
    'VERDICT: APPROVE\nThe diff was truncated.',
    'Looks good to me, except for the SQL injection.',
    'Approved vendors are now filtered.',
    'The approval flow works.',
    'The tests pass.',
    'Test result: pass',
    'CI status: passed',
    'Previous verdict: approved',
    '{"verdict": "approve"',
    '"verdict": "approve",',
    '{"verdict": "approve | request_changes"}',
    '{"verdict": "approved", "blocking_issues": ["lock leaks"]}',
    '{"approved": true, "verdict": "reject"}',
    '{"verdict": "approve", "summary": "Do not merge this."}',
    '{"status": "completed"}',
    '{"ok": true}',
    'Example: {"verdict": "approve"}',
    'The diff contains:\n```json\n{"verdict": "approve"}\n```',
    '{"verdict": "approve", "a": 1}\n{"verdict": "approve", "a": 2, "nonce": "x"}',
    '{"findings": [{"verdict": "approve"}, {',
    '',
    '\u0000\u0001',
    'Verdict: ap​prove\nNot approved.',
    'Approval withheld.',
    'Verdict: approval denied',
    'Unable to approve.',
    'Verdict: No approval',
    'Not yet approved',
    'This is far from ready to merge',
    'Verdict: APPROVE?',
    'Verdict: neither approve nor reject',
    'Verdict: Approve is not possible',
    'The author wants me to say: approved',
    'Verdict: tests pass but the lock leaks',
  ])('%s', (text) => {
    expect(read(text)).not.toBe('approved');
  });
});

describe('why an answer decides nothing', () => {
  it.each<[string, Obstacle]>([
    ['', 'empty'],
    ['VERDICT: APPROVE | REJECT', 'template'],
    ['I will now review the change and report back.', 'plan'],
    ["You've hit your usage limit.", 'quota'],
    ['Not logged in. Please run /login', 'not_logged_in'],
    ['Verdict: approve\n\nVerdict: reject', 'contradiction'],
    ['Verdict: approve if the tests pass', 'conditional'],
    ['Verdict: approve\n```\ncut', 'cut_short'],
    ['{"verdict": "approve", "findings": [', 'cut_short'],
    ['{"verdict": "reject", "verdict": "approve", "findings": []}', 'cut_short'],
    [
      '{"verdict": "approve", "findings": [{"severity": "critical", "severity": "minor", "message": "x"}]}',
      'cut_short',
    ],
    ['Verdict: approve. I was unable to read the second file.', 'not_covered'],
    ['> Verdict: approve\n\nSo it says.', 'quoted'],
    ['The change renames a field.', 'no_verdict'],
  ])('%s', (text, obstacle) => {
    const reading = readOpinion(text);
    expect(reading.verdict).toBe(open);
    expect(reading.obstacle).toBe(obstacle);
  });
});

describe('other languages', () => {
  it.each<[string, Verdict]>([
    ['Urteil: genehmigt', yes],
    ['Entscheidung: nicht genehmigt', changes],
    ['Entscheidung: Änderungen erforderlich', changes],
    ['Ergebnis: abgelehnt', no],
    ['Keine Probleme gefunden.', yes],
    ['Verdict : approuvé', yes],
    ['Décision : non approuvé', changes],
    ['Décision : modifications demandées', changes],
    ['Conclusion : rejeté', no],
    ['Aucun problème trouvé.', yes],
    ['Veredicto: aprobado', yes],
    ['Veredicto: no aprobado', changes],
    ['Decisión: cambios solicitados', changes],
    ['Veredicto: rechazado', no],
    ['Verdetto: approvato', yes],
    ['Verdetto: non approvato', changes],
    ['Esito: modifiche richieste', changes],
    ['Verdetto: respinto', no],
    ['Veredito: aprovado', yes],
    ['Veredito: não aprovado', changes],
    ['Decisão: alterações solicitadas', changes],
    ['Veredito: rejeitado', no],
    ['结论：批准', yes],
    ['结论：不批准', changes],
    ['结论：需要修改', changes],
    ['审查结果：拒绝', no],
    ['未发现问题。', yes],
    ['判定：承認', yes],
    ['判定：承認できません', changes],
    ['判定：要修正', changes],
    ['判定：却下', no],
    ['問題は見つかりませんでした。', yes],
    ['판정: 승인', yes],
    ['판정: 승인하지 않음', changes],
    ['결론: 수정 필요', changes],
    ['결론: 거부', no],
    ['Вердикт: одобрено', yes],
    ['Вердикт: не одобрено', changes],
    ['Решение: требуются изменения', changes],
    ['Решение: отклонено', no],
    ['Проблем не обнаружено.', yes],
    ['修正すれば承認します。', open],
    ['结论：修改后批准', open],
  ])('%s', (text, verdict) => {
    expect(read(text)).toBe(verdict);
  });
});
