import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { asOrdinaryUser } from '../../../../test/contract/ordinary-user.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import { channelsOf } from '../channels.js';
import { configFile } from '../../user-config/config-file.js';
import { readConfig } from './read-config.js';

let directory: string;
let repository: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-config-')));
  chmodSync(directory, 0o755);
  repository = join(directory, 'repository');
  mkdirSync(repository);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function write(path: string, text: string, mode = 0o600): string {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const read = (file: string) => readConfig(file, { env: { HOME: directory }, outside: [repository] });

async function refusal(file: string) {
  const found = await read(file);
  if (!isRefusal(found)) throw new Error(`not refused: ${JSON.stringify(found)}`);
  return found;
}

const whole = `
notifications:
  channels:
    - {type: terminal, bell: false}
    - {type: desktop, to: [human, creator], events: [review_escalated]}
    - {type: file, path: ~/countersign.jsonl}
    - {name: pager, type: command, run: [/usr/local/bin/page, --now], names: [otter]}
    - name: team
      type: webhook
      url: https://hooks.example.org/countersign
      secret_file: ~/team.secret
      timeout_seconds: 5
`;

describe('the configuration of a user', () => {
  it('is looked for outside of every repository', () => {
    expect(configFile({ HOME: '/home/ada' })).toBe('/home/ada/.config/countersign/config.yaml');
    expect(configFile({ HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' })).toBe('/etc/ada/countersign/config.yaml');
    expect(configFile({ HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' })).toBe(
      '/home/ada/.config/countersign/config.yaml',
    );
    expect(configFile({ HOME: '/home/ada', COUNTERSIGN_CONFIG: '~/mine.yaml' })).toBe('/home/ada/mine.yaml');
  });

  it('may be absent, empty, or for somebody else', async () => {
    expect(await read(join(directory, 'absent.yaml'))).toBe(undefined);
    expect(await read(write('empty.yaml', ''))).toEqual([]);
    const file = write('config.yaml', whole, 0o600);
    await asOrdinaryUser(async () => {
      expect(await read(file)).toBe(undefined);
    });
  });

  it('describes channels', async () => {
    write('team.secret', `${secret}\n`);
    const channels = await read(write('config.yaml', whole));
    if (channels === undefined || isRefusal(channels)) throw new Error(JSON.stringify(channels));
    expect(channels.map(({ type }) => type)).toEqual(['terminal', 'desktop', 'file', 'command', 'webhook']);
    expect(channels[4]).toMatchObject({ name: 'team', secret, allow_private: false, timeout_seconds: 5 });
    const made = channelsOf(channels, {
      env: {},
      outside: [],
      terminal: { write: () => undefined },
      platform: 'linux',
      now: Date.now,
    });
    expect(made.map(({ name, available }) => `${name} ${String(available)}`)).toEqual([
      'terminal false',
      'desktop true',
      'file true',
      'pager true',
      'team true',
    ]);
    const wanting = (word: 'review_escalated' | 'review_approved', party: 'human' | 'creator', name: string | null) =>
      made
        .filter((channel) => channel.wants({ word, recipients: [{ party, name }] }))
        .map(({ name: called }) => called);
    expect(wanting('review_escalated', 'human', null)).toEqual(['terminal', 'desktop', 'file', 'team']);
    expect(wanting('review_approved', 'human', null)).toEqual(['terminal', 'file', 'team']);
    expect(wanting('review_approved', 'creator', 'otter')).toEqual(['file', 'pager', 'team']);
  });

  it('says where it is wrong, every mistake at once', async () => {
    const file = write(
      'config.yaml',
      `notifications:
  channels:
    - {type: telepathy}
    - {type: file, path: relative.jsonl}
    - {type: command, run: [notify-me]}
    - {type: webhook, url: 'https://ada:pass@example.org', secret: ${secret}}
    - {type: terminal, colour: green}
`,
    );
    const { code, problems = [] } = await refusal(file);
    expect(code).toBe('config_invalid');
    expect(problems.map(({ line, key }) => `${line} ${key}`)).toEqual([
      '3 notifications.channels.1.type',
      '4 notifications.channels.2.path',
      '5 notifications.channels.3.run.1',
      '6 notifications.channels.4.url',
      '7 notifications.channels.5',
    ]);
    expect((await refusal(write('config.yaml', 'notifications: [}'))).problems?.[0]).toMatchObject({ line: 1 });
    const twice = 'notifications: {channels: [{type: terminal}, {type: terminal}]}';
    expect((await refusal(write('config.yaml', twice))).problems?.[0]?.message).toContain('a name each of its own');
  });

  it('never repeats a secret in its words', async () => {
    const short = 'whsec_dG9vc2hvcnQ=';
    const channel = `{type: webhook, url: 'https://example.org', secret: ${short}}`;
    const found = await refusal(write('config.yaml', `notifications: {channels: [${channel}]}`));
    expect(JSON.stringify(found)).not.toContain(short);
    expect(found.problems?.[0]?.message).toContain('24 to 64 bytes');
  });

  it('needs one secret, and https where private addresses are not allowed', async () => {
    const problems = async (channel: string) => {
      const found = await read(write('config.yaml', `notifications: {channels: [${channel}]}`));
      return isRefusal(found) ? found.problems?.map(({ message: words }) => words) : found;
    };
    expect(await problems("{type: webhook, url: 'https://example.org'}")).toEqual([
      'expected either secret or secret_file',
    ]);
    expect(await problems(`{type: webhook, url: 'http://example.org', secret: ${secret}}`)).toEqual([
      'expected https, as allow_private is not set',
    ]);
    expect(
      await problems(`{type: webhook, url: 'http://127.0.0.1:8080', secret: ${secret}, allow_private: true}`),
    ).toMatchObject([{ type: 'webhook' }]);
    expect(await problems(`{type: webhook, url: 'ftp://example.org', secret: ${secret}}`)).toMatchObject([
      expect.stringContaining('https://'),
    ]);
  });
});

describe('a configuration is not used', () => {
  it('when it lies in the repository under review, also through a link', async () => {
    const inside = write('repository/config.yaml', whole);
    const link = join(directory, 'link.yaml');
    symlinkSync(inside, link);
    for (const file of [inside, link]) {
      const { code, message: words } = await refusal(file);
      expect([code, words]).toEqual(['config_untrusted', expect.stringContaining('under review')]);
    }
  });

  it('when others may write it', async () => {
    for (const mode of [0o620, 0o602]) {
      expect((await refusal(write('config.yaml', whole, mode))).remedy).toContain('chmod go-w');
    }
  });

  it.skipIf(process.geteuid?.() !== 0)('when it belongs to another user', async () => {
    const file = write('config.yaml', whole);
    chownSync(file, 65_534, 65_534);
    expect((await refusal(file)).message).toContain('belongs to another user');
  });

  it('when it holds a secret that others may read', async () => {
    const channel = `{type: webhook, url: 'https://example.org', secret: ${secret}}`;
    const file = write('config.yaml', `notifications: {channels: [${channel}]}`, 0o644);
    expect(await refusal(file)).toMatchObject({ code: 'config_untrusted', remedy: `chmod 600 ${file}` });
    write('team.secret', secret, 0o644);
    expect((await refusal(write('config.yaml', whole, 0o644))).message).toContain('team.secret');
  });

  it('when it is a folder, or far too large', async () => {
    mkdirSync(join(directory, 'folder'));
    expect((await refusal(join(directory, 'folder'))).message).toContain('is not a file');
    expect((await refusal(write('large.yaml', '#'.repeat(300_000)))).message).toContain('300000 bytes');
  });
});
