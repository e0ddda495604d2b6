import { describe, expect, it } from 'vitest';
import { faultsFound } from '../../../../test/kit/faults-found.js';
import { agentFaultAnalyzers } from './index.js';

const found = async (path: string, head: string) =>
  (await faultsFound(agentFaultAnalyzers, { base: {}, head: { [path]: head } })).filter((hit) =>
    hit.startsWith('errors/'),
  );
const python = (name: string, caught = 'except Exception:', guarded = 'return ask(user)') =>
  `def ${name}(user):\n    try:\n        ${guarded}\n    ${caught}\n        return True\n`;
const script = (name: string, guarded: string) =>
  `export async function ${name}(user) {\n  try {\n    ${guarded}\n  } catch {\n    return true;\n  }\n}\n`;

describe('an error answered with yes', () => {
  it.each([
    ['authorize', 'except Exception:'],
    ['save', 'except:'],
    ['is_allowed', 'except Exception as error:'],
    ['check_token', 'except BaseException:'],
  ])('is found in Python: %s, %s', async (name, caught) => {
    expect(await found('a.py', python(name, caught))).toEqual(['errors/swallowed important a.py:4']);
  });

  it('is found in what lets somebody in, whatever it is asked by', async () => {
    expect(await found('a.py', python('is_valid', 'except Exception:', 'return decode(user).exp > now()'))).toEqual([
      'errors/swallowed important a.py:4',
    ]);
  });

  it.each([
    ['save', 'return await put(user);', 'important'],
    ['isAdmin', 'return roles(user).has("admin");', 'important'],
    ['save', 'return put(user);', 'minor'],
  ])('is found in a script: %s, %s', async (name, guarded, severity) => {
    expect(await found('src/a.ts', script(name, guarded))).toEqual([`errors/swallowed ${severity} src/a.ts:4`]);
  });

  it.each([
    ['a.py', python('is_closed')],
    ['a.py', python('is_unauthorized')],
    ['a.py', python('blocked')],
    ['a.py', python('save', 'except FileExistsError:')],
    ['a.py', python('is_allowed', 'except Exception:  # Guests may come in when the directory is down.')],
    ['a.py', python('is_allowed').replace('return True', 'return False')],
    ['src/a.ts', script('isMissing', 'return await ask(user);')],
  ])('is silent: %s %j', async (path, text) => {
    expect(await found(path, text)).toEqual([]);
  });
});
