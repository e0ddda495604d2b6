import * as z from 'zod';
import { oncePer } from '../../../application/once-per.js';
import type { ReviewRow } from '../../../application/ports/store.js';
import { isRefusal } from '../../../domain/model/refusal.js';
import { next } from '../schema/fields.js';
import { reviewRow } from '../schema/review.js';
import { memberRun, memberRunView, nextInRun } from '../schema/run.js';
import { rowView } from '../schema/view.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

const hints = {
  to_do: 'Call start_review for one of them.',
  in_progress: 'Finish them with submit_review; start_review again renews the lease.',
  created: 'Call get_review for one of them.',
} as const;

const content = (rows: readonly ReviewRow[], hint: string) => ({
  next: rows.length === 0 ? 'There are none.' : hint,
  reviews: rows.map(rowView),
});

const answerOf = oncePer((rows: readonly ReviewRow[]) => ({
  content: content(rows, 'Call get_review for one of them.'),
}));

export const listReviews = define({
  name: 'list_reviews',
  title: 'List reviews',
  description: 'Reviews, newest first; with mine: those you are to do, do now, or created (needs your token).',
  hints: { reads: true, idempotent: true },
  caller: 'anybody',
  input: z.object({
    mine: z.enum(['to_do', 'in_progress', 'created']).optional(),
    limit: z.int().min(1).max(200).optional(),
  }),
  output: z.object({
    next,
    reviews: z.array(reviewRow),
    runs: z.array(memberRun).optional().describe('to_do: what you owe in runs'),
  }),
  call: async ({ mine, limit = 20 }, { peer, runs }) => {
    const rows = await peer.listReviews({ limit, ...given({ mine }) });
    if (isRefusal(rows)) return rows;
    if (mine === undefined) return answerOf(rows);
    const shown = content(rows, hints[mine]);
    if (mine !== 'to_do') return { content: shown };
    const own = await runs.own();
    if (isRefusal(own)) return own;
    const [first] = own.filter(({ request, clarification }) => request !== null || clarification !== null);
    const said = first === undefined ? shown.next : `${nextInRun(first)}${rows.length === 0 ? '' : ` ${shown.next}`}`;
    return { content: { ...shown, next: said, ...(own.length === 0 ? {} : { runs: own.map(memberRunView) }) } };
  },
});
