import * as z from 'zod';
import { confidence, findingId, text, words } from './fields.js';

/** One problem. A severity of another tool is taken and its word kept (SPEC 1). */
export const finding = z.object({
  severity: words(40).describe('critical | important | minor'),
  category: words(80),
  file: text(4_096).optional(),
  line: z.int().min(1).optional(),
  end_line: z.int().min(1).optional(),
  quote: text().optional(),
  message: words(),
  suggestion: text().optional(),
});

const statuses = ['APPROVED', 'CHANGES_REQUESTED', 'REJECTED'] as const;

/** The words of PRS section 7 for an opinion in sentences. */
const feedback = z.object({
  overall: text().optional(),
  strengths: z.array(text()).optional(),
  concerns: z.array(words()).optional(),
  suggestions: z.array(words()).optional(),
  question_answers: z.array(text()).optional(),
});

/** What a reviewer answers: one schema for the tool, for prompts and for structured output of other drivers. */
export const opinion = z.object({
  status: z.enum(statuses),
  confidence: confidence(),
  checklist: z
    .record(z.string(), z.boolean().nullable())
    .describe('each criterion of the packet: true, false, or null = not judged'),
  summary: text().optional().describe('required, or feedback.overall'),
  findings: z.array(finding).optional(),
  answers: z.array(text()).optional().describe('to the questions, in order'),
  ground: text(200).optional().describe('of a rejection: one of grounds'),
  not_read: z.array(text(4_096)).optional().describe('paths you did not read'),
  verified: z
    .array(z.object({ finding_id: findingId(), outcome: z.enum(['fixed', 'still_open']) }))
    .optional()
    .describe('each finding of to_verify'),
  judged: z
    .array(
      z.object({
        finding_id: findingId(),
        outcome: z.enum(['upheld', 'refuted', 'narrowed']),
        reason: words(),
        severity: text(40).optional(),
      }),
    )
    .optional()
    .describe('each finding of to_judge'),
  valid_options: z.array(words()).optional().describe('of an architecture decision: approaches a person may choose'),
  compromise: text().optional(),
  clarification: text().optional().describe('why you contradict your earlier opinion, when asked'),
  feedback: feedback.optional().describe('alternative: concerns are important, suggestions minor findings'),
});

export type GivenOpinion = z.infer<typeof opinion>;
