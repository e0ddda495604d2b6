import type { GateView, ListedGate } from '../../../application/gate/look.js';
import type { GateRow } from '../../../application/ports/gates.js';
import { iso } from '../text/time.js';

/** A gate with times as ISO 8601 UTC (docs/json.md). */
export function gateObject({ gate, standing }: GateView): object {
  const { id, task, workflow, description, coder, reviewer, terms, standards, artifactPath } = gate;
  const { status, locked, reason, why, extended, startedBy, personDecision } = gate;
  return {
    gate: {
      ...{ id, task, workflow, description, coder, reviewer, terms, standards, artifactPath },
      ...{ status, standing, locked },
      edits: gate.edits.map(({ digest, at }) => ({ digest, at: iso(at) })),
      ...{ reason, why, extended, startedBy },
      iterations: gate.iterations.map(({ at, ...rest }) => ({ ...rest, at: iso(at) })),
      startedAt: iso(gate.startedAt),
      endedAt: iso(gate.endedAt),
      waitingSince: iso(gate.waitingSince),
      personDecision: personDecision === null ? null : { ...personDecision, at: iso(personDecision.at) },
    },
  };
}

export function gateRowObject({ startedAt, endedAt, waitingSince, ...rest }: GateRow | ListedGate): object {
  return { ...rest, startedAt: iso(startedAt), endedAt: iso(endedAt), waitingSince: iso(waitingSince) };
}
