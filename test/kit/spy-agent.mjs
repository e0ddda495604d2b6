// An agent that writes down what it finds around it, then plays a fake one.
//   node spy-agent.mjs FILE command|cli|acp BEHAVIOUR [whatever a driver adds]
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { clearTimeout, setInterval, setTimeout } from 'node:timers';
import { act } from '../../build/adapters/drivers/fake/behaviour.js';

const [file, driver, behaviour, ...added] = process.argv.slice(2);
if (added.includes('--version') || added.includes('--help')) tellFlags();
else await review();

function tellFlags() {
  process.stdout.write(
    'spy 1.2.3: --print --output-format --setting-sources --strict-mcp-config --permission-mode --tools\n',
  );
}

async function review() {
  // Left behind on purpose: it must not outlive the review.
  const left = spawn('sleep', ['600'], { stdio: 'ignore' });
  const input = driver === 'acp' ? undefined : await inputUntilItsEnd();
  const report = {
    pid: process.pid,
    group: Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(process.pid)], { encoding: 'utf8' })),
    left: left.pid,
    cwd: process.cwd(),
    tree: Object.fromEntries(filesBelow(process.cwd())),
    env: process.env,
    home: readdirSync(process.env.HOME),
    arguments: added,
    inputEnded: input?.ended,
  };
  writeFileSync(file, JSON.stringify(report));
  if (driver === 'acp') play();
  else answer(input.text);
}

function* filesBelow(directory) {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stats = lstatSync(path);
    if (stats.isDirectory()) yield* filesBelow(path);
    else yield [relative(process.cwd(), path), { text: readFileSync(path, 'utf8'), mode: stats.mode & 0o777 }];
  }
}

/** Everything on stdin; what came until then where it stays open. */
function inputUntilItsEnd() {
  let text = '';
  return new Promise((settle) => {
    const patience = setTimeout(() => settle({ text, ended: false }), 3_000);
    process.stdin.setEncoding('utf8').on('data', (piece) => (text += piece));
    process.stdin.once('end', () => {
      clearTimeout(patience);
      settle({ text, ended: true });
    });
  });
}

function answer(prompt) {
  const { stdout, then } = act(behaviour, prompt);
  const say = (text) =>
    process.stdout.write(driver === 'cli' ? `${JSON.stringify({ type: 'result', result: text })}\n` : text);
  say(stdout);
  if (then === 'end') process.exit();
  if (then === 'silence') setInterval(() => undefined, 60_000);
  if (then === 'words') setInterval(() => say('.'), 50);
  if (then === 'flood') setInterval(() => say('a'.repeat(1_000_000)), 0);
}

function play() {
  const fake = resolve(import.meta.dirname, '../../dist/main/fake-agent.js');
  spawn(process.execPath, [fake, behaviour, '--acp'], { stdio: 'inherit' }).once('exit', (code) => process.exit(code));
}
