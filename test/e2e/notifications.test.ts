import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Project } from '../kit/project.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A configuration of a user, outside of the project. */
class User {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-user-')));
  readonly config = join(this.directory, 'config.yaml');
  readonly env = { COUNTERSIGN_CONFIG: this.config };

  constructor(...channels: readonly object[]) {
    onTestFinished(() => rmSync(this.directory, { recursive: true, force: true }));
    writeFileSync(this.config, JSON.stringify({ notifications: { channels } }), { mode: 0o600 });
  }

  file(name: string): string {
    return join(this.directory, name);
  }
}

interface Line {
  readonly type: string;
  readonly review: { readonly id: string; readonly title: string };
}

function lines(path: string): readonly Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** A change that nobody could read: a person is needed. */
const unreadable = (title = 'feat: tool') =>
  new Project()
    .commit('chore: begin', { 'README.md': '# Project\n' })
    .commit(title, { 'tool.bin': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1]) });

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function states(on: Project, env: Record<string, string>): Promise<readonly string[]> {
  const { stdout } = await on.run(['notifications', '--json'], env);
  const { notifications } = JSON.parse(stdout) as {
    notifications: { word: string; deliveries: { channel: string; state: string; error: string | null }[] }[];
  };
  return notifications.flatMap(({ word, deliveries }) =>
    deliveries.map(({ channel, state, error }) => [word, channel, state, ...(error === null ? [] : [error])].join(' ')),
  );
}

vi.setConfig({ testTimeout: 300_000 });

