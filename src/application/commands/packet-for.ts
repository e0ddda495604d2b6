import type { Prepared } from './prepare.js';
import { criteriaFor } from '../../domain/policy/lookup.js';
import { servicesOf } from '../../domain/policy/path-facts.js';
import type { Packet } from '../ports/reviewer.js';

const minute = 60_000;

export interface Asked {
  /** Declared scope: globs. */
  readonly scope?: readonly string[] | undefined;
  /** Whether the test command of the policy runs: it may take long, so only where the opinions decide. */
  readonly withTests: boolean;
}

/** What the embedded reviewers are given of a prepared change. */
export function packetFor(reviewId: string, prepared: Prepared, { scope, withTests }: Asked): Packet {
  const { policy, frozen, classification, exclusions } = prepared;
  const { testCommand } = policy;
  const services = servicesOf(policy, prepared.pathFacts);
  return {
    reviewId,
    frozen,
    classification,
    criteria: criteriaFor(policy, classification.type),
    exclusions,
    embeddedVerdict: policy.embedded,
    ...(services.length > 0 && { services }),
    ...(prepared.brokenAtBase === undefined ? {} : { personDecides: true as const }),
    ...(scope === undefined ? {} : { scope }),
    ...(testCommand === null || !withTests
      ? {}
      : { testCommand: { command: testCommand.command, timeoutMs: testCommand.timeoutMinutes * minute } }),
  };
}
