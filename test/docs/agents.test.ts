import { expect, it } from 'vitest';
import { clients } from '../../src/adapters/agent-config/clients.js';
import { register } from '../../src/adapters/agent-config/register.js';
import { vendors } from '../kit/vendor-cli/vendors.js';
import { read } from './sources.js';

const sections = read('docs/agents.md').split(/^## /gmu);

it.each(Object.entries(clients))('docs/agents.md shows what init writes for %s', (_name, client) => {
  const section = sections.find((each) => each.includes(`\n\`${client.paths[0]}\``)) ?? '';
  const written = register(client, { path: client.paths[0], text: undefined });
  expect(section).toContain(`\`\`\`${client.format}\n${typeof written === 'string' ? written : ''}\`\`\`\n`);
});

it.each(Object.entries(vendors))('docs/agents.md starts %s as the tests start it', (name, { client, launch }) => {
  const [path] = clients[client].paths;
  const section = sections.find((each) => each.includes(`\n\`${path}\``)) ?? '';
  const { args, env } = launch({ api: 'http://127.0.0.1:1', directory: '/clone' });
  const command = new RegExp(`\`${name} ([^\`]+) < prompt.txt\``, 'u').exec(section)?.[1] ?? '';
  expect(command).not.toBe('');
  expect(args).toEqual(expect.arrayContaining(command.split(' ')));
  const told = [...section.matchAll(/`([A-Z][A-Z_]+)=(\w+)`/gu)].map(([, key = '', value]) => [key, value]);
  expect(env).toMatchObject(Object.fromEntries(told));
  const versions = JSON.parse(read('test/kit/vendor-cli/versions.json')) as Record<string, { version: string }>;
  expect(section).toContain(versions[name]?.version ?? 'a version');
});
