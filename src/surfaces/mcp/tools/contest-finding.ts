import * as z from 'zod';
import { isRefusal } from '../../../domain/model/refusal.js';
import { findingId, text, words } from '../schema/fields.js';
import { settledReview } from '../schema/review.js';
import { settledView } from '../schema/view.js';
import { define } from './define.js';
import { given } from '../schema/given.js';

const toBeJudged =
  'Another reviewer judges it: it calls start_review and submit_review with judged. Creator: get_review with ' +
  'wait_seconds 45; mend the other findings meanwhile.';

export const contestFinding = define({
  name: 'contest_finding',
  title: 'Contest a finding',
  description:
    'Disputes a finding against your change; another reviewer judges it. At most twice a finding, then a person.',
  hints: { reads: false, idempotent: false },
  caller: 'agent',
  verb: 'contest',
  input: z.object({
    finding_id: findingId(),
    argument: words().describe('why it is wrong'),
    evidence: z.array(text()).optional().describe('file:line, command and output, document'),
  }),
  output: z.object(settledReview),
  call: async ({ finding_id, argument, evidence }, { peer }) => {
    const document = await peer.contestFinding({
      finding: finding_id,
      argument,
      ...given({ evidence }),
    });
    if (isRefusal(document)) return document;
    const settled = settledView(document);
    return { content: settled.status === 'escalated' ? settled : { ...settled, next: toBeJudged } };
  },
});
