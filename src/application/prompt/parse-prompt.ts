import type { AnswerAsked } from './answer-form.js';
import { fenced, visible } from './fence.js';
import { answerText, type Seal } from './review-prompt.js';
import { fill } from './template.js';

/** Words that `parse-review.md` may hold. */
export const parseWords = ['fence', 'nonce', 'text', 'answer'] as const;
export const neededParseWords = ['fence', 'text', 'answer'] as const;

/** Asks for a form of an answer that was given in words which the grammar could not read. */
export function parsePrompt(template: string, answer: string, asked: AnswerAsked, seal: Seal): string {
  const { nonce, fence } = seal;
  const lines = answer.split('\n').map(visible).join('\n');
  return fill<(typeof parseWords)[number]>(template, {
    fence,
    nonce,
    text: fenced(fence, 'the answer', lines),
    answer: answerText(asked, seal),
  });
}
