import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hostileTitle, message } from '../../../../test/kit/message.js';
import { gone, until } from '../../../../test/kit/until.js';
import { findOutside } from '../channels.js';
import { commandSender } from './command.js';
import { desktopSender } from './desktop.js';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-programs-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** A program of the given shell lines. */
function program(path: string, ...lines: readonly string[]): string {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
}

const kept = (name: string) => readFileSync(join(directory, name), 'utf8');
const options = () => ({ timeoutMs: 60_000, env: { PATH: process.env['PATH'] }, directory, outside: [] });

describe('a command', () => {
  it('gets its arguments as they stand and the message on standard input', async () => {
    const file = program('notify', `printf '%s\\n' "$@" > ${directory}/args`, `cat > ${directory}/input`);
    const sender = commandSender({ run: [file, '$(id)', 'a b'], ...options() });
    expect(await sender.send([message({}, { title: hostileTitle })], never)).toEqual([{ outcome: 'delivered' }]);
    expect(kept('args')).toBe('$(id)\na b\n');
    expect(JSON.parse(kept('input'))).toMatchObject({ type: 'review_changes_requested' });
    expect(kept('input')).not.toMatch(/[^\P{C}\n]/u);
  });

  it('runs once for each message, in order', async () => {
    const file = program('notify', `cat >> ${directory}/input`);
    const messages = [1, 2, 3].map((position) => message({ position }));
    await commandSender({ run: [file], ...options() }).send(messages, never);
    const ids = kept('input')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id.slice(-1));
    expect(ids).toEqual(['1', '2', '3']);
  });

  it('has failed when it ends with anything but 0, and its words say why', async () => {
    const file = program('notify', 'echo "no network" >&2', 'exit 3');
    expect(await commandSender({ run: [file], ...options() }).send([message()], never)).toEqual([
      { outcome: 'failed', error: 'it ended with 3: no network' },
    ]);
    const [absent] = await commandSender({ run: ['/nowhere/notify'], ...options() }).send([message()], never);
    expect(absent).toMatchObject({ outcome: 'failed', error: expect.stringContaining('ENOENT') as string });
  });

  it('may end without reading what it is given', async () => {
    const file = program('notify', 'exit 0');
    const long = message({ detail: 'x'.repeat(200) });
    expect(await commandSender({ run: [file], ...options() }).send([long], never)).toEqual([{ outcome: 'delivered' }]);
  });

  it('is killed with everything it started when its time is up', async () => {
    const file = program('notify', `(sleep 30; touch ${directory}/late) &`, `echo $! > ${directory}/pid`, 'sleep 30');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = commandSender({ run: [file], ...options(), timeoutMs: 300 }).send([message()], never);
    await until(() => expect(kept('pid')).toMatch(/^\d+\n$/u));
    vi.advanceTimersByTime(300);
    expect(await sent).toEqual([{ outcome: 'failed', error: 'it did not end within 0.3 s' }]);
    await gone(Number(kept('pid')));
  });

  it('is killed when there is no time left, and the rest is not begun', async () => {
    const file = program('notify', `touch ${directory}/begun`, 'sleep 30');
    const sender = commandSender({ run: [file], ...options() });
    const time = new AbortController();
    const sent = sender.send([message(), message({ position: 5 })], time.signal);
    await until(() => kept('begun'));
    time.abort();
    expect(await sent).toEqual([
      { outcome: 'failed', error: 'it did not end in the time there was' },
      { outcome: 'released' },
    ]);
  });

  it('is never one of the repository under review, not even through a link', async () => {
    const inside = program('repository/notify', `touch ${directory}/ran`);
    const link = join(directory, 'link');
    symlinkSync(inside, link);
    for (const file of [inside, link]) {
      const sender = commandSender({ run: [file], ...options(), outside: [join(directory, 'repository')] });
      const [result] = await sender.send([message()], never);
      expect(result).toMatchObject({ outcome: 'failed', error: expect.stringContaining('under review') as string });
    }
    expect(existsSync(join(directory, 'ran'))).toBe(false);
  });
});

