import { refuse, type Problem, type Refusal } from '../../domain/model/refusal.js';
import { promptFile } from '../../domain/policy/prompt-files.js';
import type { FrozenChange } from '../ports/repository.js';
import { neededParseWords, parseWords } from './parse-prompt.js';
import { neededReviewWords, reviewWords } from './review-prompt.js';
import { templateProblems } from './template.js';

/** Texts that replace the built-in prompts. */
export interface PromptTemplates {
  readonly review?: string;
  readonly parse?: string;
}

const words = {
  review: { known: reviewWords, needed: neededReviewWords },
  parse: { known: parseWords, needed: neededParseWords },
} as const;

/** The command whose template is the package's own, where the project has none (SPEC 8, SVC). */
const builtIn = '/review-task';

/**
 * Templates of the base revision (SPEC 2, rule 7). One that could not do its work is refused with every problem it has, and so is
 * a `command` that names none.
 */
export async function readTemplates(
  frozen: Pick<FrozenChange, 'readFile'>,
  command = builtIn,
): Promise<PromptTemplates | Refusal> {
  const found: { review?: string; parse?: string } = {};
  const problems: Problem[] = [];
  const paths = { review: promptFile(command), parse: promptFile('/parse-review') };
  for (const name of ['review', 'parse'] as const) {
    const [path, { known, needed }] = [paths[name], words[name]];
    const bytes = await frozen.readFile('accepted', path);
    if (bytes === undefined) {
      if (name === 'review' && path !== promptFile(builtIn)) problems.push({ file: path, message: missing(command) });
      continue;
    }
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

const missing = (command: string): string => `is not there, and \`task_review.command\` asks for ${command}`;
