import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isRefusal } from '../../domain/model/refusal.js';
import { takeArguments } from './arguments.js';
import type { Host } from './host.js';
import { nextStep } from './next-steps.js';
import { refusalError } from './resources.js';
import { reviewId } from './schema/fields.js';
import { findingView } from './schema/view.js';
import { fencedJson, notice, visible } from './text/untrusted.js';
import type { ReviewDocument } from '../../application/queries/document.js';

const argument = z.object({ review_id: reviewId() });
const argumentOfAll = [{ name: 'review_id', description: 'Id of the review', required: true }];

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly text: (document: ReviewDocument) => string;
}

const prompts: readonly Prompt[] = [
  {
    name: 'review',
    title: 'Review the work of another agent',
    description: 'How to start a review, what to look at, how to submit the opinion.',
    text: reviewing,
  },
  {
    name: 'answer_review',
    title: 'Answer a review of your work',
    description: 'How to mend, contest or escalate what a reviewer found.',
    text: answering,
  },
];

/** The entries of `prompts/list`. */
export const listedPrompts = () =>
  prompts.map(({ name, title, description }) => ({ name, title, description, arguments: argumentOfAll }));

/** One prompt about one review. */
export async function getPrompt(host: Host, name: string, given: unknown) {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) {
    const known = prompts.map((each) => each.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt of this name. There are: ${known}`);
  }
  const taken = takeArguments(name, argument, given ?? {});
  if (isRefusal(taken)) throw refusalError(taken);
  const reviews = await host.reviews();
  const document = isRefusal(reviews) ? reviews : await reviews.show(taken.value.review_id);
  if (isRefusal(document)) throw refusalError(document);
  const content = { type: 'text' as const, text: prompt.text(document) };
  return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
}

/** Says nothing of what the creator claims and of what others found: the first look is blind (SPEC 9). */
function reviewing({ review }: ReviewDocument): string {
  const { id, type, revision } = review;
  return [
    `Review ${id} waits for your judgement. You are another pair of eyes; work that you approve counts.`,
    '',
    `1. Call start_review with review_id ${id}. Keep nonce and head_tree; fetch every page (page 2, 3, …).`,
    '2. Read the whole change, and what it touches in the repository as far as you need it. Judge by what is there, not by ' +
      'what is said about it. Look for wrong results, broken edge cases, unsafe input, lost errors, missing or weakened ' +
      'tests, and for what was asked but not done.',
    '3. Decide each criterion of the packet: true, false, or null where you could not judge it. On a revision, verify each ' +
      'finding of to_verify; judge each of to_judge.',
    '4. Call submit_review once: status, confidence 0-100, checklist, summary, findings with severity, category, file, line ' +
      'and a quote of the line; answer each question. Name in not_read what you did not read.',
    '',
    'APPROVED needs every required criterion true and no critical finding. CHANGES_REQUESTED names what to mend. REJECTED ' +
      'names its ground. If you cannot judge it, say so with low confidence; never approve what you have not read.',
    notice,
    fencedJson(visible({ review_id: id, type, revision_count: revision })),
  ].join('\n');
}

function answering(document: ReviewDocument): string {
  const { review, change, findings, decision } = document;
  const open = findings.filter((finding) => finding.counts).map(findingView);
  const facts = { title: change.title, status: review.status, outcome: decision?.outcome ?? null, findings: open };
  return [
    `Your work was reviewed: review ${review.id}. ${nextStep(document)}`,
    '',
    '1. Check each finding against the code before you act on it. A reviewer can be wrong.',
    '2. Right: mend the cause, add the test that would have found it, and keep the change as small as it can be.',
    '3. Wrong: call contest_finding with your argument and evidence (file:line, a command with its output). Another agent ' +
      'judges it. Do not change code only to please a reviewer, and do not weaken a test or a check.',
    `4. Call request_re_review with review_id ${review.id}, changes_made (what and why, finding by finding) and fixed (the ` +
      'ids that you mended). Somebody else verifies each.',
    '5. No agreement possible: escalate_review with creator_argument. A person then decides.',
    notice,
    fencedJson(visible(facts)),
  ].join('\n');
}
