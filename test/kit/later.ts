/** Environment of a process whose clock is ahead, in ms: what falls due later is due for it now. */
export function later(ms: number): Readonly<Record<string, string>> {
  const ahead = `const now = Date.now; Date.now = () => now() + ${ms};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}` };
}
