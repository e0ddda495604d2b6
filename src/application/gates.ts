import type { GateLogDocument } from '../domain/gate/log.js';
import type { Refusal } from '../domain/model/refusal.js';
import type { DecideGate, WarnedGateView } from './gate/decide-by-person.js';
import type { GateView, ListedGate } from './gate/look.js';
import type { GateAsk } from './gate/open.js';
import type { GateRow } from './ports/gates.js';

/** Coder and reviewer loops (SPEC 8, GATE). A gate is named by its task, its id or the beginning of one, or `latest`. */
export interface Gates {
  run(
    ask: GateAsk,
    progress: (step: { readonly who: string; readonly step: string }) => void,
    signal: AbortSignal,
  ): Promise<WarnedGateView | Refusal>;
  show(gate: string): Promise<GateView | Refusal>;
  list(ask: { readonly limit?: number }): Promise<readonly ListedGate[] | Refusal>;
  /** Gates that wait for a person, the longest waiting first. */
  waiting(limit: number): Promise<readonly GateRow[] | Refusal>;
  decide(ask: DecideGate): Promise<WarnedGateView | Refusal>;
  export(gate: string): Promise<GateLogDocument | Refusal>;
}
