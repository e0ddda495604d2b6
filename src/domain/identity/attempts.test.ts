import { describe, expect, it } from 'vitest';
import type { AttemptRefused } from '../model/event.js';
import { addsToRecord, type Happened } from './attempts.js';

const minute = 60_000;
const attempt = (over: Partial<AttemptRefused> = {}): AttemptRefused => ({
  ...{ verb: 'submit', code: 'token_needed', actor: 'ada' },
  ...over,
});
const refused = (data: AttemptRefused, at: number): Happened => ({ type: 'attempt_refused', data, at });

describe('a refused attempt', () => {
  it('without a credential goes on record once an hour, each kind of it by itself', () => {
    const history = [refused(attempt(), 0)];
    expect(addsToRecord(history, attempt(), 59 * minute)).toBe(false);
    expect(addsToRecord(history, attempt(), 60 * minute)).toBe(true);
    for (const other of [{ verb: 'start' }, { code: 'unknown_token' }, { actor: 'eve' }])
      expect(addsToRecord(history, attempt(other), minute)).toBe(true);
  });

  it('is bounded by the day without one, whatever name it is made under', () => {
    const history: Happened[] = [];
    for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
      const next = attempt({ actor: `somebody ${minutes}` });
      if (addsToRecord(history, next, minutes * minute)) history.push(refused(next, minutes * minute));
    }
    expect(history).toHaveLength(20);
    expect(addsToRecord(history, attempt(), 25 * 60 * minute)).toBe(true);
  });

  it('of whom a token proves always goes on record', () => {
    const history = Array.from({ length: 40 }, (_, index) => refused(attempt({ actor: `somebody ${index}` }), 0));
    const own = attempt({ code: 'own_work', actor: 'maker' });
    expect(addsToRecord([...history, refused(own, 0)], own, minute)).toBe(true);
  });
});
