import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Behaviour } from '../../src/adapters/drivers/fake/behaviour.js';
import type { ReviewDocument } from '../../src/application/queries/document.js';
import { cleanChange } from '../kit/clean-change.js';
import { fakeAgents } from '../kit/agent-configuration.js';
import { Project } from '../kit/project.js';

const fake = resolve('dist/main/fake-agent.js');

/** A change that the embedded reviewers have nothing against, under the policy of its base. */
function project(policy?: string, more: Readonly<Record<string, string>> = {}): Project {
  const on = new Project();
  const files = policy === undefined ? {} : { '.countersign/policy.yaml': policy };
  on.commit('chore: begin', { 'README.md': '# Sums\n', ...files });
  return on.commit('feat: add', { ...cleanChange, ...more });
}

async function review(on: Project, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const ran = await on.run(['review', ...args, '--json'], env);
  return { ...ran, document: JSON.parse(ran.stdout) as ReviewDocument };
}

const ofAgents = ({ opinions }: ReviewDocument) => opinions.filter(({ seat }) => seat.driver !== 'embedded');
const rule = ({ decision }: ReviewDocument, id: string) => decision?.rules.find((each) => each.id === id);

const assigned = `
agents:
  helper:
    driver: command
  spare:
    driver: command
    role: helper
reviewer_matrix:
  '*':
    primary: helper
`;

describe('an agent that the policy assigns', () => {
  it('gives an opinion, and its approval approves', async () => {
    const { code, document } = await review(project(assigned), fakeAgents({ helper: 'well' }));
    expect([code, document.decision?.outcome, document.review.reviewer]).toEqual([0, 'approved', 'helper']);
    expect(ofAgents(document)).toMatchObject([{ seat: { role: 'helper', driver: 'command' }, verdict: 'approved' }]);
  });

  it('objects, at file and line', async () => {
    const { code, document } = await review(project(assigned), fakeAgents({ helper: 'objects' }));
    expect([code, document.decision?.outcome]).toEqual([1, 'changes_requested']);
    expect(document.findings).toMatchObject([{ file: 'src/sum.ts', line: 1, agreement: 'only' }]);
  });

  it('judges what no embedded reviewer can read', async () => {
    const java = { 'src/Sum.java': 'class Sum {\n  int sum(int a, int b) { return a + b; }\n}\n' };
    const { code, document } = await review(project(assigned, java), fakeAgents({ helper: 'well' }));
    expect(document.opinions.some(({ verdict }) => verdict === 'inconclusive')).toBe(true);
    expect([code, document.decision?.outcome]).toEqual([0, 'approved']);
  });

  it.each<[Behaviour, string]>([
    ['injected', 'unreadable'],
    ['half', 'unreadable'],
    ['crash', 'crashed'],
  ])('that answers %s decides nothing: exit 4', async (behaviour, kind) => {
    const { code, document } = await review(project(assigned), fakeAgents({ helper: behaviour }));
    expect([code, document.decision?.outcome]).toEqual([4, 'inconclusive']);
    expect(ofAgents(document)).toMatchObject([{ failure: { kind } }]);
  });

  it('without quota hands its seat on, and the report says so', async () => {
    const on = project(assigned);
    const { code, document } = await review(on, fakeAgents({ helper: 'quota', spare: 'well' }));
    expect(code).toBe(0);
    expect(ofAgents(document)).toMatchObject([
      { seat: { agent: 'spare' }, inPlaceOf: [{ seat: { role: 'helper' }, failure: { kind: 'quota' } }] },
    ]);
    expect(rule(document, 'seats.answered')?.reason).toContain(
      'helper/spare@command in place of helper@command (quota)',
    );
    expect((await on.run(['show'])).stdout).toMatch(/in place of helper@command/u);
  });

  it('that the user has not configured is not there: exit 4, and the report says where to', async () => {
    const { code, document } = await review(project(assigned), fakeAgents({}));
    expect(code).toBe(4);
    expect(ofAgents(document)[0]?.failure).toMatchObject({ kind: 'not_installed' });
    expect(ofAgents(document)[0]?.failure?.detail).toContain('agents.spare.run in ');
  });

  it('has no seat when it made the change', async () => {
    const { code, document } = await review(project(assigned), fakeAgents({ helper: 'well' }), '--creator', 'helper');
    expect(code).not.toBe(0);
    expect(ofAgents(document)).toEqual([]);
  });
});

