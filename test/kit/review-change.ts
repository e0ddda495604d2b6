import { embeddedReviewer, type EmbeddedReviewerOptions } from '../../src/adapters/analyzers/embedded-reviewer.js';
import type { Packet } from '../../src/application/ports/reviewer.js';
import type { RaisedFinding } from '../../src/domain/model/finding.js';
import type { Opinion } from '../../src/domain/model/opinion.js';
import { frozenChange, packetFor, type ChangeSpec } from './frozen-change.js';

export interface Reviewed {
  readonly opinions: readonly Opinion[];
  readonly findings: readonly RaisedFinding[];
  /** `severity rule file:line`, sorted as the opinions give them. */
  readonly found: readonly string[];
  /** Answers of all seats. */
  readonly checklist: Opinion['checklist'];
}

export type Packeted = Partial<Packet> & {
  readonly options?: Partial<EmbeddedReviewerOptions>;
  readonly signal?: AbortSignal;
};

/** Reviews a change given as two file maps with the embedded reviewers. */
export async function reviewChange(spec: ChangeSpec, { options, signal, ...packet }: Packeted = {}): Promise<Reviewed> {
  const reviewer = embeddedReviewer({ storeEvidence: () => Promise.resolve('0'.repeat(64)), ...options });
  const whole = packetFor(frozenChange(spec), packet);
  const opinions = await reviewer.review(
    whole,
    reviewer.seats(whole),
    () => undefined,
    signal ?? new AbortController().signal,
  );
  const findings = opinions.flatMap((opinion) => opinion.findings);
  return {
    opinions,
    findings,
    found: findings.map(({ severity, rule, file, line }) => `${severity} ${rule} ${file}${line ? `:${line}` : ''}`),
    checklist: Object.assign({}, ...opinions.map(({ checklist }) => checklist)) as Opinion['checklist'],
  };
}

/** Criteria by name, all required. */
export function criteria(...names: readonly string[]): Packet['criteria'] {
  return names.map((name) => ({ name, required: true, description: name, checks: [] }));
}
