import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import type { ChangeSpec } from '../../../../test/kit/frozen-change.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (spec: ChangeSpec) =>
  (await faultsFound(agentFaultAnalyzers, spec)).filter((hit) => hit.startsWith('tests/deleted '));

const id = '8a5852d4c1d0c9bc46460d679e6f54a6d88575a1';
const revert = `Revert "fix(etag): hash chunked responses whole"\n\nThis reverts commit ${id}.\n`;

/** As of a middleware that hashes a body at once, and one chunk after another before. */
const whole = 'export const digest = (chunks) => {\n  return hash(join(chunks));\n};\n';
const oneByOne =
  'export const digest = (chunks) => {\n  let result;\n  for (const chunk of chunks) result = hash(result, chunk);\n  return result;\n};\n';
const opening = "import { digest } from './digest.js';\n\n";
const plain = "it('hashes a body', () => {\n  expect(digest(['a'])).toBe('0a');\n});\n";
const chunked = "\nit('hashes a body in two chunks', () => {\n  expect(digest(['a', 'b'])).toBe('0b');\n});\n";
const reverted = {
  base: { 'digest.js': whole, 'digest.test.js': opening + plain + chunked },
  head: { 'digest.js': oneByOne, 'digest.test.js': opening + plain },
};

describe('tests that go with the revert of what they came with', () => {
  it('are not missed where git proves the revert', async () => {
    expect(await found({ ...reverted, messages: [revert], takesBack: [id] })).toEqual([]);
  });

  it('are missed where the message alone says so', async () => {
    expect(await found({ ...reverted, messages: [revert] })).toEqual(['tests/deleted minor digest.test.js:7']);
    const other = revert.replace(id, 'f'.repeat(40));
    expect(await found({ ...reverted, messages: [other], takesBack: [id] })).toHaveLength(1);
  });

  it('are missed where tests are all that is taken back', async () => {
    const base = { 'digest.js': whole, 'digest.test.js': opening + plain + chunked };
    const head = { ...base, 'digest.test.js': opening + plain };
    expect(await found({ base, head, messages: [revert], takesBack: [id] })).toHaveLength(1);
  });

  it('are missed where they are the last of what stays', async () => {
    const helper = 'export const join = (chunks) => chunks.flat();\n';
    const joins = "\nit('joins', () => {\n  expect(join(['a'])).toEqual(['a']);\n});\n";
    const from = "import { digest, join } from './digest.js';\n\n";
    const base = { 'digest.js': helper + whole, 'digest.test.js': from + plain + joins };
    const head = { 'digest.js': helper + oneByOne, 'digest.test.js': from + plain };
    expect(await found({ base, head, messages: [revert], takesBack: [id] })).toHaveLength(1);
  });
});

const context = (name: string) =>
  `import ssl\n\n\ndef create_context(verify=True):\n    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)\n\n\n${name}`;
const own = 'class SSLContext(ssl.SSLContext):\n    def __repr__(self):\n        return "<SSLContext>"\n';
const offers = (...names: readonly string[]) => `from ._config import ${names.join(', ')}\n`;
const creates = 'import tls\n\n\ndef test_create_context():\n    assert tls.create_context() is not None\n';
const repr = (of: string) => `\n\ndef test_repr():\n    made = ${of}()\n    assert repr(made).startswith("<")\n`;
const removal = (called: string) => ({
  base: {
    'tls/__init__.py': offers('SSLContext', 'create_context'),
    'tls/_config.py': context(own),
    'tests/test_config.py': creates + repr(called),
  },
  head: {
    'tls/__init__.py': offers('create_context'),
    'tls/_config.py': context('').trimEnd() + '\n',
    'tests/test_config.py': creates,
  },
});

describe('tests of a name that a package no longer offers', () => {
  it('are not missed though another package has the name', async () => {
    expect(await found(removal('tls.SSLContext'))).toEqual([]);
    expect(await found(removal('SSLContext'))).toEqual([]);
  });

  it('are missed where they are of that other package', async () => {
    expect(await found(removal('ssl.SSLContext'))).toHaveLength(1);
  });

  it('are missed where the name is still offered', async () => {
    const { base, head } = removal('tls.SSLContext');
    const kept = { ...head, 'tls/__init__.py': base['tls/__init__.py'] };
    expect(await found({ base, head: kept })).toHaveLength(1);
  });
});

const client = (proxies: string, words: string) =>
  `class Client:\n    """Sends requests.\n\n    ${words}\n    """\n\n    def __init__(self, proxy=None${proxies}):\n        self.proxy = proxy\n`;
const proxied = 'def test_proxy():\n    assert Client(proxy="a").proxy == "a"\n';
const many = '\n\ndef test_many():\n    assert Client(proxies="a").proxy == "a"\n';
const from = 'from client import Client\n\n\n';

describe('tests of a parameter that is gone', () => {
  const base = { 'client.py': client(', proxies=None', 'Knows proxies.'), 'test_client.py': from + proxied + many };
  const head = { 'client.py': client('', 'Knows proxies.'), 'test_client.py': from + proxied };

  it('are not missed where only docstrings and comments still speak of it', async () => {
    expect(await found({ base, head })).toEqual([]);
    const commented = { ...head, 'client.py': `${client('', '')}# Close transport and proxies.\n` };
    expect(await found({ base, head: commented })).toEqual([]);
  });

  it('are missed where code still has it', async () => {
    const used = { ...head, 'client.py': `${client('', '')}\n\ndef environment(proxies):\n    return proxies\n` };
    expect(await found({ base, head: used })).toHaveLength(1);
  });

  it('are missed where it went from a comment alone', async () => {
    const only = { 'client.py': client('', 'Knows proxies.'), 'test_client.py': from + proxied + many };
    expect(await found({ base: only, head: { ...head, 'client.py': client('', 'Knows one.') } })).toHaveLength(1);
  });
});
