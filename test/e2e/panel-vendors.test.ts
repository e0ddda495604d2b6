import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { act, type Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { cleanChange } from '../kit/clean-change.js';
import { startModelStub, type ModelStub } from '../kit/model-stub/server.js';
import { Project, type Ran } from '../kit/project.js';
import { installed } from '../kit/vendor-cli/installed.js';
import { seatedVendor } from '../kit/vendor-cli/seated.js';

/** Three clients that start at once, each preceded by two runs for its version and flags. */
const patience = { timeout: 300_000 };
const names = ['claude', 'codex', 'gemini'] as const;
type Name = (typeof names)[number];

const policy = `
agents:
  claude: { driver: cli }
  codex: { driver: cli }
  gemini: { driver: cli }
  spare: { driver: acp, via: gemini, role: codex }
reviewer_matrix:
  '*': { primary: claude, escalate: human }
`;

interface Reviewed extends Ran {
  readonly document: ReviewDocument;
  readonly stubs: Readonly<Record<Name, ModelStub>>;
}

/** `review --panel claude,codex,gemini`, each a real client whose model answers as its part says; by default well. */
async function review(context: TestContext, parts: Partial<Record<Name, Behaviour>>): Promise<Reviewed> {
  for (const name of names) {
    const program = installed(name);
    if ('absent' in program) context.skip(program.absent);
  }
  const stub = (name: Name): Promise<ModelStub> =>
    startModelStub({ calls: [], end: { say: (prompt) => act(parts[name] ?? 'well', prompt).stdout } });
  const stubs = { claude: await stub('claude'), codex: await stub('codex'), gemini: await stub('gemini') };
  const seated = names.map((name) => [name, seatedVendor(name, stubs[name].url)] as const);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-config-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const each of Object.values(stubs)) await each.close();
  });
  const file = join(folder, 'config.yaml');
  const agents = Object.fromEntries(seated.map(([name, { own }]) => [name, own]));
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ agents }), { mode: 0o600 });
  const on = new Project().commit('chore: begin', { 'README.md': '# Sums\n', '.countersign/policy.yaml': policy });
  on.commit('feat: add', cleanChange);
  const keys = seated.flatMap(([, { env }]) => Object.entries(env).filter(([key]) => key !== 'PATH' && key !== 'HOME'));
  const env = { ...Object.fromEntries(keys), COUNTERSIGN_CONFIG: file };
  const ran = await on.run(['review', '--panel', names.join(','), '--json'], env);
  return { ...ran, document: JSON.parse(ran.stdout) as ReviewDocument, stubs };
}

const ofAgents = ({ opinions }: ReviewDocument) => opinions.filter(({ seat }) => seat.driver !== 'embedded');

describe('agents of three makers in one panel', () => {
  it('that all approve: approved', patience, async (context) => {
    const { code, stderr, document, stubs } = await review(context, {});
    expect(ofAgents(document), stderr).toMatchObject(
      names.map((role) => ({ seat: { role, driver: 'cli' }, verdict: 'approved', confidence: 95 })),
    );
    expect([code, document.decision?.outcome]).toEqual([0, 'approved']);
    for (const { heard, faults } of Object.values(stubs)) {
      expect(faults).toEqual([]);
      expect(heard.some(({ conversation }) => conversation.prompt.includes('return a + b;'))).toBe(true);
    }
  });

  it('one of which has no quota: the next one takes its seat, and that is seen', patience, async (context) => {
    const { code, stderr, document } = await review(context, { codex: 'quota-calmly' });
    expect(ofAgents(document), stderr).toMatchObject([
      { seat: { role: 'claude' }, verdict: 'approved' },
      {
        seat: { role: 'codex', agent: 'spare', driver: 'acp' },
        verdict: 'approved',
        inPlaceOf: [{ seat: { role: 'codex', driver: 'cli' }, failure: { kind: 'quota' } }],
      },
      { seat: { role: 'gemini' }, verdict: 'approved' },
    ]);
    expect([code, document.decision?.outcome]).toEqual([0, 'approved']);
    expect(stderr.replaceAll(/\s+/gu, ' ')).toMatch(/codex@cli: quota: .*; codex\/spare@acp takes the seat/u);
    const answered = document.decision?.rules.find(({ id }) => id === 'seats.answered');
    expect(answered?.reason).toContain('codex/spare@acp in place of codex@cli (quota)');
  });

  it('one of which obeys a text of the change: inconclusive', patience, async (context) => {
    const { code, stderr, document } = await review(context, { gemini: 'injected' });
    expect(ofAgents(document), stderr).toMatchObject([
      { seat: { role: 'claude' }, verdict: 'approved' },
      { seat: { role: 'codex' }, verdict: 'approved' },
      { seat: { role: 'gemini' }, verdict: 'inconclusive', confidence: 0, failure: { kind: 'unreadable' } },
    ]);
    expect([code, document.decision?.outcome]).toEqual([4, 'inconclusive']);
  });
});
