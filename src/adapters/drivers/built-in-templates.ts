import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PromptTemplates } from '../../application/prompt/templates.js';

/** The prompts of the package, where a project does not bring its own. */
export async function templatesFor(own: PromptTemplates): Promise<Required<PromptTemplates>> {
  return {
    review: own.review ?? (await text('review-task')),
    parse: own.parse ?? (await text('parse-review')),
  };
}

/** Read once: they come with the program, and to find one takes longer than to read it. */
const texts = new Map<string, Promise<string>>();

function text(name: string): Promise<string> {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const read = readFile(createRequire(import.meta.url).resolve(`#prompts/${name}.md`), 'utf8');
  texts.set(name, read);
  return read;
}
