import { describe, expect, it } from 'vitest';
import { loadRepairJson } from '../../adapters/opinion-text/repair-json.js';
import { readOpinion } from './read-opinion.js';

describe('reading an almost-JSON answer', () => {
  it('reads raw newlines in strings and marks the answer as repaired', async () => {
    const text = '```json\n{\n  "verdict": "request_changes",\n  "summary": "one\n\ntwo",\n}\n```';
    expect(await readOpinion({ text }, loadRepairJson)).toMatchObject({
      schema: 'countersign/opinion-reading@1',
      verdict: 'changes_requested',
      repaired: true,
    });
  });

  it.each([
    '{"verdict": "approve"',
    '{"verdict": "appro',
    '{"findings": [], "verdict": ',
    '{{"verdict": "approve"}',
    '{"verdict": approve',
  ])('never makes an approval out of %s', async (text) => {
    expect((await readOpinion({ text }, loadRepairJson)).verdict).toBe('inconclusive');
  });

  it('explains what it read where', async () => {
    const { trace } = await readOpinion({ text: 'Verdict: reject\n\n- [high] a.ts:3 lock leaks' }, loadRepairJson);
    expect(trace.map(({ from }) => from)).toEqual([1, 3, 0]);
    expect(trace.at(-1)?.what).toMatch(/^rejected: line 1/);
  });
});
