import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Project } from '../kit/project.js';

const hook = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(2, 'loads ' + url + '\\n');
    return next(url, context);
  }`;
const asUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
const trace = asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(hook))});`);

/** What a command that reads rows has no use for. */
const heavy =
  /^src\/(application\/(gate|run|peer)\/(?!record)|adapters\/(analyzers|drivers|gate-files|policy-file|git\/open-))\b/;

/** Files opened, packages included. A command's start is mostly that: the 110 modules of `list` took a sixth longer than the files they are bundled in. */
const most = 75;

/** Sources in each file of the program, as the bundler says. */
const bundled = new Map(
  Object.entries(JSON.parse(readFileSync('build/bundled.json', 'utf8')) as Readonly<Record<string, readonly string[]>>),
);

describe('modules that a command loads', () => {
  let remove: () => void;
  const project = new Project((over) => (remove = over));
  beforeAll(async () => {
    project.commit('feat: one', { 'a.ts': 'export const one = 1;\n' });
    await project.run(['review', '--quiet']);
  });
  afterAll(() => remove());

  test.each(['list', 'inbox', 'gate list', 'explain', 'log'])('%s: the store and its own words', async (command) => {
    const { stderr } = await project.run(command.split(' '), { NODE_OPTIONS: `--import ${trace}` });
    const own = stderr.split('\n').filter((line) => line.startsWith('loads ') && line.includes('/dist/'));
    const modules = own.flatMap((line) => bundled.get(basename(line)) ?? []);
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.filter((module) => heavy.test(module))).toEqual([]);
    expect(own.length).toBeLessThanOrEqual(most);
  });
});

test.each(['explain nosuch', 'log nosuch'])(
  '%s is answered where there is no store, and makes none',
  async (command) => {
    const project = new Project().commit('feat: one', { 'a.ts': 'export const one = 1;\n' });
    const { code, stderr } = await project.run(command.split(' '));
    expect(code).toBe(2);
    expect(stderr).toContain('not found: ');
    expect(existsSync(join(project.directory, '.git', 'countersign'))).toBe(false);
  },
);
