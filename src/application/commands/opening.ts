import type { Assignment } from '../../domain/assignment/assign.js';
import type { Decision, RuleResult } from '../../domain/model/decision.js';
import type { ReviewRequested } from '../../domain/model/event.js';
import type { Disposition } from '../../domain/model/finding.js';
import type { PanelTerms } from '../../domain/model/panel.js';
import { personSeat } from '../../domain/model/seat.js';
import { criteriaFor } from '../../domain/policy/lookup.js';
import { servicesOf } from '../../domain/policy/path-facts.js';
import { requirement, type Requirement } from '../../domain/policy/requirement.js';
import type { EvaluateCondition } from '../../domain/policy/facts.js';
import type { Prepared } from './prepare.js';

export interface OpeningInput {
  readonly prepared: Prepared;
  readonly evaluate: EvaluateCondition;
  /** Review even where a rule would skip. */
  readonly noSkip: boolean;
  /** Seats that work at once. */
  readonly seats: readonly string[];
  /** Who was assigned, and why. */
  readonly assignment: Assignment;
  /** Rules by which the seats were given. */
  readonly seatRules: readonly RuleResult[];
  /** Whether the assigned reviewer is asked at once: its seat is among `seats`. */
  readonly asked: boolean;
  readonly carried: ReadonlyMap<string, Disposition>;
  /** Roles that the embedded reviewers play; they keep no queue. */
  readonly embeddedRoles: ReadonlySet<string>;
}

/** The facts a review opens with: what was asked for, under which rules, and what they led to. */
export interface Opening {
  readonly requested: ReviewRequested;
  readonly reviewer: string | undefined;
  /** Set when no review is needed. */
  readonly skipped: Decision | undefined;
}

export function open(input: OpeningInput): Opening {
  const { assignment, seatRules } = input;
  const { requested, skipped } = openWith(input);
  const assigned = skipped === undefined;
  return {
    reviewer: assignment.reviewer,
    skipped,
    requested: {
      ...requested,
      openingRules: [...requested.openingRules, ...(assigned ? [...assignment.rules, ...seatRules] : [])],
      seats: assigned ? owed(assignment.reviewer, input) : [],
    },
  };
}

/** The facts a review opens with whose panel decides: its seats owe an opinion, and nobody else (SPEC 6.1). */
export function openPanel(
  input: Pick<OpeningInput, 'prepared' | 'evaluate' | 'noSkip' | 'carried' | 'seatRules'>,
  panel: PanelTerms,
): Opening {
  const { requested, skipped } = openWith(input);
  if (skipped !== undefined) return { requested, skipped, reviewer: undefined };
  return {
    reviewer: 'panel',
    skipped,
    requested: {
      ...requested,
      protocol: 'panel',
      openingRules: [...requested.openingRules, ...input.seatRules],
      seats: panel.voices.flatMap(({ seats }) => seats),
      panel,
    },
  };
}

/** What a review opens with before anybody is asked to review: no seat owes anything yet. */
export function openWith({
  prepared,
  evaluate,
  noSkip,
  carried,
}: Pick<OpeningInput, 'prepared' | 'evaluate' | 'noSkip' | 'carried'>): Omit<Opening, 'reviewer'> {
  const { policy, origin, creator, classification, facts, exclusions, frozen, pathFacts } = prepared;
  const services = servicesOf(policy, pathFacts);
  const needed = requirement(policy, facts, evaluate);
  const typeRule: RuleResult = {
    id: 'policy.type',
    result: 'satisfied',
    reason: `${classification.type}: ${classification.reason}`,
  };
  return {
    skipped: skipDecision(needed, { noSkip, prepared }),
    requested: {
      reviewType: classification.type,
      protocol: 'standards',
      creator,
      change: frozen.change,
      classification,
      policy: origin,
      criteria: criteriaFor(policy, classification.type),
      standards: policy.standards,
      embedded: policy.embedded,
      rejectGrounds: policy.rejectGrounds,
      notifications: policy.notifications,
      openingRules: [typeRule, ...repairRules(prepared), ...needed.rules],
      exclusions,
      ...(services.length > 0 && { services }),
      seats: [],
      carried: Object.fromEntries(carried),
    },
  };
}

/**
 * Seats that owe an opinion: those that work at once, and the assigned reviewer's own where that is somebody else. Rules that
 * could not be read are not replaced by a machine's word: a person has a seat.
 */
function owed(reviewer: string | undefined, input: OpeningInput): readonly string[] {
  const { seats, embeddedRoles, asked, prepared } = input;
  if (prepared.brokenAtBase !== undefined) return [...seats, personSeat];
  if (asked || (reviewer !== undefined && embeddedRoles.has(reviewer))) return seats;
  if (reviewer === 'human') return [...seats, personSeat];
  return [...seats, reviewer === undefined ? 'a reviewer who is free' : `${reviewer}@mcp`];
}

/** The base has rules, and nobody can read them: said by a rule of its own. */
export function repairRules({ brokenAtBase }: Pick<Prepared, 'brokenAtBase'>): readonly RuleResult[] {
  if (brokenAtBase === undefined) return [];
  const reason =
    `the policy of the base revision cannot be used (${brokenAtBase.message}): this change repairs it, so the default ` +
    'policy applies, nothing is skipped and a person decides';
  return [{ id: 'policy.base_usable', result: 'unsatisfied', reason }];
}

/** Skipped is a state of its own, never "approved" (SPEC 2, rule 6). The rules stand with the opening. */
function skipDecision(
  needed: Requirement,
  { noSkip, prepared }: Pick<OpeningInput, 'noSkip' | 'prepared'>,
): Decision | undefined {
  if (prepared.brokenAtBase !== undefined) return undefined;
  const entries = prepared.frozen.change.files;
  const names = new Set(entries.map(({ path }) => prepared.exclusions[path]));
  if (!names.has(undefined) && prepared.classification.protectedPaths.length === 0) {
    const reason = `every entry is excluded from reading by ${[...names].join(', ')}`;
    return {
      outcome: 'skipped',
      confidence: 0,
      rules: [{ id: 'coverage.nothing_to_read', result: 'satisfied', reason }],
    };
  }
  if (needed.needed || noSkip) return undefined;
  const rule: RuleResult = { id: needed.skippedBy, result: 'satisfied', reason: needed.reason };
  return { outcome: 'skipped', confidence: 0, rules: [rule] };
}
