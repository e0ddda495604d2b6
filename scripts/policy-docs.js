// Writes docs/schema/policy.schema.json and the generated part of docs/policy.md from the schema (run by `npm run docs:policy`).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';
import { jsonSchema } from '../build/adapters/policy-file/json-schema.js';
import { refreshedPage } from '../build/adapters/policy-file/reference-page.js';

const docs = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

writeFileSync(docs('schema/policy.schema.json'), `${JSON.stringify(jsonSchema(), undefined, 2)}\n`);
writeFileSync(docs('policy.md'), refreshedPage(readFileSync(docs('policy.md'), 'utf8')));
