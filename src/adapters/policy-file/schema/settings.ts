import { z } from 'zod';
import { notificationWords } from '../../../domain/model/notification.js';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { key, needed } from './key.js';
import { actionType, glob, minutes, positive, serviceName, text } from './words.js';

const { performance, carry, notifications } = defaultPolicy;

export const performanceSection = z.strictObject({
  target_review_time_minutes: key(minutes, {
    description: 'Review time aimed at',
    source: 'PRS 5',
    default: performance.targetReviewTimeMinutes,
  }),
  max_review_time_minutes: key(minutes, {
    description: 'Review time that should not be exceeded',
    source: 'PRS 5',
    default: performance.maxReviewTimeMinutes,
  }),
  parallel_reviews_max: key(positive, {
    description: 'A reviewer with more open reviews is busy',
    source: 'PRS 5, SPEC 5.4',
    default: performance.parallelReviewsMax,
  }),
  review_queue_max: key(positive, {
    description: 'More pending reviews pause new ones for that reviewer',
    source: 'PRS 5, SPEC 5.4',
    default: performance.reviewQueueMax,
  }),
});

export const assignmentSection = z.strictObject({
  same_family: key(z.enum(['allow', 'refuse']), {
    description: "Whether an agent of the creator's vendor family may review; `family` of `agent add` names it",
    source: 'SPEC 5.4',
    default: 'allow',
  }),
});

const notification = z.enum(notificationWords);

const told = (party: string, events: readonly string[]) =>
  key(z.array(notification), {
    description: `Events that the ${party} is told`,
    source: 'PRS 5, SPEC 5.4, 5.6',
    default: events,
  });

export const notificationsSection = z.strictObject({
  notify_creator_on: told('creator', notifications.creator),
  notify_reviewer_on: told('reviewer', notifications.reviewer),
  notify_human_on: told('responsible person', notifications.human),
});

const globs = z.union([glob, z.array(glob).min(1)], { error: 'a glob, or a list of globs' });

const pathRule = z
  .strictObject({
    glob: needed(globs, {
      description: 'Glob or globs from the top of the repository; `**` crosses folders, case is ignored',
      source: 'SPEC 5.2',
    }),
    action_type: key(actionType, { description: 'Type that a change of these paths has', source: 'SPEC 5.2' }),
    sensitivity: key(z.enum(['normal', 'sensitive', 'protected']), {
      description: '`protected`: a change is never skipped and reviewed as `policy_change`; `sensitive`: shown as such',
      source: 'SPEC 5.2',
    }),
    service: key(serviceName, {
      description: 'Service that these paths belong to: what reviewers remember is kept by service (docs/memory.md)',
      source: 'SPEC 6.5',
    }),
    rules: key(z.array(text.max(300)).max(20), {
      description: 'What reviewers of this service are told each time, a sentence each; needs `service`',
      source: 'SPEC 6.5',
    }),
  })
  .refine(
    ({ action_type, sensitivity, service }) => [action_type, sensitivity, service].some((it) => it !== undefined),
    {
      error: 'action_type, sensitivity or service: this rule says nothing',
    },
  )
  .refine((rule) => rule.rules === undefined || rule.service !== undefined, {
    error: 'service beside rules: they are those of a service',
  });

export const paths = z.array(pathRule);

const exclusion = z.strictObject({
  globs: needed(globs, { description: 'Glob or globs of what need not be read', source: 'SPEC 2, rule 2' }),
  content: key(z.enum(['media']), {
    description: 'The bytes must look like this kind, else the rule does not apply',
    source: 'SPEC 2, rule 2',
  }),
});

export const coverageSection = z.strictObject({
  exclude: key(
    z.record(text, z.union([exclusion, z.literal(false)], { error: 'globs, or false to remove the rule' })),
    {
      description:
        'What need not be read, each under a name that the report shows; the entry stays visible. Default: `media`, images, fonts, audio, video and PDF whose bytes agree; the same name replaces it',
      source: 'SPEC 2, rule 2',
    },
  ),
});

const carried = (meaning: string, value: boolean) =>
  key(z.boolean(), { description: meaning, source: 'SPEC 2, rule 3', default: value });

export const carrySection = z.strictObject({
  identical_tree: carried('An approval holds for another commit with the identical tree', carry.identicalTree),
  rebase: carried('An approval survives a rebase with the same patch and untouched context', carry.rebase),
  message_only: carried('An approval survives a change of the message only', carry.messageOnly),
});

export const budgetSection = z.strictObject({
  max_tokens: key(positive, { description: 'Most tokens of one review; left out: no bound', source: 'SPEC 5.2' }),
  max_cost_usd: key(z.number().min(0), {
    description: 'Most money of one review; left out: no bound',
    source: 'SPEC 5.2',
  }),
  max_minutes: key(minutes, { description: 'Most time of one review; left out: no bound', source: 'SPEC 5.2' }),
});

export const defaultTestTimeoutMinutes = 10;

const testCommandMap = z.strictObject({
  command: needed(text, { description: 'Run by `sh -c`', source: 'SPEC 9' }),
  timeout_minutes: key(z.number().int().min(1).max(240), {
    description: 'Longest time it may run',
    source: 'SPEC 9',
    default: defaultTestTimeoutMinutes,
  }),
});

export const testCommand = z.union([text, testCommandMap], { error: 'a command, or command and timeout_minutes' });
