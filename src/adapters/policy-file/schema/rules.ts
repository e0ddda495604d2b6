import { z } from 'zod';
import { neverSkipped } from '../../../domain/model/policy.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { key } from './key.js';
import { actionType, actionTypeOrAny, condition, confidence, count, fraction, positive, text } from './words.js';

const { standards, escalation, embedded } = defaultPolicy;

const skipRule = z
  .strictObject({
    action_type: key(
      actionType.refine((type) => !neverSkipped.includes(type), {
        error: 'a type that may be skipped: security_change, breaking_change and policy_change never are',
      }),
      { description: 'Holds for this action type. The trivial types need a proof as well', source: 'PRS 5, SPEC 5.2' },
    ),
    autonomy_level: key(text, { description: 'Holds when the caller works at this autonomy level', source: 'PRS 5' }),
    except_for: key(z.array(actionType), {
      description: 'Action types that this rule never skips',
      source: 'PRS 5',
      default: [],
    }),
    has_auto_skip_pattern: key(z.literal(true), {
      description: 'Holds when a learned pattern of this creator and type is switched on',
      source: 'PRS 5, SPEC 7',
    }),
    min_confidence: key(confidence, {
      description: 'Least confidence of the learned pattern: 0.9 or 90',
      source: 'PRS 5',
    }),
    min_successes: key(count, { description: 'Fewest successful reviews behind the pattern', source: 'PRS 5' }),
    when: key(condition, { description: 'Holds when this condition does (see Conditions)', source: 'SPEC 5.2' }),
  })
  .refine(
    (rule) =>
      [rule.action_type, rule.autonomy_level, rule.has_auto_skip_pattern, rule.when].some((part) => part !== undefined),
    {
      error:
        'at least one of action_type, autonomy_level, has_auto_skip_pattern, when: this rule would skip everything',
    },
  )
  .refine(
    (rule) => rule.has_auto_skip_pattern ?? (rule.min_confidence === undefined && rule.min_successes === undefined),
    {
      error: 'has_auto_skip_pattern: true beside min_confidence and min_successes, which are about a learned pattern',
    },
  );

export const reviewRequired = z.strictObject({
  actions: key(z.array(actionTypeOrAny).min(1), {
    description:
      'Action types that need a review; `*` stands for every type. What the change itself shows counts as well',
    source: 'PRS 5',
    default: defaultPolicy.reviewRequired.actions,
  }),
  skip_if: key(z.array(skipRule), {
    description:
      'Rules that skip a review; the first that holds does. In each, all conditions that are set must hold. Default: the four trivial types on proof, and a pattern that is switched on',
    source: 'PRS 5',
  }),
});

const moreThan = z.string().regex(/^\s*>\s*\d+\s*$/, { error: 'a text like ">3"' });
const lessThan = z.string().regex(/^\s*<\s*\d+(\.\d+)?\s*$/, { error: 'a text like "<60"' });
const longerThan = z
  .string()
  .regex(/^\s*>\s*\d+\s*(minutes?|min|m|hours?|h|days?|d)\s*$/, { error: 'a text like ">2 hours"' });

const approve = z.strictObject({
  min_checklist_pass_rate: key(z.number().min(0), {
    description: 'Share of required criteria that must be true, 0 to 1',
    source: 'PRS 5',
    default: standards.minChecklistPassRate,
  }),
  min_confidence: key(confidence, {
    description: 'Least confidence of the reviewer: 80 or 0.8',
    source: 'PRS 5',
    default: standards.minConfidence,
  }),
  max_critical_concerns: key(count, {
    description: 'Critical findings that do not hinder an approval',
    source: 'PRS 5',
    default: standards.maxCriticalConcerns,
  }),
});

const changesCondition = z.strictObject({
  critical_concerns: key(moreThan, {
    description: 'More critical findings than this ask for changes; must agree with `max_critical_concerns`',
    source: 'PRS 5',
    default: '>0',
  }),
  checklist_pass_rate: key(lessThan, {
    description: 'A smaller share of true criteria asks for changes; must agree with `min_checklist_pass_rate`',
    source: 'PRS 5',
    default: '<1.0',
  }),
  confidence: key(lessThan, { description: 'Less confidence asks for changes', source: 'PRS 5', default: '<60' }),
});

const ground = z.boolean();
const rejectCondition = z.strictObject({
  fundamental_flaw: key(ground, { description: 'Ground: the approach is wrong', source: 'PRS 5', default: true }),
  would_break_system: key(ground, { description: 'Ground: it would do major damage', source: 'PRS 5', default: true }),
  security_risk: key(z.union([z.literal('critical'), z.boolean()], { error: '"critical", true or false' }), {
    description: 'Ground: a critical security risk',
    source: 'PRS 5',
    default: 'critical',
  }),
  better_to_start_over: key(ground, {
    description: 'Ground: mending takes longer than starting over',
    source: 'PRS 5',
    default: true,
  }),
});

const conditions = <T extends z.ZodType>(schema: T) =>
  key(z.array(schema), {
    description: 'List of conditions, any of which is enough. What it leaves out keeps its default',
    source: 'PRS 5',
  });

