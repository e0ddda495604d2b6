import type { PatternReport } from '../../../../application/patterns.js';
import { iso } from '../../text/time.js';

/** A pattern in JSON (docs/json.md). */
export function patternObject({ switched, eligible, ...report }: PatternReport): object {
  return {
    ...report,
    eligible: { ...eligible, since: iso(eligible.since) },
    switched: switched && {
      person: switched.person,
      note: switched.note,
      enabledAt: iso(switched.enabledAt),
      disabledAt: iso(switched.disabledAt),
      confidence: switched.confidence,
    },
  };
}
