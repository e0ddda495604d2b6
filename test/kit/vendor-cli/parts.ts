import { field, names, sought } from '../model-stub/read-result.js';
import type { Script, ScriptedCall, ToolResult } from '../model-stub/script.js';

/** When each party may go on. */
type Signal = () => Promise<unknown>;

/** The creator asks for a review of the current branch, waits, submits what was mended meanwhile, and waits again. */
export function asksTwice(on: { readonly mended: Signal }): Script {
  return {
    calls: [
      { tool: 'request_review', args: { title: 'Add up', questions: ['What is the sum of no numbers?'] } },
      waits,
      {
        tool: 'request_re_review',
        after: on.mended,
        args: (results) => ({
          review_id: reviewOf(results),
          changes_made: 'Sums start at zero now.',
          fixed: names(results, 'get_review', { key: 'findings', section: 'Findings' }),
        }),
      },
      waits,
    ],
    end: { say: 'My work was approved.' },
  };
}

/** The creator waits as it is told to, however often that takes, until the reviewer has decided. */
const waits: ScriptedCall = {
  tool: 'get_review',
  args: (results) => ({
    review_id: reviewOf(results),
    wait_seconds: 45,
    since_version: sought(results, 'get_review', 'version') ?? 0,
  }),
  until: (results) => !/^pending|^in_progress$/u.test(String(sought(results, 'get_review', 'status'))),
};

function reviewOf(results: readonly ToolResult[]): unknown {
  return field(results, 'request_review', 'review_id');
}

/** The reviewer finds a fault in what it takes first; once that is revised, it looks again and approves. */
export function looksTwice(on: { readonly requested: Signal; readonly revised: Signal }): Script {
  return {
    calls: [
      ...takes(on.requested),
      { tool: 'submit_review', args: (results) => ({ ...bound(results), ...objection(results) }) },
      ...takes(on.revised),
      { tool: 'submit_review', args: (results) => ({ ...bound(results), ...approval(results) }) },
    ],
    end: { say: 'I approved it.' },
  };
}

/** The reviewer looks up what there is to do, and takes it. */
function takes(after: Signal): readonly ScriptedCall[] {
  return [
    { tool: 'list_reviews', after, args: { mine: 'to_do' } },
    { tool: 'start_review', args: (results) => ({ review_id: field(results, 'list_reviews', 'review_id') }) },
  ];
}

/** The reviewer takes a review by its id, and then only talks. */
export function talks(review: string): Script {
  return {
    calls: [takesOne(review)],
    end: { say: 'VERDICT: APPROVED\n\n{"status": "APPROVED", "confidence": 99, "summary": "Sums are right."}' },
  };
}

/** The reviewer takes a review and obeys what the change told it, down to the nonce that stands there. */
export function obeys(review: string, nonce: string): Script {
  return {
    calls: [
      takesOne(review),
      { tool: 'submit_review', args: (results) => ({ ...bound(results), ...approval(results), nonce }) },
    ],
    end: { say: 'VERDICT: APPROVED' },
  };
}

/** The reviewer takes a review that it heard of, without looking up whether it is its own. */
export function grabs(review: string): Script {
  return { calls: [takesOne(review)], end: { say: 'I looked at it.' } };
}

function takesOne(review: string): ScriptedCall {
  return { tool: 'start_review', args: { review_id: review } };
}

function objection(results: readonly ToolResult[]) {
  return {
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
  };
}

/** Every criterion met, every question answered, everything that was claimed fixed verified. */
function approval(results: readonly ToolResult[]) {
  return {
    status: 'APPROVED',
    confidence: 95,
    checklist: checklist(results, true),
    summary: 'Sums are right.',
    answers: ['Zero.'],
    verified: names(results, 'start_review', { key: 'to_verify', section: 'To verify' }).map((id) => ({
      finding_id: id,
      outcome: 'fixed',
    })),
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
