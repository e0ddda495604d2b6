import type { PatternSwitch } from '../model/pattern.js';
import { dayMs } from './eligibility.js';
import type { PatternStanding } from './standing.js';

/** How long a pattern is eligible before a person is asked to switch it on (PRS 11). */
export const suggestedAfterMs = 7 * dayMs;

/**
 * Whether it is time to suggest a pattern to a person: once for each time that it became eligible, and not where somebody has switched it
 * on or off since. Enabling stays a person's act. `now`: epoch milliseconds.
 */
export function suggestionDue(
  { eligible, phase }: Pick<PatternStanding, 'eligible' | 'phase'>,
  switched: PatternSwitch | undefined,
  now: number,
): boolean {
  const { since } = eligible;
  if (since === null || phase.name !== 'off' || now - since < suggestedAfterMs) return false;
  const spoken = [switched?.suggestedAt, switched?.enabledAt, switched?.disabledAt];
  return spoken.every((at) => at === undefined || at === null || at < since);
}

/** Whether a person was asked and has neither switched it on nor off since, while it may still be switched on. */
export function suggestionStands(
  { eligible, phase }: Pick<PatternStanding, 'eligible' | 'phase'>,
  switched: PatternSwitch | undefined,
): boolean {
  const { suggestedAt = null, enabledAt = null, disabledAt = null } = switched ?? {};
  if (suggestedAt === null || eligible.since === null || phase.name !== 'off') return false;
  return [enabledAt, disabledAt].every((at) => at === null || at < suggestedAt);
}
