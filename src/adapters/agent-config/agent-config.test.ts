import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../domain/model/refusal.js';
import { clients } from './clients.js';
import { register } from './register.js';

const { codex, gemini } = clients;
const all = Object.entries(clients);

it.each(all)('writes a file for %s, and leaves it as it is the second time', (_name, client) => {
  const path = client.paths[0];
  const once = register(client, { path, text: undefined });
  expect(once).toMatchSnapshot();
  expect(register(client, { path, text: once as string })).toBe(once);
  expect(register(client, { path, text: '' })).toBe(once);
});

it.each(all)('leaves a server of %s that the user wrote', (_name, client) => {
  const text =
    client.format === 'json'
      ? `{ "${client.servers}": { "countersign": { "command": "mine" } } }`
      : `${client.servers}.countersign.command = "mine"\n`;
  expect(register(client, { path: client.paths[0], text })).toBe(text);
});

describe('JSON', () => {
  it.each([
    [
      'comments and a trailing comma',
      '// mine\n{\n  "theme": "dark", // nice\n  "mcpServers": { "other": { "command": "x" }, },\n}\n',
    ],
    ['tabs', '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n'],
    ['CRLF', '{\r\n    "ui": {}\r\n}\r\n'],
    ['one line', '{"ui":{"a":[1,2]}}'],
  ])('keeps %s', (_what, text) => {
    const after = register(gemini, { path: 'settings.json', text }) as string;
    expect(after).toMatchSnapshot();
    const before = parseJson(text) as { mcpServers?: object };
    expect(parseJson(after)).toEqual({ ...before, mcpServers: { ...before.mcpServers, countersign: gemini.entry } });
    for (const comment of text.match(/\/\/ \w+/gu) ?? []) expect(after).toContain(comment);
  });

  it.each([
    ['{ "mcpServers": ', { line: 1, column: 17 }],
    ['[]', { line: 1, column: 1 }],
    ['{ "mcpServers": [] }', { key: 'mcpServers' }],
    ['{\n  "a": 1\n  "b": 2\n}', { line: 3, column: 3 }],
  ])('refuses %j and says where', (text, place) => {
    expect(register(gemini, { path: 'x.json', text })).toMatchObject({
      code: 'config_unreadable',
      problems: [{ file: 'x.json', ...place }],
    });
  });
});

describe('TOML', () => {
  it.each([
    ['comments and other tables', '# mine\nmodel = "m" # nice\n\n[mcp_servers.other] # keep\ncommand = "x"'],
    ['CRLF', '[mcp_servers.other]\r\ncommand = "x"\r\n'],
    ['dotted keys', 'mcp_servers.other.command = "x"\n'],
    ['dates and arrays of tables', 'at = 1979-05-27T07:32:00Z\n[[hooks]]\nname = "a"\n'],
  ])('keeps %s', (_what, text) => {
    const after = register(codex, { path: 'config.toml', text }) as string;
    expect(after.startsWith(text)).toBe(true);
    expect(after.slice(text.length)).toMatchSnapshot();
    expect(parseToml(after)).toMatchObject({ ...parseToml(text), mcp_servers: { countersign: codex.entry } });
  });

  it.each([
    ['mcp_servers = { other = { command = "x" } }\n', { key: 'mcp_servers' }],
    ['mcp_servers = 1\n', { key: 'mcp_servers' }],
    ['a = 1\nb = \n', { line: 2 }],
  ])('refuses %j and hands over what to add by hand', (text, place) => {
    const refused = register(codex, { path: 'config.toml', text });
    expect(refused).toMatchObject({ code: 'config_unreadable', problems: [{ file: 'config.toml', ...place }] });
    expect(isRefusal(refused) && refused.remedy).toContain('[mcp_servers.countersign]');
  });
});

it('writes no token anywhere, only the name of its variable', () => {
  for (const [, client] of all) {
    const text = register(client, { path: client.paths[0], text: undefined }) as string;
    expect(text.replaceAll(/\$\{env:COUNTERSIGN_TOKEN\}|"?\$?COUNTERSIGN_TOKEN"?/gu, '')).not.toMatch(/token/iu);
  }
});
