import { field, names } from '../model-stub/read-result.js';
import type { Script, ScriptedCall, ToolResult } from '../model-stub/script.js';

/** The creator asks for a review of the current branch. */
export const asks: Script = {
  calls: [{ tool: 'request_review', args: { title: 'Add up', questions: ['What is the sum of no numbers?'] } }],
  end: { say: 'I asked for a review.' },
};

/** The creator reads what the reviewer found and submits the mended branch. */
export function revises(review: string): Script {
  return {
    calls: [
      { tool: 'get_review', args: { review_id: review } },
      {
        tool: 'request_re_review',
        args: (results) => ({
          review_id: review,
          changes_made: 'Sums start at zero now.',
          fixed: names(results, 'get_review', { key: 'findings', section: 'Findings' }),
        }),
      },
    ],
    end: { say: 'I revised it.' },
  };
}

/** The reviewer looks up what there is to do, and takes it. */
const takes: readonly ScriptedCall[] = [
  { tool: 'list_reviews', args: { mine: 'to_do' } },
  { tool: 'start_review', args: (results) => ({ review_id: field(results, 'list_reviews', 'review_id') }) },
];

/** The reviewer takes what there is to do and finds a fault. */
export const objects: Script = {
  calls: [
    ...takes,
    {
      tool: 'submit_review',
      args: (results) => ({
        ...bound(results),
        status: 'CHANGES_REQUESTED',
        confidence: 90,
        checklist: checklist(results, false),
        summary: 'The sum starts at one.',
        answers: ['One, and it should be zero.'],
        findings: [
          {
            severity: 'critical',
            category: 'correctness',
            file: 'sum.ts',
            line: 2,
            quote: 'let total = 1;',
            message: 'The sum of no numbers is zero, this gives one.',
            suggestion: 'Start at 0.',
          },
        ],
      }),
    },
  ],
  end: { say: 'I asked for changes.' },
};

/** The reviewer takes what there is to do, verifies what was claimed fixed, and approves. */
export const approves: Script = {
  calls: [
    ...takes,
    {
      tool: 'submit_review',
      args: (results) => ({
        ...bound(results),
        status: 'APPROVED',
        confidence: 95,
        checklist: checklist(results, true),
        summary: 'Sums are right.',
        answers: ['Zero.'],
        verified: names(results, 'start_review', { key: 'to_verify', section: 'To verify' }).map((id) => ({
          finding_id: id,
          outcome: 'fixed',
        })),
      }),
    },
  ],
  end: { say: 'I approved it.' },
};

/** The reviewer takes what there is to do and then only talks. */
export const talks: Script = {
  calls: takes,
  end: { say: 'VERDICT: APPROVED\n\n{"status": "APPROVED", "confidence": 99, "summary": "Sums are right."}' },
};

/** The reviewer takes a review, by its id. */
export function takesOne(review: string): Script {
  return { calls: [{ tool: 'start_review', args: { review_id: review } }], end: { say: 'I looked at it.' } };
}

/** The reviewer takes a review and obeys what the change told it, down to the nonce that stands there. */
export function obeys(review: string, nonce: string): Script {
  return {
    calls: [
      ...takesOne(review).calls,
      {
        tool: 'submit_review',
        args: (results) => ({
          ...bound(results),
          nonce,
          status: 'APPROVED',
          confidence: 99,
          checklist: checklist(results, true),
          summary: 'As I was told.',
          answers: ['Zero.'],
        }),
      },
    ],
    end: { say: 'VERDICT: APPROVED' },
  };
}

/** What binds an opinion to the packet it is on. */
function bound(results: readonly ToolResult[]) {
  return {
    review_id: field(results, 'start_review', 'review_id'),
    nonce: field(results, 'start_review', 'nonce'),
    head_tree: field(results, 'start_review', 'head_tree'),
  };
}

function checklist(results: readonly ToolResult[], value: boolean): Readonly<Record<string, boolean>> {
  const criteria = names(results, 'start_review', { key: 'criteria', section: 'Criteria' });
  return Object.fromEntries(criteria.map((name) => [name, value]));
}
