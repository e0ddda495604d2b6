import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PromptTemplates } from '../../application/prompt/templates.js';

/** The prompts of the package, where a project does not bring its own. */
export async function templatesFor(own: PromptTemplates): Promise<Required<PromptTemplates>> {
  const { resolve } = createRequire(import.meta.url);
  const text = (name: string): Promise<string> => readFile(resolve(`#prompts/${name}.md`), 'utf8');
  return {
    review: own.review ?? (await text('review-task')),
    parse: own.parse ?? (await text('parse-review')),
  };
}