/** What a process of its own sends comes when it comes, late on a busy machine: the command has not waited for it. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 240_000, interval: 100 });

describe('a review that needs a person', () => {
  it('is told by file, command and signed webhook, once', async () => {
    const posts: { readonly body: string; readonly headers: Record<string, string> }[] = [];
    const url = await listen((request, response) => {
      void text(request).then((body) => {
        posts.push({ body, headers: request.headers as Record<string, string> });
        response.end();
      });
    });
    const on = unreadable();
    const user = new User(
      { type: 'file', path: '~/log.jsonl' },
      { type: 'webhook', url, secret, allow_private: true },
      { type: 'command', run: ['/bin/sh', '-c', 'cat > told.json'] },
    );
    const env = { ...user.env, HOME: user.directory };
    const review = await on.run(['review', '--json'], env);
    expect(review.code).toBe(4);
    expect(lines(user.file('log.jsonl'))).toMatchObject([
      { type: 'review_inconclusive', recipients: [{ party: 'human', name: null }], next: 'countersign inbox' },
    ]);
    await eventually(() => expect(posts).toHaveLength(1));
    await eventually(() => expect(lines(user.file('told.json'))).toMatchObject([{ type: 'review_inconclusive' }]));
    expect(new Webhook(secret).verify(posts[0]!.body, posts[0]!.headers)).toMatchObject({
      type: 'review_inconclusive',
    });
    await on.run(['list'], env);
    await on.run(['inbox'], env);
    expect(lines(user.file('log.jsonl'))).toHaveLength(1);
    expect(posts).toHaveLength(1);
    await eventually(async () =>
      expect(await states(on, env)).toEqual([
        'review_inconclusive command delivered',
        'review_inconclusive file delivered',
        'review_inconclusive webhook delivered',
      ]),
    );
    expect((await on.run(['verify'], env)).code).toBe(0);
    expect((await on.run(['rebuild'], env)).code).toBe(0);
    await on.run(['list'], env);
    expect(posts).toHaveLength(1);
  });

  it('waits for no receiver: the command has ended before it answers, and the answer is marked', async () => {
    const held: (() => void)[] = [];
    const url = await listen((_, response) => held.push(() => response.end()));
    const on = unreadable();
    const silent = await on.run(['review', '--json'], new User().env);
    expect(silent.code).toBe(4);
    const user = new User({ type: 'webhook', url, secret, allow_private: true, timeout_seconds: 30 });
    // The first command that knows of a channel tells what happens from then on.
    on.commit('feat: another', { 'other.bin': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 2]) });
    const { code, stdout } = await on.run(['review', '--json'], user.env);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'countersign/review@1' });
    await eventually(() => expect(held).toHaveLength(1));
    // It is under way, and whoever comes next neither waits for it nor sends it again.
    expect((await on.run(['list'], user.env)).code).toBe(0);
    expect(await states(on, user.env)).toEqual(['review_inconclusive webhook pending']);
    expect(held).toHaveLength(1);
    held[0]?.();
    await eventually(async () => expect(await states(on, user.env)).toEqual(['review_inconclusive webhook delivered']));
  });

  it('is told again where the receiver did not answer in time', async () => {
    let answering = false;
    let requests = 0;
    const url = await listen((_, response) => {
      requests += 1;
      if (answering) response.end();
    });
    const on = unreadable();
    const user = new User({ type: 'webhook', url, secret, allow_private: true, timeout_seconds: 1 });
    await on.run(['review', '--json'], user.env);
    await eventually(async () => {
      const [state] = await states(on, user.env);
      expect(state).toMatch(/^review_inconclusive webhook pending \S/u);
    });
    answering = true;
    // A second is little on a busy machine.
    const patient = new User({ type: 'webhook', url, secret, allow_private: true, timeout_seconds: 30 });
    expect((await on.run(['notifications', 'retry'], patient.env)).code).toBe(0);
    await eventually(async () =>
      expect(await states(on, patient.env)).toEqual(['review_inconclusive webhook delivered']),
    );
    expect(requests).toBeGreaterThan(1);
  });
});

describe('what the repository under review says', () => {
  it('reaches a terminal and a desktop as plain text', async () => {
    const title = 'feat: \u001b]0;owned\u0007\u001b[31mred\u001b[0m $(touch /tmp/owned-by-title) \u202e<b>x</b>';
    const on = unreadable(title);
    const user = new User({ type: 'terminal' }, { type: 'desktop', to: ['human'] });
    const bin = user.file('bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" > ${user.file('args')}\n`);
    chmodSync(join(bin, 'notify-send'), 0o755);
    const env = { ...user.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    await on.run(['review', '--json'], env);
    await eventually(() => expect(existsSync(user.file('args'))).toBe(true));
    await eventually(async () => expect(await states(on, env)).toContain('review_inconclusive desktop delivered'));
    const args = readFileSync(user.file('args'), 'utf8');
    expect(args).toContain('Inconclusive: nobody decided');
    expect(args).not.toMatch(/[^\P{C}\n]/u);
    expect(existsSync('/tmp/owned-by-title')).toBe(false);
    expect(await states(on, env)).toEqual([
      'review_inconclusive desktop delivered',
      'review_inconclusive terminal pending',
    ]);
    const terminal = await on.runOnTerminal(['list'], env);
    const [line = ''] = terminal.stdout.split('\n').filter((each) => each.startsWith('countersign: '));
    expect(line.replace(/\r?$/u, '')).toMatch(
      /^countersign: Inconclusive: nobody decided: \P{C}*, see: countersign inbox$/u,
    );
    expect(await states(on, env)).toContain('review_inconclusive terminal delivered');
  });

  it('names no program: neither in PATH, nor in a policy, nor in a configuration of its own', async () => {
    const marker = join(mkdtempSync(join(tmpdir(), 'countersign-marker-')), 'ran');
    onTestFinished(() => rmSync(join(marker, '..'), { recursive: true, force: true }));
    const on = new Project();
    const script = `#!/bin/sh\ntouch ${marker}\n`;
    const channel = { type: 'command', run: [join(on.directory, 'notify-send')] };
    on.commit('chore: begin', {
      'notify-send': script,
      'node_modules/.bin/notify-send': script,
      'config.yaml': JSON.stringify({ notifications: { channels: [channel] } }),
      '.config/countersign/config.yaml': JSON.stringify({ notifications: { channels: [channel] } }),
    }).commit('feat: tool', { 'tool.bin': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1]) });
    for (const file of ['notify-send', 'node_modules/.bin/notify-send']) chmodSync(join(on.directory, file), 0o755);
    const user = new User({ type: 'desktop' }, channel);
    const path = [on.directory, join(on.directory, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(':');
    for (const env of [
      { ...user.env, PATH: path },
      { COUNTERSIGN_CONFIG: join(on.directory, 'config.yaml'), PATH: path },
      { XDG_CONFIG_HOME: join(on.directory, '.config'), PATH: path },
    ]) {
      const { code, stderr } = await on.run(['review', '--no-skip'], env);
      expect(code).toBe(4);
      if (!('COUNTERSIGN_CONFIG' in env) || env.COUNTERSIGN_CONFIG !== user.config)
        expect(stderr).toContain('under review');
    }
    const found = () => states(on, { ...user.env, PATH: path });
    await eventually(async () => expect((await found()).join()).toContain('nothing in it is run'));
    expect(await found()).toContain(
      `review_inconclusive command pending ${join(on.directory, 'notify-send')} lies in ${realpathSync(on.directory)}, which is under review: nothing in it is run`,
    );
    expect(existsSync(marker)).toBe(false);
    const keys = 'version: 1\nnotifications: {command: [./notify-send]}\n';
    on.write({ '.countersign/policy.yaml': keys });
    expect((await on.run(['policy', 'validate'])).code).toBe(2);
  });
});

describe('without a configuration', () => {
  it('nobody is notified, which is no error, and nothing is told late when one comes', async () => {
    const on = unreadable();
    const { code, stderr } = await on.run(['review'], { COUNTERSIGN_CONFIG: '/nowhere/config.yaml' });
    expect([code, stderr]).toEqual([4, expect.not.stringContaining('notif')]);
    const doctor = await on.run(['doctor', '--json'], { COUNTERSIGN_CONFIG: '/nowhere/config.yaml' });
    expect(doctor.stdout).toContain('nobody is notified');
    const user = new User({ type: 'file', path: '~/log.jsonl' });
    const env = { ...user.env, HOME: user.directory };
    await on.run(['list'], env);
    expect(existsSync(user.file('log.jsonl'))).toBe(false);
    const refused = await on.run(['notifications', 'deliver', '--json'], {
      COUNTERSIGN_CONFIG: '/nowhere/config.yaml',
    });
    expect([refused.code, (JSON.parse(refused.stdout) as { code: string }).code]).toEqual([2, 'no_channels']);
  });
});

describe('what did not reach anybody', () => {
  it('is seen by doctor, and can be given up', async () => {
    const url = await listen((_, response) => response.writeHead(410).end());
    const on = unreadable();
    const user = new User({ name: 'team', type: 'webhook', url, secret, allow_private: true });
    await on.run(['review'], user.env);
    await eventually(async () =>
      expect(await states(on, user.env)).toEqual(['review_inconclusive team dead HTTP 410']),
    );
    const { stdout } = await on.run(['doctor', '--json'], user.env);
    expect(stdout).toContain('1 given up on team');
    expect(stdout).not.toContain(secret);
    const dropped = await on.run(['notifications', 'drop', '--channel', 'team', '--json'], user.env);
    expect(JSON.parse(dropped.stdout)).toMatchObject({ deliveries: 1 });
    expect(await states(on, user.env)).toEqual(['review_inconclusive team dropped HTTP 410']);
    expect((await on.run(['notifications', 'list', '--state', 'dead'], user.env)).stdout).toBe('No notifications.\n');
  });

  it('a configuration that is wrong stops no command and is explained by doctor', async () => {
    const on = unreadable();
    const user = new User();
    writeFileSync(user.config, 'notifications:\n  channels:\n    - {type: telepathy}\n');
    const { code, stderr } = await on.run(['review'], user.env);
    expect(code).toBe(4);
    expect(stderr).toContain('countersign: notifications were not sent');
    const doctor = await on.run(['doctor'], user.env);
    expect(doctor.stdout.replaceAll(/\s+/gu, ' ')).toContain('line 3');
    expect(doctor.code).toBe(1);
  });
});
