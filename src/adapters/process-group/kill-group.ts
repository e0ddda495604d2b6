/** Sends a signal to every process of a group. A group that is gone already is no error. */
export function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): void {
  if (pid !== undefined) sendSignal(-pid, signal);
}

/** To one process, or to a group where the number is negative; to one that ended or is another user's it is not sent. */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}
