import { describe, expect, it } from 'vitest';
import type { Script } from '../kit/model-stub/script.js';
import { answer, askVendor, harmless, says } from '../kit/vendor-cli/ask-vendor.js';

/** OpenCode needs ten seconds a run on two cores, and each run is preceded by two in which it tells its version and flags. */
const patience = { timeout: 180_000 };

describe.for(['gemini', 'opencode', 'copilot', 'qwen'] as const)('%s through the Agent Client Protocol', (name) => {
  it('answers, offers its model nothing that writes, and loads nothing of the project', patience, async (context) => {
    const { answer: given, stub, trapped } = await askVendor(context, [name, 'acp'], says(answer));
    if (given.kind === 'failed') throw new Error(`${given.failure.kind}: ${given.failure.detail}\n${given.transcript}`);
    expect(given.text).toContain('"verdict":"approved"');
    const asked = stub.heard.map(({ conversation }) => conversation);
    expect(asked.some((each) => each.prompt.includes('abcdef0123456789'))).toBe(true);
    expect(asked.filter((each) => each.prompt.includes('MARKER-OF-THE-PROJECT'))).toEqual([]);
    const offered = new Set(asked.flatMap((each) => each.offered.map((tool) => tool.name)));
    expect([...offered].filter((tool) => !harmless.test(tool))).toEqual([]);
    expect(trapped).toBe(false);
  });
});

it('gemini reads the checkout, and nothing outside of it', patience, async (context) => {
  const read = (file_path: string) => ({ tool: 'read_file', args: { file_path } });
  const script: Script = { calls: [read('a.ts'), read('/etc/passwd')], end: { say: answer } };
  const { stub, answer: given } = await askVendor(context, ['gemini', 'acp'], script);
  const [inside, outside] = stub.heard.at(-1)?.conversation.results ?? [];
  expect(inside?.text).toContain('export const a');
  expect(outside?.text).not.toContain('root:');
  expect(given.kind).toBe('answered');
});