describe('--panel', () => {
  it('asks several at once, and one that fails hides no other', async () => {
    const env = fakeAgents({ one: 'well', two: 'objects', three: 'half' });
    const { code, document } = await review(project(), env, '--panel', 'one,two,three,embedded');
    expect(code).toBe(1);
    expect(ofAgents(document).map(({ seat, verdict }) => [seat.agent, verdict])).toEqual([
      ['one', 'approved'],
      ['two', 'changes_requested'],
      ['three', 'inconclusive'],
    ]);
    expect(rule(document, 'seats.answered')?.result).toBe('unsatisfied');
  });

  it('refuses a name that nobody bears, and lists those who can be asked', async () => {
    const { code, stderr } = await project().run(['review', '--panel', 'nobody'], fakeAgents({ one: 'well' }));
    expect(code).toBe(2);
    expect(stderr).toMatch(/nobody called nobody/u);
    expect(stderr).toMatch(/claude.*\bone\b/su);
  });

  it('whom the policy does not know may object, and approves nothing', async () => {
    const needsJudgement =
      "criteria:\n  '*':\n    required:\n      is_kind:\n        description: It is kind\nreviewer_matrix:\n  '*':\n    primary: auditor\n    escalate: human\n";
    const on = project(needsJudgement);
    const approving = await review(on, fakeAgents({ one: 'well' }), '--panel', 'one');
    expect(approving.document.decision?.outcome).toBe('inconclusive');
    expect(rule(approving.document, 'standards.criteria_checked')?.reason).toContain('is_kind');
    const objecting = await review(on, fakeAgents({ one: 'objects' }), '--panel', 'one');
    expect(objecting.document.decision?.outcome).toBe('changes_requested');
  });
});

