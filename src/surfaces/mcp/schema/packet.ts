import * as z from 'zod';
import { next } from './fields.js';
import { findingViews } from './review.js';

/** One changed file, or a part of one, with its text as it is to be read. */
const shownFile = z.object({
  path: z.string(),
  old_path: z.string().optional(),
  status: z.string(),
  note: z.string().optional(),
  part: z.string().optional(),
  diff: z.string().optional(),
});

export type ShownFile = z.infer<typeof shownFile>;

/** What a reviewer must read, in pages. */
export const startedReview = z.object({
  next,
  review_id: z.string(),
  nonce: z.string().optional().describe('on page 1; submit_review needs it'),
  head_tree: z.string(),
  base_tree: z.string(),
  lease_until: z.string().optional(),
  page: z.int(),
  pages: z.int(),
  notice: z.string(),
  revision_count: z.int(),
  type: z.string(),
  duty: z.string().optional().describe('answer as this reviewer'),
  inventory: z.array(z.string()).optional(),
  facts: z.array(z.string()).optional(),
  not_shown: z.array(z.string()).optional().describe('no approval while there is one'),
  grounds: z.array(z.string()).optional().describe('of a rejection'),
  claims: z.record(z.string(), z.unknown()).optional().describe('what the creator says; verify it'),
  criteria: z
    .array(z.object({ name: z.string(), required: z.boolean(), description: z.string(), checks: z.array(z.string()) }))
    .optional(),
  questions: z.array(z.string()).optional(),
  guidelines: z.record(z.string(), z.string()).optional(),
  changed_since: z.array(z.string()).optional(),
  to_verify: findingViews.optional(),
  settled: findingViews.optional(),
  memory: z.array(z.string()).optional(),
  to_judge: z
    .array(z.object({ id: z.string(), message: z.string(), argument: z.string(), evidence: z.array(z.string()) }))
    .optional(),
  partial_work: z.string().optional(),
  files: z.array(shownFile).describe('diff lines: line number in the head, sign, text'),
});

export type StartedReviewView = z.infer<typeof startedReview>;