describe('a program in PATH', () => {
  const found = (PATH: string, outside: readonly string[]) => findOutside({ env: { PATH }, outside })('notify-send');

  it('is found in an absolute folder outside of the repository and of installed packages', () => {
    const repository = join(directory, 'repository');
    program('repository/bin/notify-send');
    program('elsewhere/node_modules/.bin/notify-send');
    mkdirSync(join(directory, 'linked'));
    symlinkSync(join(repository, 'bin', 'notify-send'), join(directory, 'linked', 'notify-send'));
    const good = program('good/notify-send');
    const bad = ['', '.', 'bin', join(repository, 'bin'), join(directory, 'linked')];
    const path = [...bad, join(directory, 'elsewhere/node_modules/.bin'), dirname(good)].join(':');
    expect(found(path, [repository])).toBe(good);
    expect(found(bad.join(':'), [repository])).toBe(undefined);
  });

  it('is one that may be executed', () => {
    writeFileSync(join(directory, 'notify-send'), '');
    expect(found(directory, [])).toBe(undefined);
  });
});

describe('the desktop', () => {
  const sender = (platform: NodeJS.Platform, file: string | undefined, sound = false) =>
    desktopSender({
      sound,
      platform,
      find: () => file,
      env: { PATH: process.env['PATH'] },
      directory,
    });
  const recording = () => program('raise', `printf '%s\\n' "$@" >> ${directory}/args`, `echo == >> ${directory}/args`);
  const calls = () =>
    kept('args')
      .split('==\n')
      .slice(0, -1)
      .map((call) => call.trimEnd().split('\n'));

  it('is told by notify-send, text as arguments after the options', async () => {
    const results = await sender('linux', recording()).send([message()], never);
    expect(results).toEqual([{ outcome: 'delivered' }]);
    expect(calls()).toEqual([
      [
        '--app-name=countersign',
        '--',
        'Changes requested: feat: add a parser',
        'countersign show 01KABCDEFGHJKMNPQRSTVWXYZ0: 2 open findings: 1 critical, 1 minor',
      ],
    ]);
  });

  it('makes a sound where that is asked for', async () => {
    await sender('linux', recording(), true).send([message()], never);
    await sender('darwin', recording(), true).send([message()], never);
    expect(calls()[0]).toContain('--hint=string:sound-name:message-new-instant');
    expect(calls()[1]).toContain('display notification (item 2 of argv) with title (item 1 of argv) sound name "Ping"');
  });

  it('obeys nothing that a title says', async () => {
    const hostile = message({ detail: hostileTitle }, { title: hostileTitle });
    await sender('linux', recording()).send([hostile], never);
    await sender('darwin', recording()).send([hostile], never);
    const [linux, mac] = calls();
    expect(linux).toHaveLength(4);
    expect(linux?.[3]).toContain('&lt;b&gt;--urgency=critical&lt;/b&gt;');
    expect(mac?.slice(0, 6)).toEqual([
      '-e',
      'on run argv',
      '-e',
      'display notification (item 2 of argv) with title (item 1 of argv)',
      '-e',
      'end run',
    ]);
    expect(kept('args')).not.toMatch(/[^\P{C}\n]/u);
    expect(existsSync('/tmp/owned')).toBe(false);
  });

  it('is not flooded: three, then how many more', async () => {
    const messages = Array.from({ length: 9 }, (_, index) => message({ position: index + 1 }));
    expect(await sender('linux', recording()).send(messages, never)).toHaveLength(9);
    expect(calls()).toHaveLength(4);
    expect(calls()[3]?.slice(-2)).toEqual(['Countersign: 6 more', 'countersign notifications']);
  });

  it('fails where there is no such program, so that another process may have one', async () => {
    expect(await sender('linux', undefined).send([message()], never)).toEqual([
      { outcome: 'failed', error: 'there is no notify-send in PATH' },
    ]);
  });
});
