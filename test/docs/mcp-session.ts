import { McpSession } from '../kit/mcp-session.js';
import { peerProject, sum } from '../kit/peer-project.js';
import type { Exchange } from './mcp-reference.js';

/** Calls every tool of the built program once, in the course of a real review, and returns the first exchange of each. */
export async function recordedExchanges(): Promise<Readonly<Record<string, Exchange>>> {
  const { project, tokens } = await peerProject();
  const exchanges: Record<string, Exchange> = {};
  const stable = new Stable();
  const agent = async (name: keyof typeof tokens) => {
    const session = await McpSession.start(project, tokens[name]);
    return async (tool: string, given: Readonly<Record<string, unknown>>) => {
      const { isError, data } = await session.call(tool, given);
      if (isError) throw new Error(`${tool}: ${JSON.stringify(data)}`);
      exchanges[tool] ??= { given: stable.of(given), answer: stable.of(data) };
      return data;
    };
  };
  const [maker, critic, second] = [await agent('maker'), await agent('critic'), await agent('second')];
  const change = { kind: 'range', range: 'main..topic' };
  await maker('check_review_required', { action: 'feature', context: { change } });
  const { review_id } = await maker('request_review', {
    change,
    title: 'Add two numbers',
    questions: ['Is -0 handled?'],
    confidence: 90,
  });
  await critic('list_reviews', { mine: 'to_do' });
  const started = await critic('start_review', { review_id });
  await critic('submit_review', {
    ...answerTo(started),
    status: 'CHANGES_REQUESTED',
    confidence: 85,
    checklist: { correct: false },
    summary: 'It adds, but changes the sign of zero.',
    answers: ['No: -0 becomes 0.'],
    findings: [
      {
        severity: 'important',
        category: 'correctness',
        file: 'sum.ts',
        line: 2,
        quote: 'return a + b + 0;',
        message: 'Adding 0 turns -0 into 0; return the sum itself.',
      },
    ],
  });
  const seen = await maker('get_review', { review_id });
  const [finding] = Array.isArray(seen['findings']) ? (seen['findings'] as { id: string }[]) : [];
  await maker('contest_finding', {
    finding_id: finding?.id,
    argument: 'Callers never pass -0.',
    evidence: ['grep -n "sum(" src shows no caller with a negative number'],
  });
  const judging = await second('start_review', { review_id });
  await second('submit_review', {
    ...answerTo(judging),
    status: 'CHANGES_REQUESTED',
    confidence: 85,
    checklist: { correct: false },
    summary: 'It stands.',
    answers: ['No.'],
    judged: [{ finding_id: finding?.id, outcome: 'upheld', reason: 'It is exported: callers are not known.' }],
  });
  project.commitAs('maker', 'fix: return the sum itself', { 'sum.ts': sum('a + b') });
  await maker('request_re_review', {
    review_id,
    change,
    changes_made: 'Returns the sum itself.',
    fixed: [finding?.id],
  });
  const again = await critic('start_review', { review_id });
  await critic('submit_review', {
    ...answerTo(again),
    status: 'APPROVED',
    confidence: 95,
    checklist: { correct: true },
    summary: 'It adds, and nothing else.',
    answers: ['Yes.'],
    verified: [{ finding_id: finding?.id, outcome: 'fixed' }],
  });
  await maker('report_outcome', { review_id, kind: 'clean', note: 'A week in production without an error.' });
  await maker('get_review_metrics', { period: 'week' });
  project.commitAs('maker', 'feat: add three numbers', { 'sum3.ts': sum('a + b + a') });
  const next = await maker('request_review', { change, title: 'Add three numbers' });
  await maker('escalate_review', {
    review_id: next['review_id'],
    reason: 'Whether three numbers belong here is a question of taste.',
    creator_argument: 'Two callers add the first number twice.',
  });
  await project.run(['run', 'start', '--agents', 'maker,critic', '--title', 'Login']);
  await maker('emit_event', { type: 'milestone', summary: 'Login works.' });
  return exchanges;
}

function answerTo({ review_id, nonce, head_tree }: Readonly<Record<string, unknown>>) {
  return { review_id, nonce, head_tree };
}

/** The same value for what differs from run to run: ids by the order in which they come, times, nonces. */
class Stable {
  readonly #ids = new Map<string, string>();

  of(value: object): object {
    const text = JSON.stringify(value)
      .replaceAll(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/gu, (id) => this.#idFor(id))
      .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, '2026-03-04T12:00:00.000Z')
      .replaceAll(/"(?:id|finding_id)":"[0-9a-f]{12}"|"fixed":\["[0-9a-f]{12}"\]/gu, (field) =>
        field.replace(/[0-9a-f]{12}/u, '397dd4ba14fc'),
      )
      .replaceAll(/"avg_review_time_minutes":[\d.]+/gu, '"avg_review_time_minutes":12')
      .replaceAll(/"nonce":"[0-9a-f]{32}"/gu, `"nonce":"${'5e7b'.repeat(8)}"`);
    return JSON.parse(text) as object;
  }

  #idFor(id: string): string {
    const known = this.#ids.get(id) ?? `01K3ZQ5T8D0R7W2XHBN4VY6M${String(this.#ids.size + 1).padStart(2, '0')}`;
    this.#ids.set(id, known);
    return known;
  }
}
