/** Writes docs/rules.md from the rules of the embedded reviewers. Run after a build: `npm run docs:rules`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const { ruleDocs } = await import('../build/adapters/analyzers/rules.js');
const { rulesPage } = await import('../build/adapters/analyzers/rules-page.js');
const page = await format(rulesPage(ruleDocs()), { parser: 'markdown', printWidth: 120 });
await writeFile(fileURLToPath(import.meta.resolve('../docs/rules.md')), page);
