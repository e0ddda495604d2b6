import { BrokenHistory } from '../model/broken-history.js';
import type { AttemptRefused, Recorded } from '../model/event.js';
import { patternId, type PatternEvent, type PatternKey, type PatternSwitch } from '../model/pattern.js';

type Fact = PatternEvent | { readonly type: 'attempt_refused'; readonly data: AttemptRefused };

/** State after all events of one pattern's stream; undefined for an empty stream. */
export function foldPattern(events: readonly Recorded<Fact>[]): PatternSwitch | undefined {
  let pattern: PatternSwitch | undefined;
  for (const event of events) pattern = evolvePattern(pattern, event);
  return pattern;
}

/** State after one more event. Throws `BrokenHistory` when the event cannot follow. */
export function evolvePattern(pattern: PatternSwitch | undefined, recorded: Recorded<Fact>): PatternSwitch {
  const event = { type: recorded.type, data: recorded.data } as Fact;
  const id = recorded.stream.slice('pattern/'.length);
  const before = pattern ?? untouched(id);
  if (event.type === 'attempt_refused') return before;
  if (patternId(event.data) !== id)
    throw new BrokenHistory(`${recorded.stream}: ${event.type} of ${patternId(event.data)}`);
  const at = recorded.at;
  switch (event.type) {
    case 'pattern_suggested':
      return { ...before, suggestedAt: at };
    case 'pattern_enabled': {
      const { person, note, confidence } = event.data;
      return { ...before, enabledAt: at, disabledAt: null, person, note, confidence };
    }
    case 'pattern_disabled': {
      const { person, note } = event.data;
      return { ...before, disabledAt: at, person, note };
    }
  }
}

function untouched(id: string): PatternSwitch {
  const none = { suggestedAt: null, enabledAt: null, disabledAt: null, person: null, note: null };
  return { id, ...keyIn(id), ...none, confidence: 0 };
}

function keyIn(id: string): PatternKey {
  const slash = id.indexOf('/');
  return { creator: id.slice(0, slash), type: id.slice(slash + 1) };
}
