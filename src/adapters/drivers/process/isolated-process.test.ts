import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIsolated, startIsolated, type IsolatedCall, type ProcessLimits } from './isolated-process.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-process-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const limits: ProcessLimits = { wallMs: 20_000, outputBytes: 1_000_000 };

function call(script: string, over: Partial<IsolatedCall> = {}): IsolatedCall {
  return {
    program: '/bin/sh',
    args: ['-c', script],
    directory: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    input: '',
    limits,
    ...over,
  };
}

const run = (script: string, over: Partial<IsolatedCall> = {}, signal = new AbortController().signal) =>
  runIsolated(call(script, over), signal);

/** Ids of processes that the script wrote to `pids`, still there. A zombie that nobody waited for is not there. */
function alive(): readonly string[] {
  return readFileSync(join(home, 'pids'), 'utf8')
    .trim()
    .split(/\s+/)
    .filter((pid) => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    });
}

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a program that runs alone', () => {
  it('reads the input, then the end of it', async () => {
    const end = await run('cat; echo to me >&2', { input: 'a prompt' });
    expect(end).toMatchObject({ stopped: undefined, exitCode: 0, stdout: 'a prompt', stderr: 'to me\n' });
  });

  it('may leave its input unread', async () => {
    const end = await run('exit 3', { input: 'x'.repeat(5_000_000) });
    expect(end).toMatchObject({ exitCode: 3, stopped: undefined });
  });

  it('has exactly the environment that it is given', async () => {
    process.env['COUNTERSIGN_TOKEN'] = 'secret';
    try {
      const { stdout } = await run('env');
      const names = stdout
        .trim()
        .split('\n')
        .map((line) => line.split('=')[0]);
      // What a shell sets for itself.
      expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? '')).sort()).toEqual([
        'HOME',
        'PATH',
      ]);
    } finally {
      delete process.env['COUNTERSIGN_TOKEN'];
    }
  });

  it('that does not exist has not started', async () => {
    const end = await run('', { program: join(home, 'none') });
    expect(end.unstarted).toContain('ENOENT');
    expect(end.exitCode).toBeUndefined();
  });

  it('never has the home directory of the user, whose every process would be ended with it', () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: homedir() };
    expect(() => run('exit 0', { env, program: join(home, 'none') })).toThrow(/a home directory of its own/u);
  });

  it('is in a process group of its own', async () => {
    const { stdout } = await run('echo $$ $(ps -o pgid= -p $$)');
    const [pid, group] = stdout.trim().split(/\s+/);
    expect(group).toBe(pid);
  });
});

describe('limits', () => {
  it('ends the whole group when the time is up, also what ignores SIGTERM', async () => {
    const script = `trap '' TERM; sh -c "trap '' TERM; sleep 600" & echo $! $$ > pids; while :; do sleep 600; done`;
    const end = await run(script, { limits: { ...limits, wallMs: 300 } });
    expect(end.stopped).toBe('timed_out');
    expect(end.durationMs).toBeLessThan(10_000);
    expect(alive()).toEqual([]);
  });

  it('ends it when nothing was heard for too long (claude-code#39700)', async () => {
    const end = await run('echo started; sleep 600', { limits: { ...limits, idleMs: 300 } });
    expect(end).toMatchObject({ stopped: 'idle', stdout: 'started\n' });
  });

  it('does not call it idle while it writes', async () => {
    const script = 'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done';
    expect(await run(script, { limits: { ...limits, idleMs: 500 } })).toMatchObject({
      stopped: undefined,
      exitCode: 0,
    });
  });

  it('keeps no more than the cap, and stops it', async () => {
    const end = await run('yes', { limits: { ...limits, outputBytes: 1_000 } });
    expect(end.stopped).toBe('too_much_output');
    expect(end.stdout.length + end.stderr.length).toBe(1_000);
  });

  it('ends the group when the review is cancelled, before and while it runs', async () => {
    expect(await run('sleep 600', {}, AbortSignal.abort())).toMatchObject({ stopped: 'cancelled' });
    const abort = new AbortController();
    const { ended } = startIsolated(
      {
        ...call('sleep 600 & echo $! $$ > pids; echo ready; wait'),
        heard: () => abort.abort(),
        farewell: () => undefined,
      },
      abort.signal,
    );
    expect((await ended).stopped).toBe('cancelled');
    expect(alive()).toEqual([]);
  });
});

describe('what it leaves behind', () => {
  it('is ended with its group, also what hides whose it is', async () => {
    await run('env -u HOME sleep 600 & echo $! > pids; echo done');
    expect(alive()).toEqual([]);
  });

  it('is ended with it, so that a pipe it holds open keeps nobody waiting', async () => {
    const end = await run('sleep 600 & echo $! > pids; echo done');
    expect(end).toMatchObject({ stopped: undefined, exitCode: 0, stdout: 'done\n' });
    expect(alive()).toEqual([]);
  });

  onLinux('is ended also when it left the group', async () => {
    const end = await run(
      'setsid sh -c "echo \\$\\$ > pids; sleep 600" & while [ ! -s pids ]; do sleep 0.05; done; echo done',
    );
    expect(end).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    expect(alive()).toEqual([]);
  });
});

describe('a program that is spoken with', () => {
  const speak = (script: string, over: Partial<IsolatedCall> = {}, farewell = (): void => undefined) => {
    const heard: Buffer[] = [];
    const running = startIsolated(
      { ...call(script, over), heard: (bytes) => heard.push(bytes), farewell },
      new AbortController().signal,
    );
    return { running, heard };
  };

  it('hears what is said to it, and is heard byte for byte, until nothing more is wanted of it', async () => {
    const { running, heard } = speak('while read -r line; do printf "%s\\n" "$line"; done; exit 3');
    running.stdin.write('één\n');
    running.finish();
    expect(await running.ended).toMatchObject({ stopped: undefined, exitCode: 3, stdout: 'één\n' });
    expect(Buffer.concat(heard).toString('utf8')).toBe('één\n');
  });

  it('is ended when it goes on although nothing more is wanted of it', async () => {
    const { running } = speak('sleep 600 & echo $! $$ > pids; while :; do sleep 600; done');
    running.finish();
    expect(await running.ended).toMatchObject({ stopped: undefined, exitCode: undefined });
  });

  it('is told at a limit, and may end by itself before its group is ended', async () => {
    const over = { limits: { ...limits, idleMs: 200 } };
    const { running } = speak('read -r word; echo "$word"; exit 4', over, () => running.stdin.write('stop\n'));
    expect(await running.ended).toMatchObject({ stopped: 'idle', exitCode: 4, stdout: 'stop\n' });
  });
});
