// A repository with a change to review by a panel of two slow models, and an author that mends it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const modules = resolve(import.meta.dirname, '../build');
const program = resolve(import.meta.dirname, '../dist/main/countersign.js');
const source = 'export function sum(a, b) {\n  // TODO check for overflow\n  return a + b;\n}\n';

/**
 * Each agent thinks `seatMs` and then plays its part: the reviewers are picky; the author leaves another thing unfinished in each of
 * its `attempts` but the last, in which it mends.
 */
export function panelProject(seatMs, attempts = 1) {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const own = mkdtempSync(join(tmpdir(), 'countersign-bench-config-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], { cwd: directory });
  const commit = (message, files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  git('init', '--quiet', '--initial-branch', 'main');
  const agents = ['light', 'strong', 'mender'].map((name) => `  ${name}:\n    driver: command\n`).join('');
  const review = `review:\n  parallel_models: [light, strong]\n  auto_approve: true\n  max_fix_iterations: ${attempts}\n`;
  commit('chore: begin', {
    'README.md': '# Sums\n',
    '.countersign/policy.yaml': `protocol: panel\nagents:\n${agents}${review}`,
  });
  commit('feat: add', { 'src/sum.js': source });
  const slow = join(own, 'slow.mjs');
  const times = join(own, 'times.jsonl');
  writeFileSync(slow, slowAgent(seatMs, times));
  const run = (behaviour) => JSON.stringify([process.execPath, slow, behaviour]);
  const entry = (name, behaviour) => `  ${name}:\n    driver: command\n    run: ${run(behaviour)}\n`;
  const config = join(own, 'config.yaml');
  const entries = [entry('light', 'picky'), entry('strong', 'picky'), entry('mender', 'mends')];
  writeFileSync(config, `agents:\n${entries.join('')}`, { mode: 0o600 });
  return {
    review: (...args) => withAgents(times, () => timed(directory, config, args)),
    /** Starts as many agents at once as each stage has, and the next stage when they have ended. */
    bareLoop: (stages) => withAgents(times, () => bareLoop(slow, own, stages)),
    remove: () => [directory, own].forEach((each) => rmSync(each, { recursive: true, force: true })),
  };
}

/** What `work` tells, with the start and end of every agent's process meanwhile, milliseconds of one clock. */
function withAgents(times, work) {
  writeFileSync(times, '');
  const done = (result) => ({
    ...result,
    ended: performance.timeOrigin + performance.now(),
    agents: readFileSync(times, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  });
  const result = work();
  return result instanceof Promise ? result.then(done) : done(result);
}

async function bareLoop(slow, cwd, stages) {
  for (const size of stages) {
    const agents = Array.from({ length: size }, () => {
      const agent = spawn(process.execPath, [slow, 'picky'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
      agent.stdin.end('');
      agent.stdout.resume();
      return once(agent, 'close');
    });
    await Promise.all(agents);
  }
}

function slowAgent(seatMs, times) {
  const url = (path) => JSON.stringify(`file://${join(modules, path)}`);
  return `import { appendFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { act } from ${url('adapters/drivers/fake/behaviour.js')};
import { editFiles } from ${url('adapters/drivers/fake/edit-file.js')};
const prompt = await text(process.stdin);
const [, attempt, last] = /^Fix attempt (\\d+) of (\\d+)/m.exec(prompt) ?? [];
const { stdout, edits = [] } = act(attempt === last ? process.argv[2] : 'swaps', prompt);
await new Promise((resolve) => setTimeout(resolve, ${seatMs}));
editFiles(edits);
process.stdout.write(stdout);
const { timeOrigin: started } = performance;
appendFileSync(${JSON.stringify(times)}, JSON.stringify({ started, ended: started + performance.now() }) + '\\n');
`;
}

function timed(directory, config, args) {
  const started = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'review', ...args, '--json'], {
    cwd: directory,
    env: { ...process.env, COUNTERSIGN_CONFIG: config },
    encoding: 'utf8',
  });
  const wallMs = performance.now() - started;
  if (stdout === '') throw new Error(stderr);
  return { wallMs, document: JSON.parse(stdout) };
}
