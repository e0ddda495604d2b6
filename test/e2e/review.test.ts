import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanChange } from '../kit/clean-change.js';
import { Project } from '../kit/project.js';

const sum = cleanChange['src/sum.ts'];
const sumTest = cleanChange['src/sum.test.ts'];
const difference = sum.replace('Adds', 'Subtracts').replace('sum', 'difference').replace('a + b', 'a - b');
const differenceTest = sumTest
  .replaceAll('sum', 'difference')
  .replace('adds', 'subtracts')
  .replace('(1, 2)).toBe(3)', '(3, 2)).toBe(1)');

function project(): Project {
  return new Project().commit('feat: add', cleanChange);
}

/** Digest and time of everything a review must not touch: HEAD, refs, index and every file of the worktree. */
function untouchable({ directory }: Project): Record<string, string> {
  const seen: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (path === join(directory, '.git', 'countersign')) continue;
      if (entry.isDirectory()) walk(path);
      else {
        const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
        // Git sets the time of an object that it finds to exist already; its content cannot change.
        const time = path.includes('/.git/objects/') ? '' : statSync(path).mtimeMs;
        seen[path] = `${time} ${digest}`;
      }
    }
  };
  walk(directory);
  return seen;
}

describe('a store that is named and not there', () => {
  it.each([['list'], ['show', 'A'], ['findings'], ['log'], ['verify'], ['replay'], ['metrics']])(
    'is told to whoever asks: %s',
    async (...argv) => {
      const on = project();
      const home = join(on.directory, 'hoem');
      const { code, stderr } = await on.run(argv, { COUNTERSIGN_HOME: home });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`COUNTERSIGN_HOME names ${home}`) as string,
      });
      expect(existsSync(home)).toBe(false);
    },
  );

  it('is a warning of the doctor', async () => {
    const on = project();
    const { stdout } = await on.run(['doctor'], { COUNTERSIGN_HOME: join(on.directory, 'hoem') });
    expect(stdout).toContain('warning  store: COUNTERSIGN_HOME names');
  });

  it('is made by a review, and then answers', async () => {
    const on = project();
    const env = { COUNTERSIGN_HOME: join(on.directory, '.git', 'kept-here') };
    expect((await on.run(['review', '--quiet'], env)).code).toBe(0);
    expect((await on.run(['list'], env)).stdout).toContain('approved');
  });
});

