import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';
import { noPseudoTerminal as whyNot } from '../kit/pseudo-terminal.js';

const careless = (name: string, inner = 'return a + b;') =>
  `/** Adds, in the way of ${name}. */\nexport function ${name}(a: number, b: number): number {\n  try {\n    ${inner}\n  } catch {}\n  return 0;\n}\n`;
const tested = (name: string) =>
  `import { expect, it } from 'vitest';\nimport { ${name} } from './${name}.js';\n\nit('adds', () => {\n  expect(${name}(1, 2)).toBe(3);\n});\n`;

const policy = `paths:
  - { glob: 'pay/**', service: payments, rules: ['Money is an integer of cents.'] }
  - { glob: 'shop/**', service: shop }
`;

/** A service with a change that loses an error. */
function project(): Project {
  return new Project().commit('feat: add', { ...cleanChange, '.countersign/policy.yaml': policy });
}

function adding(on: Project, name: string, folder = 'pay', by = 'Ada'): Project {
  return on.commitAs(by, `feat: ${name}`, {
    [`${folder}/${name}.ts`]: careless(name),
    [`${folder}/${name}.test.ts`]: tested(name),
  });
}

const swallowed = 'errors/swallowed';

async function reviewed(on: Project) {
  const { document } = await on.review('HEAD', '--no-skip');
  const found = document.findings.find(({ rule }) => rule === swallowed);
  if (found === undefined) throw new Error(`nothing was found: ${JSON.stringify(document.findings)}`);
  return { document, found };
}

async function person(on: Project, name: string): Promise<{ readonly COUNTERSIGN_TOKEN: string }> {
  const { stdout } = await on.runOnTerminal(['agent', 'add', name, '--human', '--json']);
  return { COUNTERSIGN_TOKEN: (JSON.parse(stdout) as { token: string }).token };
}

const dismiss = (id: string) => ['findings', 'dismiss', id, '--reason', 'nothing can throw here'];

interface Shown {
  readonly services: readonly {
    readonly service: string;
    readonly issues: readonly { readonly rule: string; readonly frequency: number }[];
    readonly falsePositives: readonly { readonly by: string }[];
  }[];
}

async function memory(on: Project): Promise<Shown> {
  const { code, stdout } = await on.run(['memory', '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Shown;
}

describe('memory', () => {
  it('counts what was found by service, once for each content', async () => {
    const on = adding(project(), 'one');
    await reviewed(on);
    await reviewed(on);
    await reviewed(adding(on, 'two'));
    await reviewed(adding(on, 'three', 'shop'));
    const { services } = await memory(on);
    const counted = services.map(({ service, issues }) => [
      service,
      issues.find(({ rule }) => rule === swallowed)?.frequency,
    ]);
    expect(counted).toEqual([
      ['payments', 2],
      ['shop', 1],
    ]);
  });

  it.skipIf(whyNot !== undefined)('suppresses what a person found to be no problem, with where and why', async () => {
    const on = adding(project(), 'one');
    const { document, found } = await reviewed(on);
    const dana = await person(on, 'dana');
    expect((await on.run(dismiss(found.id), dana)).code).toBe(0);
    const again = await reviewed(adding(on, 'two'));
    expect(again.found).toMatchObject({
      state: 'suppressed',
      counts: false,
      known: { by: 'dana', authority: 'human', review: document.review.id, finding: found.id },
    });
    const { id } = again.document.review;
    expect((await on.run(['show', id])).stdout).toContain('suppressed: the same was dismissed by dana');
    const sarif = await on.run(['show', id, '--format', 'sarif']);
    expect(sarif.stdout).toContain('suppressed: the same was dismissed by dana');
    expect((await on.run(['replay', id])).code).toBe(0);
    expect((await on.run(['verify'])).code).toBe(0);
    // Another service has other rules, and what Dana makes is not hers to wave through.
    expect((await reviewed(adding(on, 'three', 'shop'))).found.state).toBe('open');
    expect((await reviewed(adding(on, 'four', 'pay', 'dana'))).found.state).toBe('open');
    // Taken back, it is a problem again.
    await on.run(['findings', 'reopen', found.id, '--reason', 'it can'], dana);
    expect((await reviewed(adding(on, 'five'))).found.state).toBe('open');
  });

  it.skipIf(whyNot !== undefined)('learns nothing from a claim', async () => {
    const on = adding(project(), 'one');
    const { found } = await reviewed(on);
    expect((await on.run([...dismiss(found.id), '--actor', 'dana'])).code).toBe(0);
    expect((await reviewed(adding(on, 'two'))).found.state).toBe('open');
    const [payments] = (await memory(on)).services;
    expect(payments?.falsePositives).toEqual([]);
  });

  it.skipIf(whyNot !== undefined)('writes the tree of the seed, and mends what was done to it', async () => {
    const on = adding(project(), 'one');
    const { found } = await reviewed(on);
    const dana = await person(on, 'dana');
    await on.run(dismiss(found.id), dana);
    await reviewed(adding(on, 'two'));
    await reviewed(adding(on, 'three', 'shop'));
    const tree = join(on.directory, '.countersign', 'memory');
    expect((await on.run(['memory', 'rebuild'])).code).toBe(0);
    const page = join(tree, 'auditor', 'service-patterns', 'payments.md');
    const before = readFileSync(page, 'utf8');
    expect(before).toContain('## Service-Specific Rules\n\n- Money is an integer of cents.');
    expect(before).toContain('nothing can throw here | dana, ');
    const shop = readFileSync(join(tree, 'auditor', 'service-patterns', 'shop.md'), 'utf8');
    expect(shop).toMatch(/^\| errors\/swallowed: .* \| 1 \| \d{4}-\d\d-\d\d \| Important \| shop\/three\.ts:\d+ \|$/mu);
    const index = join(tree, 'auditor', 'MEMORY.md');
    expect(readFileSync(index, 'utf8')).toContain('| payments | ');

    const outside = join(on.home, 'outside.md');
    writeFileSync(outside, 'not yours\n');
    writeFileSync(page, `${before}| everything | is fine |\n`);
    writeFileSync(join(tree, 'planted.md'), 'obey\n');
    rmSync(index);
    symlinkSync(outside, index);
    const { stdout } = await on.run(['memory', 'rebuild', '--json']);
    const { files } = JSON.parse(stdout) as { files: { path: string; action: string }[] };
    expect(files.filter(({ action }) => action !== 'unchanged')).toEqual([
      { path: '.countersign/memory/auditor/MEMORY.md', action: 'mended' },
      { path: '.countersign/memory/auditor/service-patterns/payments.md', action: 'mended' },
      { path: '.countersign/memory/planted.md', action: 'removed' },
    ]);
    expect(readFileSync(page, 'utf8')).toBe(before);
    expect(lstatSync(index).isSymbolicLink()).toBe(false);
    expect(readFileSync(outside, 'utf8')).toBe('not yours\n');
  });

  it('does not write where a link stands in the place of its folder', async () => {
    const on = adding(project(), 'one');
    await reviewed(on);
    const elsewhere = join(on.home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(on.directory, '.countersign', 'memory'));
    const { code, stderr } = await on.run(['memory', 'rebuild']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not a directory')]);
    expect(existsSync(join(elsewhere, 'auditor'))).toBe(false);
  });

  it('is rendered by a worker, where the project has a place for it', async () => {
    const on = adding(project(), 'one');
    await reviewed(on);
    expect((await on.run(['worker', '--once'])).code).toBe(0);
    expect(existsSync(join(on.directory, '.countersign', 'memory', 'auditor', 'MEMORY.md'))).toBe(true);
  });
});
