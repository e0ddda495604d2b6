import * as z from 'zod';
import { next } from './fields.js';

const findingView = z.object({
  id: z.string(),
  state: z.string(),
  severity: z.string(),
  category: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  message: z.string(),
  suggestion: z.string().optional(),
});

export type FindingView = z.infer<typeof findingView>;

/** Findings in an answer; their texts are data of others. */
export const findingViews = z.array(findingView);

/** One row of a list. */
export const reviewRow = z.object({
  review_id: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
  creator: z.string(),
  reviewer: z.string().nullable(),
  revision_count: z.int(),
  created_at: z.string(),
});

/** The loop back to the creator; its texts are data of others. */
export const fixLoop = z.object({
  state: z.enum(['asked', 'handed_in', 'stopped']),
  attempt: z.int(),
  of: z.int(),
  turns: z.int().nullable(),
  request: z.string().optional(),
  reason: z.string().optional(),
});

export type FixLoopView = z.infer<typeof fixLoop>;

/** A review as it stands. */
export const reviewState = z.object({
  next,
  review_id: z.string(),
  version: z.int(),
  status: z.string(),
  outcome: z.string().nullable(),
  title: z.string(),
  type: z.string(),
  creator: z.string(),
  reviewer: z.string().nullable(),
  revision_count: z.int(),
  head_tree: z.string(),
  confidence: z.int().nullable(),
  summary: z.string(),
  checklist: z.record(z.string(), z.boolean().nullable()),
  answers: z.array(z.string()).optional(),
  findings: z.array(
    findingView.extend({ contest: z.string().optional().describe('who is to judge it, or what came of it') }),
  ),
  unmet_rules: z.array(z.string()),
  criteria_changed: z.array(z.string()).optional().describe('required criteria the policy changed meanwhile'),
  rejected_before: z.array(z.string()).optional().describe('to its creator: rejected of changes of this kind'),
  fix: fixLoop.optional(),
  escalation: z
    .object({ reason: z.string(), state: z.string(), deadline: z.string().nullable(), options: z.array(z.string()) })
    .optional(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
});

export type ReviewStateView = z.infer<typeof reviewState>;

/** What became of a command on a review. */
export const settledReview = {
  next,
  success: z.literal(true),
  review_id: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
};
