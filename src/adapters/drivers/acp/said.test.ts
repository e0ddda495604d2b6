import { expect, it } from 'vitest';
import { Said } from './said.js';

it('keeps of a call of a tool what a permission rests on, and none of the files that it carries', () => {
  const said = new Said();
  const text = 'line of a long file\n'.repeat(50_000);
  for (let call = 0; call < 4; call++)
    said.take({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'read-1',
      kind: 'read',
      rawInput: { file: '/checkout/a.ts', text },
      rawOutput: { text },
      content: [{ type: 'content', content: { type: 'text', text } }],
    });
  const kept = said.ofTool({ toolCallId: 'read-1' });
  expect(kept).toHaveLength(5);
  expect(kept[0]).toEqual({ kind: 'read', paths: ['/checkout/a.ts'], acts: false });
  expect(said.transcript()).toBe('');
});