describe('exit codes (SPEC 4)', () => {
  it('0: approved', async () => {
    const on = project().commit('feat: subtract', {
      'src/difference.ts': difference,
      'src/difference.test.ts': differenceTest,
    });
    const { code, document } = await on.review();
    expect(document.decision?.rules.filter(({ result }) => result === 'unsatisfied')).toEqual([]);
    expect([code, document.decision?.outcome]).toEqual([0, 'approved']);
    expect(document.change.files.map(({ coverage }) => coverage)).toEqual(['reviewed', 'reviewed']);
  });

  it('0: skipped by rule, which is not "approved"', async () => {
    const on = project().commit('docs: say more', { 'README.md': '# Sums\n\nAdds numbers.\n' });
    const { code, document } = await on.review();
    expect([code, document.decision?.outcome, document.review.status]).toEqual([0, 'skipped', 'skipped']);
  });

  it('1: changes requested, with the finding at file and line', async () => {
    const on = project().commit('feat: be lenient', {
      'src/sum.ts': sum.replace('  return a + b;', '  try {\n    return a + b;\n  } catch {}\n  return 0;'),
    });
    const { code, document } = await on.review();
    expect([code, document.decision?.outcome]).toEqual([1, 'changes_requested']);
    expect(document.findings).toContainEqual(
      expect.objectContaining({ rule: 'errors/swallowed', file: 'src/sum.ts', line: 5, quote: '  } catch {}' }),
    );
  });

  it.each<[string, readonly string[], string]>([
    ['an unknown revision', ['review', 'no-such-branch'], 'no-such-branch'],
    ['an empty range', ['review', 'HEAD..HEAD'], 'HEAD..HEAD'],
    ['nothing staged', ['review', '--staged'], 'git add'],
    ['nothing changed', ['review', '--worktree'], 'Nothing is changed'],
    ['an empty scope', ['review', '--scope', ''], '--scope is empty'],
    ['help for no command', ['help', 'nope'], "unknown command 'nope'"],
    ['options that contradict', ['review', '--staged', '--worktree'], '--staged'],
    ['an unknown command', ['reveiw'], 'review'],
  ])('2: %s', async (_name, args, words) => {
    const { code, stdout, stderr } = await project().run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('2: not a repository, and no store is made', async () => {
    const on = project();
    const { code, stderr } = await on.run(['review', '-C', '/']);
    expect(code).toBe(2);
    expect(stderr).toContain('git repository');
  });

  it('2: a token that proves nobody', async () => {
    const { code, stdout, stderr } = await project().run(['review'], { COUNTERSIGN_TOKEN: 'bogus' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('COUNTERSIGN_TOKEN belongs to nobody here');
    expect(stderr).not.toContain('bogus');
  });

  it('doctor outside of a repository says so once, without the words of git', async () => {
    const { code, stdout } = await project().run(['doctor', '-C', '/', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; detail: string }[] };
    expect([code, checks.filter(({ state }) => state === 'problem')]).toEqual([
      1,
      [expect.objectContaining({ name: 'repository', detail: '/ is not inside a git repository.' })],
    ]);
    expect(stdout).not.toContain('fatal');
  });

  it('2: letters that begin several ids, each listed', async () => {
    const on = project();
    const ids = [(await on.review('HEAD')).document.review.id, (await on.review('HEAD')).document.review.id];
    const { code, stderr } = await on.run(['show', '01']);
    expect(code).toBe(2);
    expect(stderr).toContain('"01" begins the ids of 2:');
    for (const id of ids) expect(stderr).toMatch(new RegExp(`^  ${id}  approved  commit `, 'mu'));
  });

  it('2: a broken policy at the base, every mistake with its line', async () => {
    const on = project()
      .commit('chore: policy', {
        '.countersign/policy.yaml': 'enabeld: true\nstandards:\n  approve:\n    min_confidence: 900\n',
      })
      .commit('feat: more', { 'src/difference.ts': difference });
    const { code, stderr } = await on.run(['review']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/policy\.yaml:1:1/u);
    expect(stderr).toMatch(/policy\.yaml:4/u);
    expect(stderr).toContain('enabled');
  });

  it('2: a change that would bring a policy nobody can use is not approved', async () => {
    const on = project().commit('chore: policy', { '.countersign/policy.yaml': 'protocl: standards\n' });
    const { code, stderr } = await on.run(['review']);
    expect([code, stderr.includes('protocol'), stderr.includes('brings it')]).toEqual([2, true, true]);
  });

  it('2: broken policies at both ends, the mistakes of each', async () => {
    const on = project()
      .commit('chore: policy', { '.countersign/policy.yaml': 'protocl: standards\n' })
      .commit('chore: more', { '.countersign/policy.yaml': 'protocl: standards\nenabled: maybe\n' });
    const { code, stderr } = await on.run(['review']);
    const said = stderr.replaceAll(/\s+/gu, ' ');
    expect(code).toBe(2);
    expect(said).toMatch(/policy\.yaml:1:1 protocl: at the base and in the change: /u);
    expect(said).toMatch(/policy\.yaml:2:10 enabled: in the change: /u);
    expect(said.match(/policy\.yaml:1:1/gu)).toHaveLength(1);
  });

  it('3: waiting for a person whom the policy asks', async () => {
    const on = project()
      .commit('chore: policy', { '.countersign/policy.yaml': "reviewer_matrix:\n  '*':\n    primary: human\n" })
      .commit('feat: subtract', { 'src/difference.ts': difference, 'src/difference.test.ts': differenceTest });
    const { code, document } = await on.review();
    expect([code, document.decision?.outcome, document.review.status]).toEqual([3, 'escalated', 'escalated']);
  });

  it('3: the repair of a policy that nobody can use, under the default policy, by a person', async () => {
    const on = project().commit('chore: policy', { '.countersign/policy.yaml': 'protocl: standards\n' });
    expect((await on.commit('docs: more', { 'notes.md': '# Notes\n' }).run(['review'])).code).toBe(2);
    on.commit('fix: policy', { '.countersign/policy.yaml': 'protocol: standards\nenabled: false\n' });
    const { code, document } = await on.review('HEAD');
    expect([code, document.decision?.outcome, document.review.type]).toEqual([3, 'escalated', 'policy_change']);
    expect(document.review.policy.source).toBe('default');
    expect(document.decision?.rules).toContainEqual({
      id: 'policy.base_usable',
      result: 'unsatisfied',
      reason: expect.stringContaining('1 mistake') as string,
    });
    expect((await on.run(['show'])).stdout).toMatch(/^ESCALATED[^]*policy of the base revision cannot be used/u);
    on.git('rm', '--quiet', '-r', '.countersign');
    on.git('commit', '--quiet', '-m', 'fix: no policy');
    expect((await on.review('HEAD~2..HEAD')).document.decision?.outcome).toBe('escalated');
  });

  it('4: an entry that nobody could read', async () => {
    const on = project().commit('feat: tool', { 'tool.bin': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]) });
    const { code, document } = await on.review();
    expect([code, document.decision?.outcome]).toEqual([4, 'inconclusive']);
    expect(document.change.files).toMatchObject([{ path: 'tool.bin', coverage: 'unreadable' }]);
  });

  it('5: a store that is not a database', async () => {
    const on = project();
    await on.review();
    writeFileSync(join(on.directory, '.git/countersign/countersign.db'), 'garbage '.repeat(1000));
    const { code, stderr } = await on.run(['list']);
    expect(code).toBe(5);
    expect(stderr).toMatch(/backup|restore/iu);
  });
});

describe('what a review leaves alone', () => {
  it.each([[[]], [['--staged']], [['--worktree']], [['HEAD']]])(
    'review %j touches nothing of the user',
    async (args) => {
      const on = project().commit('feat: subtract', { 'src/difference.ts': difference });
      on.write({ 'src/staged.ts': sum, 'src/untracked.ts': sum });
      on.git('add', 'src/staged.ts');
      on.write({ 'src/sum.ts': sum.replace('a + b', 'b + a') });
      const before = untouchable(on);
      const { document } = await on.review(...args);
      expect(document.decision).not.toBeNull();
      expect(untouchable(on)).toEqual(before);
    },
  );

  it('--worktree includes untracked files, --staged does not (gitlens#5586)', async () => {
    const on = project();
    on.write({ 'src/staged.ts': sum, 'src/untracked.ts': sum });
    on.git('add', 'src/staged.ts');
    const paths = async (flag: string) => (await on.review(flag)).document.change.files.map(({ path }) => path);
    expect(await paths('--staged')).toEqual(['src/staged.ts']);
    expect(await paths('--worktree')).toEqual(['src/staged.ts', 'src/untracked.ts']);
  });
});

describe('an approval that was not earned', () => {
  it('loosening the policy in the same change changes nothing', async () => {
    const on = project().commit('feat: lenient', {
      '.countersign/policy.yaml': 'enabled: false\n',
      'src/sum.ts': sum.replace('  return a + b;', '  try {\n    return a + b;\n  } catch {}\n  return 0;'),
    });
    const { code, document } = await on.review();
    expect([code, document.review.type, document.change.protectedPaths]).toEqual([
      1,
      'policy_change',
      ['.countersign/policy.yaml'],
    ]);
    expect(document.review.policy.source).toBe('default');
  });

  it('calling a code change a typo does not skip it', async () => {
    const on = project().commit('docs: typo', { 'src/sum.ts': sum.replace('a + b', 'a - b') });
    const { document } = await on.review('--type', 'fix_typo');
    expect(document.decision?.outcome).not.toBe('skipped');
  });

  it('an executable called logo.png is not excluded as an image', async () => {
    const on = project().commit('feat: logo', { 'logo.png': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1]) });
    const { code, document } = await on.review();
    expect([code === 0, document.change.files[0]?.coverage]).toEqual([false, 'unreadable']);
  });

  it('dismissing a finding is recorded and shown, and approves nothing', async () => {
    const bad = sum.replace('  return a + b;', '  try {\n    return a + b;\n  } catch {}\n  return 0;');
    const on = project().commit('feat: be lenient', { 'src/sum.ts': bad });
    const first = await on.review();
    for (const { id } of first.document.findings) {
      expect((await on.run(['findings', 'dismiss', id, '--reason', 'I like it'])).code).toBe(0);
    }
    const again = await on.review();
    expect(again.document.findings.map(({ disposition }) => disposition?.reason)).toEqual(['I like it']);
    expect(again.code).toBe(1);
    expect(again.document.findings).toContainEqual(expect.objectContaining({ state: 'dismissed' }));
  });
});

