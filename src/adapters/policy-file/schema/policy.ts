import { z } from 'zod';
import { defaultPolicy } from '../../../domain/policy/default-policy.js';
import { criteria } from './criteria.js';
import { key } from './key.js';
import { overlaysSection, panelSection, runSection, taskReviewSection } from './protocols.js';
import { agents, reviewerMatrix, seats } from './reviewers.js';
import { embeddedSection, escalationSection, learningSection, reviewRequired, standardsSection } from './rules.js';
import {
  assignmentSection,
  budgetSection,
  carrySection,
  coverageSection,
  notificationsSection,
  paths,
  performanceSection,
  testCommand,
} from './settings.js';
import { minutes } from './words.js';

/**
 * The policy file. Types, JSON Schema and the reference page are made from this and from nothing else. Every key is
 * optional: `normalise` fills in what `defaultPolicy` says.
 */
export const policySchema = z.strictObject({
  enabled: key(z.boolean(), {
    description: 'false: nothing is reviewed but what can never be skipped',
    source: 'PRS 5',
    default: defaultPolicy.enabled,
  }),
  protocol: key(z.enum(['standards', 'four-rules', 'task', 'panel', 'gate']), {
    description: 'How opinions become a decision',
    source: 'SPEC 1',
    default: defaultPolicy.protocol,
  }),
  default_timeout_minutes: key(minutes, {
    description: 'Longest time of one opinion where nothing else is said',
    source: 'PRS 5',
    default: defaultPolicy.defaultTimeoutMinutes,
  }),
  async_reviews: key(z.boolean(), {
    description: 'The creator goes on while the review runs',
    source: 'PRS 5',
    default: defaultPolicy.asyncReviews,
  }),
  precheck: key(z.enum(['off', 'warn', 'block']), {
    description: 'What the embedded analyzers do when a review is requested: nothing, tell the author, refuse',
    source: 'SPEC 5.1',
    default: defaultPolicy.precheck,
  }),
  test_command: key(testCommand, {
    description:
      'Run in a checkout of the head; the only thing of the repository that is ever executed. Adds the required criterion `tests_pass` to the default criteria',
    source: 'SPEC 9',
  }),
  review_required: key(reviewRequired, { description: 'What needs a review and what may skip it', source: 'PRS 5' }),
  reviewer_matrix: key(reviewerMatrix, {
    description:
      'Who reviews, by role of the creator; `*` is anybody else. Roles in any spelling, kept in kebab-case. A role replaces its default line, the others stay. Default: lines for architect, core-developer, app-developer, optimizer, tester, idea-refiner and `*`',
    source: 'PRS 5, PRS 10',
  }),
  assignment: key(assignmentSection, { description: 'Who of the roster may be picked', source: 'SPEC 5.4' }),
  blind_first_pass: key(z.boolean(), {
    description: "true: a reviewer's first look is kept from the creator's description, commit messages and confidence",
    source: 'SPEC 9',
    default: defaultPolicy.blindFirstPass,
  }),
  criteria: key(criteria, {
    description:
      'What is asked of a change, by action type; `*` is every type without its own. A type replaces its default, the others stay. Default: for `*`, what the embedded analyzers answer (see Default criteria)',
    source: 'PRS 5, PRS 9',
  }),
  standards: key(standardsSection, {
    description: 'What decides in the protocol `standards`',
    source: 'PRS 5, SPEC 5.5',
  }),
  embedded: key(embeddedSection, {
    description: 'Verdict of a reviewer that has none of its own',
    source: 'PRS 6.1, SPEC 5.5',
  }),
  escalation: key(escalationSection, { description: 'When a person is asked', source: 'PRS 5, SPEC 5.6' }),
  performance: key(performanceSection, { description: 'Times and loads', source: 'PRS 5' }),
  learning: key(learningSection, { description: 'When a pattern may skip reviews', source: 'PRS 5, SPEC 7' }),
  notifications: key(notificationsSection, { description: 'Who is told what', source: 'PRS 5' }),
  agents: key(agents, { description: 'Reviewers and creators by name, beside the embedded roles', source: 'SPEC 5.2' }),
  seats: key(seats, {
    description: 'Agents of `agents` that review every change, beside the assigned reviewer and at the same time',
    source: 'SPEC 9',
    default: [],
  }),
  paths: key(paths, {
    description: 'Paths with a meaning, added to the built-in ones, which no policy can take away (see Built-in paths)',
    source: 'SPEC 5.2',
  }),
  coverage: key(coverageSection, { description: 'What must be read', source: 'SPEC 2, rule 2' }),
  carry: key(carrySection, {
    description: 'When an approval outlives a change of the content',
    source: 'SPEC 2, rule 3',
  }),
  budget: key(budgetSection, { description: 'Upper bounds of one review', source: 'SPEC 5.2' }),
  task_review: key(taskReviewSection, { description: 'Protocol `task`', source: 'SVC' }),
  review: key(panelSection, { description: 'Protocol `panel`', source: 'V2' }),
  overlays: key(overlaysSection, { description: 'Overlays of a workflow', source: 'GATE' }),
  run: key(runSection, { description: 'Protocol `four-rules`', source: 'EVT' }),
});

/** The file as it is written, after validation. */
export type PolicyFile = z.infer<typeof policySchema>;
