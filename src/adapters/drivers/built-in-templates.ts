import { readFile } from 'node:fs/promises';
import type { PromptTemplates } from '../../application/prompt/templates.js';

const folder = new URL('../../../prompts/', import.meta.url);

/** The prompts of the package, where a project does not bring its own. */
export async function templatesFor(own: PromptTemplates): Promise<Required<PromptTemplates>> {
  const text = (name: string): Promise<string> => readFile(new URL(`${name}.md`, folder), 'utf8');
  return {
    review: own.review ?? (await text('review-task')),
    parse: own.parse ?? (await text('parse-review')),
  };
}