export const standardsSection = z.strictObject({
  approve: key(approve, { description: 'What an approval needs', source: 'PRS 5, SPEC 5.5' }),
  request_changes: key(z.strictObject({ conditions: conditions(changesCondition) }), {
    description: 'When changes are requested',
    source: 'PRS 5, SPEC 5.5',
  }),
  reject: key(z.strictObject({ conditions: conditions(rejectCondition) }), {
    description: 'Named grounds that make a rejection; `false` takes one away',
    source: 'PRS 5, SPEC 5.5',
  }),
  calibrate: key(z.boolean(), {
    description:
      'Whether the confidence of an approval counts only as far as the reviewer proved right before, once 20 of its opinions are judged; never for more than it states',
    source: 'SPEC 7',
    default: true,
  }),
});

const off = z.literal(false);
const autoEscalation = z.strictObject({
  reviewer_status: key(z.enum(['REJECT', 'REJECTED']), {
    description: 'With `and_creator_disagrees`: a rejection that the creator disputes',
    source: 'PRS 5',
    default: 'REJECT',
  }),
  and_creator_disagrees: key(z.boolean(), {
    description: 'false turns the escalation of disputed rejections off',
    source: 'PRS 5',
    default: escalation.onDisputedRejection,
  }),
  review_cycles: key(z.union([positive, moreThan], { error: '">3" or 3' }), {
    description: 'Revisions after which a negative decision goes to a person: ">3" and 3 mean the same',
    source: 'PRS 5, SPEC 3',
    default: '>3',
  }),
  time_exceeded: key(z.union([longerThan, off], { error: '">2 hours" or false' }), {
    description: 'Time a review may stay open',
    source: 'PRS 5',
    default: '>2 hours',
  }),
  confidence_gap: key(z.union([moreThan, off], { error: '">40" or false' }), {
    description: "Points by which the creator's confidence may exceed the reviewer's",
    source: 'PRS 5',
    default: '>40',
  }),
  critical_type_confidence: key(z.union([lessThan, off], { error: '"<90" or false' }), {
    description: 'A security or breaking change judged with less confidence goes to a person',
    source: 'SPEC 5.6',
    default: '<90',
  }),
});

export const escalationSection = z.strictObject({
  auto_escalate_to_human: key(z.array(autoEscalation), {
    description:
      'When a review goes to a person by itself. What it leaves out keeps its default; `false` turns a rule off',
    source: 'PRS 5, SPEC 5.6',
  }),
  human_timeout: key(z.number().min(1).max(8760), {
    description: "Hours a person has. Then the reviewer's position stands, marked as expired; it never approves",
    source: 'PRS 5, SPEC 3',
    default: escalation.humanTimeoutHours,
  }),
});

const percent = (meaning: string, value: number) =>
  key(confidence, { description: meaning, source: 'PRS 6.1', default: value });

export const embeddedSection = z.strictObject({
  critical_confidence: percent('Confidence with any critical finding (changes requested)', embedded.criticalConfidence),
  important_confidence: percent(
    'Confidence with any important finding (changes requested)',
    embedded.importantConfidence,
  ),
  minor_confidence: percent('Confidence with too many minor findings (changes requested)', embedded.minorConfidence),
  clean_confidence: percent('Confidence with none of these (approved)', embedded.cleanConfidence),
  max_minor: key(count, {
    description: 'More minor findings than this request changes',
    source: 'PRS 6.1',
    default: embedded.maxMinor,
  }),
});

const { learning } = defaultPolicy;

const eligibility = z.strictObject({
  min_successful_reviews: key(positive, {
    description: 'Successful reviews in the lookback period that make a pattern eligible',
    source: 'PRS 5, SPEC 3',
    default: learning.minSuccessfulReviews,
  }),
  min_confidence_avg: key(confidence, {
    description: 'Least mean confidence of these reviews: 0.9 or 90',
    source: 'PRS 5, SPEC 3',
    default: learning.minConfidenceAverage / 100,
  }),
  lookback_period_days: key(positive, {
    description: 'Days looked back',
    source: 'PRS 5',
    default: learning.lookbackDays,
  }),
});

/** At 1 everything is reviewed; at nothing, nobody would see what becomes of a pattern. */
const reviewedFraction = z.number().min(0.01).max(1);

const sampling = z.strictObject({
  clean_run: key(positive, {
    description: 'Clean reviews in a row before a change is skipped, again after each failure',
    source: 'SPEC 7',
    default: learning.sampling.cleanRun,
  }),
  fraction: key(reviewedFraction, {
    description: 'Fraction of the changes that is still reviewed, drawn at random when they are submitted',
    source: 'SPEC 7',
    default: learning.sampling.fraction,
  }),
});

export const learningSection = z.strictObject({
  auto_skip_eligibility: key(eligibility, {
    description: 'When a pattern may be suggested for skipping',
    source: 'PRS 5',
  }),
  pattern_confidence_increase_per_success: key(fraction, {
    description: 'Added to the confidence of a pattern by a success',
    source: 'PRS 5',
    default: learning.increasePerSuccess,
  }),
  pattern_confidence_decrease_per_failure: key(fraction, {
    description: 'Taken from it by a failed review',
    source: 'PRS 5',
    default: learning.decreasePerFailure,
  }),
  suggest_skip_after_eligible_days: key(count, {
    description: 'Days a pattern is eligible before a person is asked',
    source: 'PRS 5',
    default: learning.suggestAfterDays,
  }),
  auto_enable_at: key(z.union([positive, off], { error: 'a number of successes, or false' }), {
    description: 'Successes at which skipping starts without a person; false: only a person starts it',
    source: 'SPEC 3',
    default: false,
  }),
  sampling: key(sampling, { description: 'How a pattern that skips is kept honest', source: 'SPEC 7' }),
});
