import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { tools } from './catalogue.js';

const listed = tools.map((tool) => tool.listed());

describe('the list of tools', () => {
  it('has the twelve tools of the contract', () => {
    expect(listed.map(({ name }) => name).sort()).toEqual([
      'check_review_required',
      'contest_finding',
      'emit_event',
      'escalate_review',
      'get_review',
      'get_review_metrics',
      'list_reviews',
      'report_outcome',
      'request_re_review',
      'request_review',
      'start_review',
      'submit_review',
    ]);
  });

  it('costs at most 6,000 tokens of an agent', () => {
    const tokens = countTokens(JSON.stringify({ tools: listed }));
    console.log(`list of tools: ${tokens} tokens (o200k), bar 6000`);
    expect(tokens).toBeLessThanOrEqual(6_000);
  });

  it.each(listed)('annotates $name in full and asks to be shown at once', ({ annotations, title, _meta, name }) => {
    const reads = ['check_review_required', 'get_review', 'get_review_metrics', 'list_reviews'];
    expect(Object.keys(annotations).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    expect(annotations).toMatchObject({
      readOnlyHint: reads.includes(name),
      destructiveHint: false,
      openWorldHint: false,
    });
    expect(title).not.toBe('');
    expect(_meta).toEqual({ 'anthropic/alwaysLoad': true });
  });

  it.each(listed)('lets $name answer with its result or with an error', ({ outputSchema }) => {
    expect(outputSchema['type']).toBe('object');
    const [result, error] = outputSchema['anyOf'] as { required: string[] }[];
    expect(result?.required).toContain('next');
    expect(error?.required).toEqual(['error']);
    for (const field of [...(result?.required ?? []), 'error'])
      expect(outputSchema['properties']).toHaveProperty(field);
  });
});