describe('nothing of the repository runs', () => {
  it('neither as a program in PATH nor as a configuration', async () => {
    const on = project(assigned);
    const trap = '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n';
    on.write({ 'node_modules/.bin/claude': trap, 'config.yaml': 'agents: {}\n' });
    chmodSync(join(on.directory, 'node_modules/.bin/claude'), 0o755);
    const PATH = `${join(on.directory, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
    await on.run(['review', '--panel', 'claude'], { PATH, ...fakeAgents({ helper: 'well' }) });
    expect(on.git('status', '--porcelain')).not.toContain('ran');
    const inside = await on.run(['review'], { COUNTERSIGN_CONFIG: join(on.directory, 'config.yaml') });
    expect(inside.code).toBe(2);
    expect(inside.stderr).toMatch(/which is under\s+review/u);
  });

  it('and no agent gets the token or the environment of the caller', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-spy-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'out'));
    const spy = {
      run: ['/bin/sh', '-c', `cat > ${folder}/out/prompt; env > ${folder}/out/env; pwd > ${folder}/out/cwd`],
    };
    const on = project(assigned);
    await on.run(['review'], {
      ...fakeAgents({ helper: spy }),
      DATABASE_URL: 'secret',
      NODE_OPTIONS: '--no-warnings',
    });
    const env = readFileSync(join(folder, 'out/env'), 'utf8');
    expect(env).not.toMatch(/COUNTERSIGN(?!_SEAT=1$)|DATABASE_URL|NODE_OPTIONS/mu);
    expect(readFileSync(join(folder, 'out/cwd'), 'utf8')).not.toContain(on.directory);
    expect(readFileSync(join(folder, 'out/prompt'), 'utf8')).toContain('return a + b;');
  });
});

describe('a reviewer at work', () => {
  it('can call no review, and answer none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-within-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const on = project(assigned);
    const within = (...words: readonly string[]): string =>
      `${process.execPath} '${resolve('dist/main/countersign.js')}' -C ${on.directory} ${words.join(' ')}`;
    const calls = `${within('review', '--panel', 'helper')} 2>${folder}/review; ${within('mcp')} </dev/null 2>${folder}/mcp`;
    const recursive = { run: ['/bin/sh', '-c', `${calls}; exec ${process.execPath} '${fake}' well`] };
    const { document } = await review(on, fakeAgents({ helper: recursive }));
    expect(ofAgents(document)).toMatchObject([{ verdict: 'approved' }]);
    for (const file of ['review', 'mcp'])
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/a reviewer at work cannot run/u);
    expect((JSON.parse((await on.run(['list', '--json'])).stdout) as { reviews: unknown[] }).reviews).toHaveLength(1);
  });

  it('that tells a credential leaves none in the record', async () => {
    // Made here, so that no tool takes this file for one that holds a credential.
    const token = ['gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
    const on = project(assigned);
    const telling = { run: ['/bin/sh', '-c', `cat >/dev/null; echo 'I found ${token} and say no more.'`] };
    await review(on, fakeAgents({ helper: telling }));
    const kept = readdirSync(join(on.directory, '.git/countersign'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    expect(kept.some((text) => text.includes('I found [redacted] and say no more.'))).toBe(true);
    expect(kept.some((text) => text.includes(token))).toBe(false);
  });
});

describe('doctor --agents', () => {
  interface Check {
    readonly name: string;
    readonly state: string;
    readonly detail: string;
    readonly remedy?: string;
  }

  /** A program in a directory of PATH that prints what it is told. */
  function inPath(name: string, says: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-path-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
    return folder;
  }

  async function checks(on: Project, env: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Check>> {
    const { stdout } = await on.run(['doctor', '--agents', '--json'], env);
    const { checks: all } = JSON.parse(stdout) as { readonly checks: readonly Check[] };
    return new Map(all.map((check) => [check.name, check]));
  }

  it('says whom one can ask from here, and why not whom', async () => {
    const on = project();
    on.write({ 'bin/codex': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n' });
    chmodSync(join(on.directory, 'bin/codex'), 0o755);
    const flags = '--print --output-format --setting-sources --strict-mcp-config --permission-mode --tools';
    const folders = [inPath('claude', `9.8.7 ${flags}`), inPath('gemini', '0.1.0 --output-format --acp')];
    const PATH = [...folders, join(on.directory, 'bin'), '/usr/bin', '/bin'].join(':');
    const found = await checks(on, { PATH, ...fakeAgents({ mine: 'well', gone: { run: ['/no/such/program'] } }) });
    expect(found.get('agent claude')).toMatchObject({ state: 'ok', detail: 'claude 9.8.7, driver cli' });
    expect(found.get('agent gemini')?.detail).toMatch(/gemini 0\.1\.0 lacks --approval-mode, .* update it/u);
    expect(found.get('agent gemini-acp')?.detail).toMatch(/gemini 0\.1\.0 lacks --approval-mode, .* update it/u);
    expect(found.get('agent codex')?.detail).toMatch(/codex is not in PATH outside of the repository/u);
    expect(found.get('agent mine')).toMatchObject({ state: 'ok', detail: 'mine, driver command' });
    expect(found.get('agent gone')).toMatchObject({ state: 'warning', detail: '/no/such/program does not exist' });
    expect(found.get('agent gone')?.remedy).toContain('agents.gone in ');
    expect(existsSync(join(on.directory, 'bin/ran'))).toBe(false);
  });

  it('names a fake one that can be started as it says', async () => {
    const detail = (await checks(project(), fakeAgents({}))).get('fake agents')?.detail ?? '';
    const [, node = '', program = ''] = /run: \[(.+?), (.+?), BEHAVIOUR\]/u.exec(detail) ?? [];
    expect(execFileSync(node, [program, 'well'], { input: '', encoding: 'utf8' })).toContain('"verdict":"approved"');
    expect(detail).toContain('asks-for-more');
  });

  it('asks nobody without the flag, and explains a configuration that is not to be used', async () => {
    const on = project();
    const { stdout } = await on.run(['doctor', '--json'], fakeAgents({ mine: 'well' }));
    expect(stdout).not.toContain('agent mine');
    on.write({ 'config.yaml': 'agents: {}\n' });
    const found = await checks(on, { COUNTERSIGN_CONFIG: join(on.directory, 'config.yaml') });
    expect(found.get('agents')).toMatchObject({ state: 'problem' });
  });
});

describe('prompts of the project', () => {
  const path = '.countersign/prompts/review-task.md';

  it('replace the built-in ones, from the base alone', async () => {
    const own = 'OURS\n{{fence}}\n{{inventory}}\n{{criteria}}\n{{change}}\n{{answer}}\n';
    const on = new Project().commit('chore: begin', { '.countersign/policy.yaml': assigned, [path]: own });
    on.commit('feat: add', cleanChange);
    const { document } = await review(on, fakeAgents({ helper: 'well' }));
    expect(ofAgents(document)).toMatchObject([{ verdict: 'approved' }]);
  });

  it('that could not do their work are refused with every problem', async () => {
    const on = new Project().commit('chore: begin', { '.countersign/policy.yaml': assigned, [path]: 'Say yes.\n' });
    on.commit('feat: add', { 'src/sum.ts': cleanChange['src/sum.ts'] });
    const { code, stderr } = await on.run(['review'], fakeAgents({ helper: 'well' }));
    expect(code).toBe(2);
    expect(stderr).toMatch(/\{\{change\}\} is missing/u);
  });
});
