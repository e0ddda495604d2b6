import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { readPolicy } from './read-policy.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

function read(files: Files) {
  return readPolicy((path) => {
    const content = files[path];
    return Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  });
}

async function refused(files: Files): Promise<Refusal> {
  const outcome = await read(files);
  if (!isRefusal(outcome)) throw new Error('was read');
  return outcome;
}

describe('readPolicy', () => {
  it('gives the default policy, with a digest of its own, where there is no file', async () => {
    const outcome = await read({ 'policy.yaml': 'enabled: false' });
    expect(outcome).toMatchObject({ policy: defaultPolicy, origin: { source: 'default' } });
    expect(outcome).toEqual(await read({}));
  });

  it.each(['.countersign/policy.yaml', '.countersign/policy.yml'])('reads %s, and digests its bytes', async (path) => {
    const text = 'enabled: false # for now\n';
    const digest = createHash('sha256').update(text).digest('hex');
    expect(await read({ [path]: text })).toEqual({
      policy: { ...defaultPolicy, enabled: false },
      origin: { source: 'base', digest },
    });
  });

  it('checks the same bytes once, and others anew, be it only their name that differs', async () => {
    const wrong = 'enabled: perhaps\n';
    const first = await read({ '.countersign/policy.yaml': 'enabled: false\n' });
    expect(await read({ '.countersign/policy.yaml': 'enabled: false\n' })).toBe(first);
    expect(await read({ '.countersign/policy.yaml': 'enabled: true\n' })).toMatchObject({ policy: { enabled: true } });
    for (const path of ['.countersign/policy.yaml', '.countersign/policy.yml'])
      expect(await refused({ [path]: wrong })).toMatchObject({ problems: [{ file: path }] });
  });

  it('refuses two files, since nobody could tell which holds', async () => {
    const both = { '.countersign/policy.yaml': '', '.countersign/policy.yml': '' };
    expect(await refused(both)).toMatchObject({ code: 'policy_ambiguous' });
  });

  it('names the line that is not UTF-8', async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode('enabled: true\n# '), 0xe9, 0x0a, 0x61]);
    expect(await refused({ '.countersign/policy.yaml': bytes })).toMatchObject({
      code: 'policy_unreadable',
      problems: [{ line: 2, file: '.countersign/policy.yaml' }],
    });
    expect(await refused({ '.countersign/policy.yaml': Uint8Array.of(0xff, 0xfe, 0x61, 0) })).toMatchObject({
      problems: [{ line: 1 }],
    });
  });

  it('passes on what is wrong with the policy', async () => {
    expect(await refused({ '.countersign/policy.yml': 'enabeld: true' })).toMatchObject({
      code: 'policy_invalid',
      problems: [{ file: '.countersign/policy.yml', line: 1, nearest: 'enabled' }],
    });
  });
});
