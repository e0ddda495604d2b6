import { describe, expect, it } from 'vitest';
import { deadlines } from '../../src/domain/deadlines/deadlines.js';
import { decisionTriggers } from '../../src/domain/escalation/triggers.js';
import { allowedVerbs, next, transitions } from '../../src/domain/lifecycle/table.js';
import type { EscalationTrigger } from '../../src/domain/model/escalation.js';
import type { ReviewEvent } from '../../src/domain/model/event.js';
import type { DeadlineKind } from '../../src/domain/model/peer.js';
import type { ReviewStatus } from '../../src/domain/model/review.js';
import { termsOf } from '../../src/domain/peer/request/terms.js';
import { defaultPolicy } from '../../src/domain/policy/default-policy.js';
import { hour, minute, peerRequested, peerReview, seatsHandedOut } from '../kit/peer.js';
import { requested } from '../kit/review.js';
import { read } from './sources.js';

const words = (text: string) => text.replaceAll('_', ' ');

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function states(): string {
  const all = Object.keys(transitions) as ReviewStatus[];
  return table(
    ['state', 'what can be done'],
    all.map((status) => {
      const verbs = allowedVerbs(status).map((verb) => `${words(verb)} → ${next(status, verb) ?? ''}`);
      return [`\`${status}\``, verbs.length === 0 ? 'nothing: it is final' : verbs.join(', ')];
    }),
  );
}

/** The default policy, with an agent that comes by itself and somebody to call in its place. */
const terms = termsOf(
  {
    ...defaultPolicy,
    agents: {
      grace: { role: 'grace', driver: 'mcp', fallback: ['helper'], limits: {} },
      helper: { role: 'helper', driver: 'command', limits: {} },
    },
  },
  undefined,
);

/** How long after `0` each deadline of a review with the default policy falls due, in states that have it. */
function due(): ReadonlyMap<DeadlineKind, number> {
  const request: readonly [number, ReviewEvent] = [0, { type: 'review_requested', data: peerRequested({ terms }) }];
  const assign = (reviewer: string | null): readonly [number, ReviewEvent] => [
    0,
    { type: 'review_assigned', data: { reviewer, place: 'primary', reason: '', rules: [] } },
  ];
  const start: readonly [number, ReviewEvent] = [
    0,
    { type: 'review_started', data: { reviewer: 'grace', leaseUntil: terms.silentMinutes * minute, nonceDigest: 'n' } },
  ];
  const asked: readonly [number, ReviewEvent] = [
    0,
    {
      type: 'review_decided',
      data: { findings: [], decision: { outcome: 'changes_requested', confidence: 80, rules: [] } },
    },
  ];
  const contested: readonly [number, ReviewEvent] = [
    0,
    { type: 'finding_contested', data: { findingId: 'F', by: 'ada', argument: '', evidence: [], judge: 'linus' } },
  ];
  const deadline = terms.escalation.humanTimeoutHours * hour;
  const escalated: readonly [number, ReviewEvent] = [
    0,
    { type: 'review_escalated', data: { trigger: 'by_hand', reason: '', by: 'ada', deadline } },
  ];
  const alone: readonly [number, ReviewEvent] = [0, { type: 'review_requested', data: requested() }];
  const fixing: readonly [number, ReviewEvent] = [
    0,
    { type: 'fix_loop_started', data: { author: 'ada', cap: 2, turns: 10 } },
  ];
  const dueAt = defaultPolicy.defaultTimeoutMinutes * minute;
  const handedOut: readonly [number, ReviewEvent] = [0, { type: 'seats_handed_out', data: seatsHandedOut({ dueAt }) }];
  const reviews = [
    peerReview(request, assign('grace')),
    peerReview(request, assign(null)),
    peerReview(request, assign('grace'), start),
    peerReview(request, assign('grace'), start, asked),
    peerReview(request, assign('grace'), start, asked, contested),
    peerReview(request, escalated),
    peerReview(alone, start),
    peerReview(alone, fixing),
    peerReview(alone, start, handedOut),
  ];
  return new Map(reviews.flatMap(deadlines).map(({ kind, dueAt }) => [kind, dueAt]));
}

