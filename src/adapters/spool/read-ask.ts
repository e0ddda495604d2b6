import * as z from 'zod';
import type { SpooledAsk } from '../../application/spool/asks.js';
import { refuse, type Refusal } from '../../domain/model/refusal.js';
import type { SpooledEntry } from '../../domain/model/spool.js';

const text = z.string();
const texts = z.array(text).readonly();
const maybe = z.exactOptional;
const percent = z.int().min(0).max(100);
const note = { review: text, note: text };

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('default') }),
  z.object({ kind: z.literal('range'), range: text }),
  z.object({ kind: z.literal('base'), base: text }),
  z.object({ kind: z.literal('staged') }),
  z.object({ kind: z.literal('worktree') }),
]);

const finding = z.object({
  severity: text,
  category: text,
  message: text,
  file: maybe(text),
  line: maybe(z.int()),
  endLine: maybe(z.int()),
  quote: maybe(text),
  suggestion: maybe(text),
});

const opinion = {
  status: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'REJECTED']),
  summary: text,
  confidence: percent,
  checklist: z.record(text, z.boolean().nullable()),
  findings: z.array(finding),
  ground: maybe(text),
  validOptions: maybe(texts),
  compromise: maybe(text),
  answers: maybe(texts),
  notRead: maybe(texts),
  clarification: maybe(text),
  verified: maybe(z.array(z.object({ finding: text, outcome: z.enum(['fixed', 'still_open']) }))),
  judged: maybe(
    z.array(
      z.object({
        finding: text,
        outcome: z.enum(['upheld', 'refuted', 'narrowed']),
        reason: text,
        severity: maybe(text),
      }),
    ),
  ),
};

const request = z.object({
  change,
  title: maybe(text),
  type: maybe(text),
  reviewer: maybe(text),
  creator: maybe(text),
  autonomy: maybe(text),
  questions: maybe(texts),
  confidence: maybe(percent),
  scope: maybe(texts),
  description: maybe(text),
  idempotencyKey: maybe(text),
});

const asked = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('request'), ask: request }),
  z.object({
    verb: z.literal('revise'),
    ask: z.object({ review: text, change, changesMade: text, fixed: maybe(texts), turns: maybe(z.int()) }),
  }),
  z.object({
    verb: z.literal('submit'),
    ask: z.object({ ...opinion, review: text, nonce: text, headTree: text, reviewer: maybe(text) }),
  }),
  z.object({ verb: z.literal('contest'), ask: z.object({ finding: text, argument: text, evidence: maybe(texts) }) }),
  z.object({ verb: z.literal('escalate'), ask: z.object({ review: text, reason: text, argument: maybe(text) }) }),
  z.object({ verb: z.literal('withdraw'), ask: z.object({ review: text, reason: text }) }),
  z.object({
    verb: z.literal('report_outcome'),
    ask: z.object({ ...note, kind: z.enum(['bug', 'revert', 'clean']) }),
  }),
  z.object({
    verb: z.literal('decide'),
    ask: z.union([
      z.object({ ...note, outcome: z.enum(['approve', 'request_changes', 'reject']) }),
      z.object({ ...note, option: z.int() }),
    ]),
  }),
  z.object({
    verb: z.literal('dispose'),
    ask: z.object({
      finding: text,
      state: z.enum(['dismissed', 'risk_accepted', 'open']),
      reason: text,
      actor: maybe(text),
    }),
  }),
  z.object({ verb: z.literal('extend'), ask: z.object({ review: text, hours: z.number() }) }),
  z.object({ verb: z.literal('reassign'), ask: z.object({ review: text, to: text }) }),
]);

/** What an entry asks, if it is what the use case takes. Refused with `spool_entry_invalid`, each field named. */
export function readAsk({ verb, ask }: SpooledEntry): SpooledAsk | Refusal {
  const read = asked.safeParse({ verb, ask });
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => ({ key: path.map(String).join('.'), message }));
  const message = `what waited in the spool is no ${verb} that can be read: ${problems.map(({ key }) => key).join(', ')}`;
  return { ...refuse('spool_entry_invalid', message, 'hand it in again'), problems };
}
