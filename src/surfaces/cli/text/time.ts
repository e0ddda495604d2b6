const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `12 ms`, `3.4 s`, `2 min 5 s`, `3 h 10 min`. */
export function duration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return 'unknown time';
  if (milliseconds < second) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < minute) return `${(milliseconds / second).toFixed(1)} s`;
  if (milliseconds < hour)
    return `${Math.floor(milliseconds / minute)} min ${Math.floor((milliseconds % minute) / second)} s`;
  return `${Math.floor(milliseconds / hour)} h ${Math.floor((milliseconds % hour) / minute)} min`;
}

/** How long ago, in one unit: `now`, `5m`, `3h`, `12d`. */
export function age(then: number, now: number): string {
  const passed = Math.max(0, now - then);
  if (passed < minute) return 'now';
  if (passed < hour) return `${Math.floor(passed / minute)}m`;
  if (passed < day) return `${Math.floor(passed / hour)}h`;
  return `${Math.floor(passed / day)}d`;
}

/** How long until then, in one unit: `40 min left`, `34 h left`, `3 d left`, `over`. */
export function remaining(then: number, now: number): string {
  const left = then - now;
  if (left <= 0) return 'over';
  if (left < hour) return `${Math.ceil(left / minute)} min left`;
  return left < 3 * day ? `${Math.floor(left / hour)} h left` : `${Math.floor(left / day)} d left`;
}

/** ISO 8601 UTC of epoch milliseconds, null kept. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