describe('the store', () => {
  it('keeps two reviews at once, and verify, replay and rebuild agree', async () => {
    const on = project().commit('feat: subtract', { 'src/difference.ts': difference });
    const both = await Promise.all([on.review(), on.review('HEAD'), on.review('HEAD~1')]);
    expect(new Set(both.map(({ document }) => document.review.id)).size).toBe(3);
    for (const command of [['verify'], ['replay'], ['rebuild']]) expect((await on.run(command)).code).toBe(0);
    const { stdout } = await on.run(['list', '--json']);
    expect((JSON.parse(stdout) as { reviews: unknown[] }).reviews).toHaveLength(3);
  });

  it('shows later exactly what the review printed', async () => {
    const on = project().commit('feat: subtract', { 'src/difference.ts': difference });
    const { stdout } = await on.run(['review', '--json']);
    expect((await on.run(['show', '--json'])).stdout).toBe(stdout);
  });

  it('backs up into a new file and refuses to overwrite one', async () => {
    const on = project();
    await on.review();
    const target = join(on.directory, 'copy.db');
    expect((await on.run(['backup', target])).code).toBe(0);
    expect(existsSync(target)).toBe(true);
    expect((await on.run(['backup', target])).code).toBe(2);
  });

  it('says what to do when its directory cannot be written', async () => {
    const on = project();
    const home = join(on.directory, 'home');
    writeFileSync(home, 'a file where the directory should be');
    const { code, stderr } = await on.run(['review'], { COUNTERSIGN_HOME: home });
    expect(code).toBe(5);
    expect(stderr).toContain(home);
    chmodSync(home, 0o600);
  });
});
