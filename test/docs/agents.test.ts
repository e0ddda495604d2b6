import { expect, it } from 'vitest';
import { clients } from '../../src/adapters/agent-config/clients.js';
import { register } from '../../src/adapters/agent-config/register.js';
import { read } from './sources.js';

const sections = read('docs/agents.md').split(/^## /gmu);

it.each(Object.entries(clients))('docs/agents.md shows what init writes for %s', (_name, client) => {
  const section = sections.find((each) => each.includes(`\n\`${client.paths[0]}\``)) ?? '';
  const written = register(client, { path: client.paths[0], text: undefined });
  expect(section).toContain(`\`\`\`${client.format}\n${typeof written === 'string' ? written : ''}\`\`\`\n`);
});
