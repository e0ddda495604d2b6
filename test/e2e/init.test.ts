import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Project } from '../kit/project.js';

const agents = ['claude-code', 'codex', 'copilot', 'cursor', 'gemini', 'opencode', 'qwen'];
const everyAgent = agents.flatMap((agent) => ['--agent', agent]);

it('init registers the server with every agent, once, and says what it did', async () => {
  const project = new Project();
  expect(await init(project, ...everyAgent, '--dry-run')).toMatchObject({ dryRun: true });
  expect(project.git('status', '--porcelain')).toBe('');
  const first = await init(project, ...everyAgent);
  expect(first.files.map(({ path, action }) => `${action} ${path}`)).toEqual([
    'created .countersign/policy.yaml',
    'created .countersign/.gitignore',
    'created .mcp.json',
    'created .codex/config.toml',
    'created .github/mcp.json',
    'created .cursor/mcp.json',
    'created .gemini/settings.json',
    'created opencode.json',
    'created .qwen/settings.json',
  ]);
  for (const { path, preview } of first.files) expect(text(project, path)).toBe(preview);
  const second = await init(project, ...everyAgent);
  expect(new Set(second.files.map(({ action }) => action))).toEqual(new Set(['unchanged']));
});

it('init adds to what is there, shows only the difference, and uses the file that the user has', async () => {
  const theirs = '{\n  // ours\n  "theme": "system",\n  "mcp": {}\n}\n';
  const project = new Project().write({ 'opencode.jsonc': theirs });
  const shown = await project.run(['init', '--agent', 'opencode', '--dry-run']);
  expect(shown.stdout).toContain('opencode.jsonc: would be changed');
  expect(shown.stdout).toContain('  | +    "countersign": {');
  expect(shown.stdout).toContain('countersign init --agent opencode');
  expect(text(project, 'opencode.jsonc')).toBe(theirs);
  const mode = statSync(join(project.directory, 'opencode.jsonc')).mode;
  await init(project, '--agent', 'opencode');
  expect(text(project, 'opencode.jsonc')).toMatch(
    /^\{\n {2}\/\/ ours\n {2}"theme": "system",\n {2}"mcp": \{\n {4}"countersign"/u,
  );
  expect(statSync(join(project.directory, 'opencode.jsonc')).mode).toBe(mode);
});

it('init writes nothing at all when one file is malformed or leads elsewhere', async () => {
  const project = new Project().write({ '.gemini/settings.json': '{ "mcpServers": {' });
  const malformed = await project.run(['init', '--agent', 'claude-code', '--agent', 'gemini', '--json']);
  expect([malformed.code, JSON.parse(malformed.stdout)]).toEqual([
    2,
    expect.objectContaining({
      code: 'config_unreadable',
      problems: [expect.objectContaining({ file: '.gemini/settings.json', line: 1 })],
    }),
  ]);
  mkdirSync(join(project.directory, 'elsewhere'));
  symlinkSync('elsewhere', join(project.directory, '.codex'));
  const link = await project.run(['init', '--agent', 'codex', '--json']);
  expect([link.code, JSON.parse(link.stdout)]).toEqual([2, expect.objectContaining({ code: 'in_the_way' })]);
  expect(project.git('status', '--porcelain')).toBe('?? .codex\n?? .gemini/\n');
});

it('init refuses a policy that does not hold, names every mistake, and changes nothing', async () => {
  const project = new Project().write({ '.countersign/policy.yaml': 'version: 1\nstandards: [\n' });
  const { code, stdout, stderr } = await project.run(['init', '--agent', 'gemini']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/policy\.yaml cannot be used as policy[\s\S]*countersign policy validate/u);
  expect(project.git('status', '--porcelain', '-uall').trim()).toBe('?? .countersign/policy.yaml');
  const json = await project.run(['init', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ code: 'policy_invalid' });
});

interface Report {
  readonly dryRun: boolean;
  readonly files: readonly { readonly path: string; readonly action: string; readonly preview: string }[];
}

async function init(project: Project, ...args: readonly string[]): Promise<Report> {
  const { code, stdout, stderr } = await project.run(['init', ...args, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Report;
}

function text(project: Project, path: string): string {
  return readFileSync(join(project.directory, path), 'utf8');
}
