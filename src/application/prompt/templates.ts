import { refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import type { FrozenChange } from '../ports/repository.js';
import { neededParseWords, parseWords } from './parse-prompt.js';
import { neededReviewWords, reviewWords } from './review-prompt.js';
import { templateProblems } from './template.js';

/** Texts that replace the built-in prompts. */
export interface PromptTemplates {
  readonly review?: string;
  readonly parse?: string;
}

const files = {
  review: { path: '.countersign/prompts/review-task.md', known: reviewWords, needed: neededReviewWords },
  parse: { path: '.countersign/prompts/parse-review.md', known: parseWords, needed: neededParseWords },
} as const;

/** Templates of the base revision (SPEC 2, rule 7). One that could not do its work is refused with every problem it has. */
export async function readTemplates(frozen: Pick<FrozenChange, 'readFile'>): Promise<PromptTemplates | Refusal> {
  const found: { review?: string; parse?: string } = {};
  const problems: Problem[] = [];
  for (const name of ['review', 'parse'] as const) {
    const { path, known, needed } = files[name];
    const bytes = await frozen.readFile('accepted', path);
    if (bytes === undefined) continue;
    const template = new TextDecoder('utf-8').decode(bytes);
    problems.push(...templateProblems(template, known, needed).map((problem) => ({ file: path, ...problem })));
    found[name] = template;
  }
  if (problems.length === 0) return found;
  const refusal = refuse(
    'prompt_template_invalid',
    'a prompt template of the base revision can not be used',
    'Mend the template at the base, or remove it; docs/drivers.md lists the words that it may hold.',
  );
  return { ...refusal, problems };
}
