import type { ServiceMemory } from '../domain/memory/recollect.js';
import type { RejectedApproach } from '../domain/model/occurrence.js';
import type { Refusal } from '../domain/model/refusal.js';

/** What reviewers remember (SPEC 6.5), computed from the journal when it is asked for. */
export interface MemoryReport {
  readonly services: readonly (ServiceMemory & {
    /** What the policy of the newest commit has its reviewers told each time. */
    readonly rules: readonly string[];
  })[];
  /** The latest first. */
  readonly rejected: readonly RejectedApproach[];
}

/** What became of one file of the tree. */
export interface MemoryFile {
  /** From the top of the repository. */
  readonly path: string;
  /** `mended`: it was there and did not say what the journal says; `removed`: nothing is remembered under its name any more. */
  readonly action: 'created' | 'unchanged' | 'mended' | 'removed';
}

export interface Memory {
  show(filter: { readonly service?: string }): Promise<MemoryReport | Refusal>;
  /** Writes the tree below `.countersign/memory/`, as the journal says it. */
  rebuild(): Promise<readonly MemoryFile[] | Refusal>;
}
