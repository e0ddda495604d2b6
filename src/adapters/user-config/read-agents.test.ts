import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAgents } from './read-agents.js';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'countersign-config-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function write(text: string, mode = 0o600): NodeJS.ProcessEnv {
  const file = join(scratch, 'config.yaml');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return { COUNTERSIGN_CONFIG: file, HOME: '/home/ada' };
}

describe('agents of the user', () => {
  it('are none without a file, and without the key', async () => {
    expect(await readAgents({ COUNTERSIGN_CONFIG: join(scratch, 'none.yaml') }, [])).toMatchObject({ agents: {} });
    expect(await readAgents(write('notifications: {}\n'), [])).toMatchObject({ agents: {} });
  });

  it('are read, names in one spelling and paths from the home directory', async () => {
    const env = write('agents:\n  Second_Look:\n    run: [~/bin/look, -x]\n    env: [KEY]\n    role: Code_Reader\n');
    expect(await readAgents(env, [])).toMatchObject({
      agents: { 'second-look': { run: ['/home/ada/bin/look', '-x'], env: ['KEY'], role: 'code-reader' } },
    });
  });

  it('are refused with every mistake, its line and its key', async () => {
    const env = write('agents:\n  a:\n    run: look\n    env: [COUNTERSIGN_TOKEN]\n  b:\n    drivr: cli\n');
    expect(await readAgents(env, [])).toMatchObject({
      code: 'config_invalid',
      problems: [
        { line: 3, key: 'agents.a.run' },
        { line: 4, key: 'agents.a.env.1' },
        { line: 6, key: 'agents.b' },
      ],
    });
    expect(await readAgents(write('agents: ['), [])).toMatchObject({ code: 'config_invalid' });
  });
});

describe('a file that others could have written', () => {
  it('is refused: it says what runs', async () => {
    expect(await readAgents(write('agents: {}\n', 0o666), [])).toMatchObject({ code: 'config_untrusted' });
    expect(await readAgents(write('agents: {}\n', 0o620), [])).toMatchObject({ code: 'config_untrusted' });
    expect(await readAgents({ COUNTERSIGN_CONFIG: 'config.yaml' }, [])).toMatchObject({ code: 'config_invalid' });
  });

  it('is refused inside of a repository, through a link too', async () => {
    const env = write('agents: {}\n');
    expect(await readAgents(env, [scratch])).toMatchObject({ code: 'config_untrusted' });
    mkdirSync(join(scratch, 'outside'));
    mkdirSync(join(scratch, 'repository'));
    writeFileSync(join(scratch, 'repository/config.yaml'), 'agents: {}\n');
    symlinkSync(join(scratch, 'repository/config.yaml'), join(scratch, 'outside/config.yaml'));
    const linked = { COUNTERSIGN_CONFIG: join(scratch, 'outside/config.yaml') };
    expect(await readAgents(linked, [join(scratch, 'repository')])).toMatchObject({ code: 'config_untrusted' });
  });
});
