import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Script } from '../kit/model-stub/script.js';
import { answer, askVendor, harmless, says } from '../kit/vendor-cli/ask-vendor.js';

/** OpenCode needs ten seconds a run on two cores, and each run is preceded by two in which it tells its version and flags. */
const patience = { timeout: 180_000 };
const all = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'qwen'] as const;

/** Codex offers commands, which its own sandbox keeps from writing and from the network. */
const sandboxed = /^(?:exec_command|write_stdin|request_user_input|view_image|\w+_agent|send_input|\w+_goal|)$/u;

describe.for(all)('%s', (name) => {
  it('answers, offers its model nothing that writes, and loads nothing of the project', patience, async (context) => {
    const { answer: given, stub, trapped } = await askVendor(context, [name, 'cli'], says(answer));
    if (given.kind === 'failed') throw new Error(`${given.failure.kind}: ${given.failure.detail}\n${given.transcript}`);
    expect(given.text).toContain('"verdict":"approved"');
    const asked = stub.heard.map(({ conversation }) => conversation);
    expect(asked.some((each) => each.prompt.includes('abcdef0123456789'))).toBe(true);
    expect(asked.filter((each) => each.prompt.includes('MARKER-OF-THE-PROJECT'))).toEqual([]);
    const offered = new Set(asked.flatMap((each) => each.offered.map((tool) => tool.name)));
    const allowed = (tool: string) => harmless.test(tool) || (name === 'codex' && sandboxed.test(tool));
    expect([...offered].filter((tool) => !allowed(tool))).toEqual([]);
    expect(trapped).toBe(false);
  });
});

describe.for(['claude', 'codex'] as const)('%s', (name) => {
  it('without quota says so', patience, async (context) => {
    const failing: Script = { calls: [], end: { fail: 429, message: 'You exceeded your current quota' } };
    const { answer: given } = await askVendor(context, [name, 'cli'], failing);
    expect(given).toMatchObject({ kind: 'failed', failure: { kind: 'quota' } });
  });

  it('that hears nothing of its model is ended', patience, async (context) => {
    const limits = { wallMs: 90_000, idleMs: 8_000 };
    const { answer: given } = await askVendor(context, [name, 'cli'], { calls: [], end: { silent: true } }, limits);
    expect(given).toMatchObject({ kind: 'failed', failure: { kind: 'idle' } });
  });
});

it('claude reads the checkout, and nothing outside of it', patience, async (context) => {
  const read = (file_path: string) => ({ tool: 'Read', args: { file_path } });
  const script: Script = { calls: [read('a.ts'), read('/etc/passwd')], end: { say: answer } };
  const { stub } = await askVendor(context, ['claude', 'cli'], script);
  const [inside, outside] = stub.heard.at(-1)?.conversation.results ?? [];
  expect(inside?.text).toContain('export const a');
  expect(outside?.text).not.toContain('root:');
  expect(outside?.text).toMatch(/permission|denied|not allowed/iu);
});

it('codex writes nowhere', patience, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cmd = `touch ${folder}/written; touch written`;
  const script: Script = { calls: [{ tool: 'exec_command', args: { cmd } }], end: { say: answer } };
  const { stub } = await askVendor(context, ['codex', 'cli'], script);
  expect(stub.heard.at(-1)?.conversation.results).toHaveLength(1);
  expect(existsSync(join(folder, 'written'))).toBe(false);
});
