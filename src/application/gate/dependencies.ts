import type { RepairJson } from '../../domain/opinion/reading.js';
import type { ConditionResult, GateReview } from '../../domain/model/gate.js';
import type { GateSettings } from '../../domain/model/policy-protocols.js';
import type { Policy } from '../../domain/model/policy.js';
import type { Refusal } from '../../domain/model/refusal.js';
import type { Caller, IdentifyDependencies } from '../identify.js';
import type { Clock } from '../ports/clock.js';
import type { ArtifactFiles, GateAgents, GateLog } from '../ports/gate-agents.js';
import type { Workflow } from '../ports/workflow.js';

/** What every use case of gates works with. */
export interface GateDependencies extends IdentifyDependencies {
  readonly clock: Clock;
  readonly caller: Caller;
  /** Applies what is overdue; the number of deadlines that fired. */
  readonly overdue: () => Promise<number>;
  readonly artifacts: ArtifactFiles;
  /** `sha256` hex of bytes, as the blob store names them. */
  readonly digestBytes: (bytes: Uint8Array) => string;
  /** Where a person finds the bytes of a `sha256` that the store keeps. */
  readonly placeOfBlob: (digest: string) => Promise<string>;
}

export interface RunGateDependencies extends GateDependencies {
  readonly newId: () => string;
  /** Unguessable text of letters and digits, new at each call. */
  readonly random: () => string;
  /** What the newest commit holds that the default branch accepted: what judges does not change with what is judged (SPEC 2, rule 7). */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  readonly loadWorkflow: (text: string, file: string, defaults: GateSettings) => Workflow | Refusal;
  readonly policy: Policy;
  readonly agents: GateAgents;
  readonly evaluate: (condition: string, review: GateReview, iteration: number) => ConditionResult;
  readonly repair: RepairJson;
  /** A text without whatever looks like a credential. */
  readonly redact: (text: string) => Promise<string>;
  readonly log: GateLog;
}