const causes: Readonly<Record<DeadlineKind, readonly [since: string, then: string]>> = {
  start_reminder: ['the assignment', 'the reviewer is reminded'],
  start_backup: ['the assignment', 'the next of the line takes over; a timeout incident'],
  claim_ended: ['the assignment', 'a worker calls the `fallback` of the agent; without one nothing'],
  reviewer_silent: ['the last sign of the reviewer', 'presumed crashed: the next of the line takes over'],
  assignment_wait: ['nobody was free', 'whoever is free by now; else a person'],
  judge_silent: ['the contest', 'a person'],
  creator_silent: ['changes were requested, or what was contested was judged', 'a person'],
  review_open_too_long: ["the creator's latest submission", 'a person'],
  escalation_warning: ['the question was put', 'the person is warned'],
  escalation_expired: ['the question was put', "the reviewer's position stands, marked as expired"],
  seats_due: ['a seat was handed out', 'it counts as not reviewed; the round is decided once all others have answered'],
  fix_silent: ['the latest step of a [fix loop](fix-loop.md)', 'the loop ends: a person, with what remains'],
  lease_ended: ['an embedded review began', 'the round is inconclusive'],
};

const own: Partial<Record<DeadlineKind, string>> = {
  lease_ended: 'its lease',
  fix_silent: "its author's limit and 5 min",
};

function time(milliseconds: number): string {
  const hours = milliseconds / hour;
  return hours >= 2 && Number.isInteger(hours) ? `${hours} h` : `${milliseconds / minute} min`;
}

function deadlineTable(): string {
  const after = due();
  return table(
    ['deadline', 'since', 'after', 'then'],
    Object.entries(causes).map(([kind, [since, then]]) => {
      const known = after.get(kind as DeadlineKind);
      if (known === undefined) throw new Error(`no review has the deadline ${kind}`);
      const lease = own[kind as DeadlineKind] ?? time(known);
      return [`\`${kind}\``, since, lease, then];
    }),
  );
}

const { escalation } = defaultPolicy;

const conditions: Readonly<Record<EscalationTrigger, string>> = {
  contradictory_reviews: 'a re-review still says the opposite of the first one after clarification',
  fix_loop: 'the [fix attempts](fix-loop.md) of the creator repeat themselves, break what was mended, or took too long',
  revision_cap: `not approved with ${escalation.maxRevisions} revisions used`,
  mutual_uncertainty: 'creator and reviewer are both below 60; a third seat is asked as well',
  several_valid_options: 'an `architecture_decision` for which the reviewer names two or more valid approaches',
  critical_type_unsure: `a \`security_change\` or \`breaking_change\` judged with confidence below ${escalation.minCriticalTypeConfidence ?? 0}`,
  confidence_gap: `the creator's confidence exceeds the reviewer's by more than ${escalation.maxConfidenceGap ?? 0}`,
  disputed_rejection: 'rejected, and the creator contests a finding or escalates',
  contested_twice: 'a finding is contested for the third time',
  nobody_free: 'nobody is free to review, or to judge a contest',
  creator_silent: 'the creator does not answer a request for changes',
  open_too_long: 'the review is open too long',
  by_hand: 'creator or reviewer escalates, with a reason',
  rules: 'the policy seats a person',
};

function triggerTable(): string {
  const all = Object.entries(conditions);
  expect(all.slice(0, decisionTriggers.length).map(([trigger]) => trigger)).toEqual(decisionTriggers);
  return table(
    ['trigger', 'when'],
    all.map(([trigger, condition]) => [`\`${trigger}\``, condition]),
  );
}

function withPart(page: string, name: string, part: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`, 'u');
  expect(page).toMatch(pattern);
  return page.replace(pattern, (_, open: string, close: string) => `${open}\n${part}\n\n${close}`);
}

describe('docs/peer-review.md', () => {
  it('has the tables that the code makes (npx vitest run test/docs/peer-review.test.ts -u)', async () => {
    const parts = { states: states(), deadlines: deadlineTable(), triggers: triggerTable() };
    const page = Object.entries(parts).reduce(
      (text, [name, part]) => withPart(text, name, part),
      read('docs/peer-review.md'),
    );
    await expect(page).toMatchFileSnapshot('../../docs/peer-review.md');
  });
});
