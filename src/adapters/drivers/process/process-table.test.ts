import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { beginningOf, youngerThan } from './process-table.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the processes that can have begun after one', () => {
  it('are those of later ids', async () => {
    const first = spawn('sleep', ['60'], { stdio: 'ignore' });
    const began = beginningOf(first.pid);
    const second = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const young = youngerThan(first.pid, began);
      expect(young).toContain(String(second.pid));
      expect(young).not.toContain(String(process.pid));
    } finally {
      [first, second].forEach((each) => each.kill('SIGKILL'));
      await Promise.all([first, second].map((each) => once(each, 'exit')));
    }
  });

  it('are all, where so many were started since that ids may have come round', () => {
    const began = { ticks: beginningOf(process.pid)?.ticks, forks: 1 - 2 ** 31 };
    expect(youngerThan(process.pid, began)).toContain(String(process.ppid));
  });

  it('and where the ids are below the one already, or nobody counts', () => {
    const began = beginningOf(process.pid);
    expect(youngerThan(2 ** 30, began)).toContain(String(process.pid));
    expect(youngerThan(process.pid, { ticks: undefined, forks: Number.NaN })).toContain(String(process.ppid));
    expect(youngerThan(process.pid, undefined)).toContain(String(process.ppid));
  });
});
