import type { PatternEvent } from '../../domain/model/event.js';
import { patternId, type PatternEnabled, type PatternKey, type PatternSwitch } from '../../domain/model/pattern.js';
import { foldPattern } from '../../domain/patterns/evolve.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

interface On {
  readonly store: Pick<Store, 'append' | 'readStream'>;
  readonly clock: Clock;
}

/** Switches a pattern on; the pattern as it stands then, undefined where somebody else wrote to it meanwhile. */
export async function enable(
  on: On,
  { creator, type }: PatternKey,
  { person, note, confidence }: Omit<PatternEnabled, keyof PatternKey>,
): Promise<PatternSwitch | undefined> {
  const data = { creator, type, person, note, confidence };
  return put(on, { type: 'pattern_enabled', data }, person ?? 'countersign');
}

export async function put(
  { store, clock }: On,
  event: Exclude<PatternEvent, { readonly type: 'attempt_refused' }>,
  actor: string,
): Promise<PatternSwitch | undefined> {
  const stream = `pattern/${patternId(event.data)}` as const;
  const history = await store.readStream(stream);
  const expectedVersion = history.length;
  const appended = await store.append({ stream, expectedVersion, actor, at: clock.now(), events: [event] });
  return appended.outcome === 'conflict' ? undefined : foldPattern([...history, ...appended.events]);
}
